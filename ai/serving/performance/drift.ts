// The daily drift check of a developer's deciding model: how far features and score have moved from
// the training.

import { listCreditScores, scoresOf } from '../../../db/credit/scores.ts';
import { recordDrift } from '../../../db/drift/acts.ts';
import { listDrift } from '../../../db/drift/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { ModelVersionView } from '../../../db/models/view.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import type { LiveTask } from '../../../ledger/models/deployment.ts';
import { dayAt } from '../../../ledger/value-date.ts';
import type { Distribution } from '../../../models/distribution.ts';
import { computeDrift, type Drift } from './live-figures.ts';
import { computeRiskDrift, listRecentDecisions } from './risk-live.ts';
import type { Spreads } from './spread.ts';

const WINDOW_MS = 30 * 86_400_000;
/** Maximum number of examined decisions, the newest. */
const MAX_ROWS = 5_000;

/**
 * `nothing`: the model's training data is unknown, or there are too few scores to detect a shift.
 */
export type DriftOutcome = 'written' | 'done_before' | 'nothing';

interface DriftSources {
  readonly ledger: Ledger;
  readonly spreads: Spreads;
}

/** Records today's check, by the developer's clock. */
export async function recordDriftCheck(
  { ledger, spreads }: DriftSources,
  tenantId: string,
  task: LiveTask,
): Promise<DriftOutcome> {
  const version = findChampion(ledger, tenantId, task);
  const spread = version && (await spreads.find(version));
  if (!version || !spread) return 'nothing';
  const day = dayAt(ledger.clock(tenantId));
  const [last] = listDrift(ledger.database, { tenantId, versionId: version.id, limit: 1 });
  if (last && last.day >= day) return 'done_before';
  const drift = await measureDrift(ledger, tenantId, version, spread);
  if (!drift) return 'nothing';
  const { rows, psi, score, features } = drift;
  const order = { tenantId, versionId: version.id, day, rows, psi, scorePsi: score, features };
  return (await ledger.run(recordDrift, order)) ? 'written' : 'done_before';
}

async function measureDrift(
  ledger: Ledger,
  tenantId: string,
  version: ModelVersionView,
  spread: Distribution,
): Promise<Drift | null> {
  const order = { tenantId, from: ledger.clock(tenantId) - WINDOW_MS, limit: MAX_ROWS };
  if (version.task === 'credit') {
    return computeDrift(spread, scoresOf(await listCreditScores(ledger, order), version));
  }
  const decisions = await listRecentDecisions(ledger, order);
  const { sha256 } = version.artifact;
  const isOfModel = ({ transactionId, artifactSha256 }: (typeof decisions)[number]) =>
    transactionId !== null && artifactSha256 === sha256;
  return computeRiskDrift(spread, decisions.filter(isOfModel));
}
