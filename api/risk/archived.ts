// Decisions that lie in an archive: they are read from its file, or refused when that is not there.

import {
  type DecisionKey,
  findArchivedDecision,
  readArchivedDecision,
} from '../../db/archives/archived-decision.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import type { Deps, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';

/**
 * Null: no archived decision is sought.
 * @throws Problem when its file is not on this host
 */
export async function archivedDecision(
  { archives, config, log }: Deps,
  { ledger }: Desk,
  sought: DecisionKey,
): Promise<RiskDecisionRow | null> {
  const transactionId = findArchivedDecision(ledger, sought);
  if (transactionId === null) return null;
  const place = { dataDir: config.dataDir, name: ledger.name, transactionId };
  const row = await readArchivedDecision(ledger, archives, place).catch((error: unknown) => {
    log.error({ error, transaction: transactionId }, 'the archive of a decision cannot be read');
    return null;
  });
  if (!row) throw new Problem('decision_archived');
  return row;
}
