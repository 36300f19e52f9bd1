// Checks that a version keeps the required directions of its features, on artificial rows over the
// whole range, because its trees may be unknown.

import type { ModelVersionRow } from '../../../db/models/view.ts';
import { isLiveTask, type LiveTask } from '../../../ledger/models/deployment.ts';
import { rowsPerCall } from '../../../models/evaluate/score-file.ts';
import {
  countWrongWaySteps,
  type FavourableStep,
  type WrongWaySteps,
} from '../../../models/evaluate/wrong-way.ts';
import type { Inspection } from '../../../models/gate/inspect.ts';
import type { SessionPool } from '../../../models/session-pool.ts';
import { favourableSteps, makeApplications } from '../../credit/directions.ts';
import { listFavourableSteps, makePayments } from '../../risk/directions.ts';
import { createServableVersion } from '../finder.ts';

const ROWS = 150;
const SEED = 40;

const STEPS: Readonly<Record<LiveTask, () => FavourableStep[]>> = {
  credit: () => favourableSteps(makeApplications(ROWS, SEED), () => []),
  fraud: () => listFavourableSteps(makePayments(ROWS, SEED)),
};

/** Returns null for a model that decides nothing or takes other features than those of its task. */
export async function countWrongWay(
  version: ModelVersionRow,
  pool: SessionPool,
): Promise<WrongWaySteps | null> {
  const model = createServableVersion(version, pool);
  if (!model || !isLiveTask(version.task)) return null;
  const steps = STEPS[version.task]().map(({ name, before, after }) => {
    // Values outside the card's bounds are not scored.
    const pairs = [...before.keys()].filter(
      (index) => model.acceptsRow(before[index] ?? []) && model.acceptsRow(after[index] ?? []),
    );
    const pick = (rows: readonly Float32Array[]) =>
      pairs.map((index) => rows[index] as Float32Array);
    return { name, before: pick(before), after: pick(after) };
  });
  const { perRow } = JSON.parse(version.checks) as Pick<Inspection, 'perRow'>;
  const chunkSize = rowsPerCall({ isForeign: model.isForeign, rowBytes: perRow.bytes });
  return countWrongWaySteps(steps, async (rows) => {
    const scores: number[] = [];
    for (let index = 0; index < rows.length; index += chunkSize) {
      scores.push(...(await model.session.score(rows.slice(index, index + chunkSize))));
    }
    return scores;
  });
}
