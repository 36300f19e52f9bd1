// Checks that every leaf of the log is the hash of its transaction or decision.

import type BetterSqlite3 from 'better-sqlite3';
import { canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';
import type { Check } from '../invariants.ts';
import { columnsOf } from '../kernel/columns.ts';
import { decisionLeaves } from '../kernel/tables.ts';
import { type DecisionLeafRow, textOfDecision } from './decision-leaves.ts';

interface LeafRow {
  leaf_index: number;
  transaction_id: string;
  hash: Buffer;
  salt: Buffer;
  type: string;
  currency: string;
  ledger_sequence: number;
  posted_at: number;
}

/** Recomputes the hash of every leaf whose salt is not erased. */
export function checkLeafHashes(db: BetterSqlite3.Database): Check {
  const leaves = db.prepare<[], LeafRow>(
    `SELECT l.leaf_index, l.transaction_id, l.hash, s.salt, t.type, t.currency,
     t.ledger_sequence, t.posted_at FROM leaves l JOIN leaf_salts s ON s.leaf_index = l.leaf_index
     JOIN transactions t ON t.id = l.transaction_id`,
  );
  const entriesOf = db.prepare<
    [number],
    { accountId: string; amount: number; currency: string; direction: 'debit' | 'credit' }
  >(
    `SELECT account_id AS accountId, amount, currency, direction FROM entries
     WHERE ledger_sequence = ? ORDER BY leg`,
  );
  const decisions = db.prepare<[], DecisionLeafRow & { readonly hash: Buffer }>(
    `SELECT ${columnsOf(decisionLeaves, 'd')}, l.hash FROM decision_leaves d
     JOIN leaves l ON l.leaf_index = d.leaf_index AND l.transaction_id = d.decision_id
     WHERE d.salt IS NOT NULL`,
  );
  const examples: Record<string, unknown>[] = [];
  let violations = 0;
  for (const row of leaves.iterate()) {
    const expected = hashLeaf(
      canonicalLeaf({
        currency: row.currency,
        entries: entriesOf.all(row.ledger_sequence),
        ledgerSequence: row.ledger_sequence,
        postedAt: row.posted_at,
        salt: row.salt.toString('hex'),
        transactionId: row.transaction_id,
        type: row.type,
      }),
    );
    if (expected.equals(row.hash)) continue;
    violations += 1;
    if (examples.length < 5) examples.push({ transactionId: row.transaction_id });
  }
  for (const row of decisions.iterate()) {
    if (hashLeaf(textOfDecision(row) ?? '').equals(row.hash)) continue;
    violations += 1;
    if (examples.length < 5) examples.push({ decisionId: row.decisionId });
  }
  const guarantee = 'Every leaf is the hash of its transaction or decision.';
  return { name: 'leaf_is_hash', guarantee, violations, examples };
}
