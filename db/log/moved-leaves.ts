// Checks that bookings from another ledger are unchanged: the leaf in that ledger, which its
// checkpoints prove, must be the hash of the rows in this ledger. The check needs both ledgers.

import type BetterSqlite3 from 'better-sqlite3';
import { canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';

interface ArrivedRow {
  readonly leafIndex: number;
  readonly transactionId: string;
  readonly firstLedger: string;
  readonly firstIndex: number;
  readonly type: string;
  readonly currency: string;
  readonly postedAt: number;
  /** Null when the content was erased. */
  readonly salt: Buffer | null;
}

interface FirstLeafCheck {
  /** Number of checked bookings from other ledgers. */
  readonly checked: number;
  readonly violations: number;
  /** Number of bookings from ledgers that are not available. */
  readonly unchecked: number;
  /** Up to five violations. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

const MAX_EXAMPLES = 5;

/**
 * Checks the bookings that came from other ledgers.
 * @param ledgers open databases of the bank's ledgers, by name
 * @param unavailable names of ledgers that are not available; omitted: none
 */
export function checkFirstLeaves(
  ledgers: ReadonlyMap<string, BetterSqlite3.Database>,
  unavailable: ReadonlySet<string> = new Set(),
): FirstLeafCheck {
  let [checked, violations, unchecked] = [0, 0, 0];
  const examples: Readonly<Record<string, unknown>>[] = [];
  for (const [name, db] of ledgers) {
    const hasFirstLeaf = firstLeafTest(db, ledgers);
    for (const row of listArrived(db)) {
      if (unavailable.has(row.firstLedger)) {
        unchecked += 1;
        continue;
      }
      checked += 1;
      if (hasFirstLeaf(row)) continue;
      violations += 1;
      const { transactionId, firstLedger, firstIndex } = row;
      if (examples.length < MAX_EXAMPLES) {
        examples.push({ ledger: name, transactionId, firstLedger, firstIndex });
      }
    }
  }
  return { checked, violations, unchecked, examples };
}

function listArrived(db: BetterSqlite3.Database): ArrivedRow[] {
  return db
    .prepare<[], ArrivedRow>(
      `SELECT a.leaf_index AS leafIndex, a.transaction_id AS transactionId,
         a.first_ledger AS firstLedger, a.first_index AS firstIndex, t.type, t.currency,
         t.posted_at AS postedAt, s.salt
       FROM arrived_leaves a LEFT JOIN transactions t ON t.id = a.transaction_id
       LEFT JOIN leaf_salts s ON s.leaf_index = a.leaf_index ORDER BY a.leaf_index`,
    )
    .all();
}

function firstLeafTest(
  db: BetterSqlite3.Database,
  ledgers: ReadonlyMap<string, BetterSqlite3.Database>,
): (row: ArrivedRow) => boolean {
  const entriesOf = db.prepare<
    [number],
    { accountId: string; amount: number; currency: string; direction: 'debit' | 'credit' }
  >(
    `SELECT account_id AS accountId, amount, currency, direction FROM entries
     WHERE ledger_sequence = ? ORDER BY leg`,
  );
  return (row) => {
    const leaf = ledgers
      .get(row.firstLedger)
      ?.prepare<[number], { transactionId: string; hash: Buffer }>(
        'SELECT transaction_id AS transactionId, hash FROM leaves WHERE leaf_index = ?',
      )
      .get(row.firstIndex);
    if (leaf?.transactionId !== row.transactionId) return false;
    if (row.salt === null) return true;
    const content = canonicalLeaf({
      currency: row.currency,
      entries: entriesOf.all(row.leafIndex + 1),
      ledgerSequence: row.firstIndex + 1,
      postedAt: row.postedAt,
      salt: row.salt.toString('hex'),
      transactionId: row.transactionId,
      type: row.type,
    });
    return hashLeaf(content).equals(leaf.hash);
  };
}
