// Reads an archived risk decision from its file, on the thread of archives.

import { join } from 'node:path';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { decisionOf } from './archive-kinds.ts';
import { archiveFolder } from './folder.ts';
import { findArchiveOf } from './reads.ts';
import type { ArchiveThread } from './thread.ts';

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  byDecision: raw
    .prepare<[string, string], string>(
      `SELECT id FROM transactions INDEXED BY transactions_by_archived_decision
       WHERE archived_risk ->> '$.decisionId' = ? AND archived_risk IS NOT NULL AND tenant_id = ?`,
    )
    .pluck(),
  isArchived: raw
    .prepare<[string, string], 1>(
      'SELECT 1 FROM transactions WHERE id = ? AND tenant_id = ? AND archived_risk IS NOT NULL',
    )
    .pluck(),
}));

/** Identifies a decision of a tenant, by its own id or by that of its transaction. */
export type DecisionKey = { readonly tenantId: string } & (
  | { readonly decisionId: string }
  | { readonly transactionId: string }
);

/** Returns the transaction of an archived decision; null when the decision is not archived. */
export function findArchivedDecision(
  { database }: LedgerReads,
  sought: DecisionKey,
): string | null {
  const { byDecision, isArchived } = statementsOf(database);
  const { tenantId } = sought;
  if ('decisionId' in sought) return byDecision.get(sought.decisionId, tenantId) ?? null;
  return isArchived.get(sought.transactionId, tenantId) === undefined ? null : sought.transactionId;
}

/**
 * Returns an archived decision, or null when its file is not on this host.
 * @param place the data directory, the name of the ledger and the transaction
 * @throws Error when the hash of the file differs from the recorded hash
 */
export async function readArchivedDecision(
  ledger: LedgerReads,
  thread: ArchiveThread,
  place: { readonly dataDir: string; readonly name: string; readonly transactionId: string },
): Promise<RiskDecisionRow | null> {
  const { dataDir, name, transactionId: id } = place;
  const archive = findArchiveOf(ledger, 'decisions', id);
  if (!archive) return null;
  const path = join(archiveFolder(dataDir, name), archive.file);
  const rows = await thread.read({ noun: 'decisions', path, sha256: archive.sha256, id });
  const [row] = rows ?? [];
  return row ? decisionOf(row) : null;
}
