// The daily look at the model that a developer's payments are judged by: how far its features and
// its score have moved from those of the training.

import { listDrift } from '../../db/drift.ts';
import type { Ledger } from '../../db/sqlite.ts';
import { findChampion } from '../../db/trainings.ts';
import { dayOf } from '../../ledger/drift.ts';
import { recentDecisions, riskDrift } from './risk-live.ts';
import { distributionFor } from './spread.ts';

const WINDOW_MS = 30 * 86_400_000;
/** Newest decisions that are looked at. */
const MOST_ROWS = 5_000;

/** `nothing`: what the model learnt from is not known, or too little was asked to tell a shift. */
export type DriftLook = 'written' | 'done_before' | 'nothing';

/** Writes down the look of today, by the developer's clock. */
export async function lookAtDrift(ledger: Ledger, tenantId: string): Promise<DriftLook> {
  const version = findChampion(ledger, tenantId, 'fraud');
  const spread =
    version?.source === 'platform' ? distributionFor(version.name, version.modelVersion) : null;
  if (!version || !spread) return 'nothing';
  const day = dayOf(ledger.clock(tenantId));
  const [last] = listDrift(ledger.database, { tenantId, versionId: version.id, limit: 1 });
  if (last && last.day >= day) return 'done_before';
  const from = ledger.now() - WINDOW_MS;
  const decisions = await recentDecisions(ledger, { tenantId, from, most: MOST_ROWS });
  const own = decisions.filter(({ artifactSha256 }) => artifactSha256 === version.artifact.sha256);
  const drift = riskDrift(spread, own);
  if (!drift) return 'nothing';
  const { rows, psi, score, features } = drift;
  const order = { tenantId, versionId: version.id, day, rows, psi, scorePsi: score, features };
  return (await ledger.models.recordDrift(order)) ? 'written' : 'done_before';
}
