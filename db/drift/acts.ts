// Records the daily drift of a model, and emits an event when drift begins or ends:
// both in one database transaction.

import { isDrifted } from '../../ledger/models/drift.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { type DriftRow, driftView, listDrift } from './reads.ts';
import { driftEvaluations } from './tables.ts';

/** A daily look at how far a model has drifted; stability indexes. */
export interface DriftOrder {
  readonly tenantId: string;
  readonly versionId: string;
  /** Days since 1970 UTC. */
  readonly day: number;
  readonly rows: number;
  /** Of the feature that moved most. */
  readonly psi: number;
  readonly scorePsi: number | null;
  readonly features: readonly { readonly feature: string; readonly psi: number }[];
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
}

const CAUSE: Cause = { actor: 'workflow', requestId: 'drift', idempotencyKey: null };

/** Call it inside `database.write` only. False: that day was looked at before. */
export function driftWriter({ database, emit, livemode }: Deps): (order: DriftOrder) => boolean {
  const insert = database.raw.prepare(
    `INSERT INTO model_drift_evaluations ${insertOf(driftEvaluations)}`,
  );
  return ({ features, ...order }) => {
    const [before] = listDrift(database, { ...order, limit: 1 });
    if (before && before.day >= order.day) return false;
    const was = before?.isDrifted === 1;
    const is = isDrifted(Math.max(order.psi, order.scorePsi ?? 0), was);
    const { id, at } = mintAt('driftEvaluation');
    const row: DriftRow = {
      id,
      ...order,
      isDrifted: Number(is),
      features: JSON.stringify(features),
      createdAt: at,
    };
    insert.run(row);
    if (is !== was) {
      const type = is ? 'model.drift.detected' : 'model.drift.cleared';
      const object = driftView(row, livemode);
      emit({ tenantId: order.tenantId, type, object, cause: CAUSE });
    }
    return true;
  };
}
