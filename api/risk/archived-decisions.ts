// Archived decisions, which are read from the archive file, or refused when it is not on this host.

import {
  type DecisionKey,
  findArchivedDecision,
  readArchivedDecision,
} from '../../db/archives/archived-decision.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import type { Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';

/**
 * Returns an archived decision, or null when it is not archived.
 * @throws Problem when the file is not on this host
 */
export async function openArchivedDecision(
  { archives, config, log }: Deps,
  { ledger }: Services,
  key: DecisionKey,
): Promise<RiskDecisionRow | null> {
  const transactionId = findArchivedDecision(ledger, key);
  if (transactionId === null) return null;
  const place = { dataDir: config.dataDir, name: ledger.name, transactionId };
  const row = await readArchivedDecision(ledger, archives, place).catch((error: unknown) => {
    log.error({ error, transaction: transactionId }, 'the archive of a decision cannot be read');
    return null;
  });
  if (!row) throw new Problem('decision_archived');
  return row;
}
