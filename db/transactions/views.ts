// Transactions with everything that their wire form is made of, read for many rows at once by
// statements that do not depend on how many they are.

import { exchanges } from '../exchange/tables.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { preparedOnce } from '../kernel/statements.ts';
import { entries, holds } from '../kernel/tables.ts';
import type { Ledger } from '../ledger.ts';
import { feesOfItems, mayCost } from '../overdrafts/item-fees.ts';
import { railPayments } from '../rails/tables.ts';
import type { RailPaymentRow } from '../rails/view.ts';
import type { RiskDecisionRow } from '../risk/summary.ts';
import { riskDecisions } from '../risk/tables.ts';
import {
  type HoldRow,
  type TransactionRow,
  type TransactionView,
  transactionView,
} from './view.ts';

type EntryRow = typeof entries.$inferSelect;

/** A list of ids or numbers, as the one parameter of a statement. */
const GIVEN = '(SELECT value FROM json_each(?))';

const statementsOf = preparedOnce(({ raw }: Database) => ({
  entries: raw.prepare<[string], EntryRow>(
    `SELECT ${columnsOf(entries)} FROM entries WHERE ledger_sequence IN ${GIVEN}
     ORDER BY ledger_sequence, leg`,
  ),
  holds: raw.prepare<[string], HoldRow>(
    `SELECT ${columnsOf(holds)} FROM holds WHERE transaction_id IN ${GIVEN}`,
  ),
  leaves: raw.prepare<[string], { transactionId: string; hash: Buffer }>(
    `SELECT transaction_id AS transactionId, hash FROM leaves WHERE leaf_index IN ${GIVEN}`,
  ),
  exchanges: raw.prepare<[string], ExchangeRow>(
    `SELECT ${columnsOf(exchanges)} FROM exchanges WHERE transaction_id IN ${GIVEN}`,
  ),
  reversals: raw.prepare<[string], { id: string; reversalOf: string }>(
    `SELECT id, reversal_of AS reversalOf FROM transactions WHERE reversal_of IN ${GIVEN}
     AND status = 'posted' ORDER BY ledger_sequence`,
  ),
  risks: raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id IN ${GIVEN}`,
  ),
  rails: raw.prepare<[string], RailPaymentRow>(
    `SELECT ${columnsOf(railPayments)} FROM rail_payments WHERE transaction_id IN ${GIVEN}`,
  ),
}));

/** The wire forms of rows, in their order; what is of no row is not asked for. */
export function viewsOf(ledger: Ledger, rows: readonly TransactionRow[]): TransactionView[] {
  if (rows.length === 0) return [];
  const { database } = ledger;
  const statements = statementsOf(database);
  const ids = rows.map((row) => row.id);
  const idsOf = (wanted: (row: TransactionRow) => boolean) =>
    rows.filter(wanted).map((row) => row.id);
  const sequences = rows.flatMap((row) => row.ledgerSequence ?? []);
  const leafIndexes = sequences.map((sequence) => sequence - 1);
  const booked = found(statements.entries, sequences);
  const held = found(statements.holds, ids);
  const hashes = found(statements.leaves, leafIndexes);
  const agreed = found(
    statements.exchanges,
    idsOf((row) => row.type === 'exchange'),
  );
  const undone = reversalsOf(
    database,
    idsOf((row) => row.amountReversed > 0),
  );
  const fees = feesOf(database, booked);
  const decided = found(statements.risks, ids);
  const travels = found(statements.rails, ids);
  const standings = ledger.log.standings(leafIndexes);
  return rows.map((row) => {
    const { id, ledgerSequence } = row;
    const standing = ledgerSequence === null ? undefined : standings.get(ledgerSequence - 1);
    return transactionView({
      row,
      entries: booked.get(id) ?? [],
      hold: held.get(id)?.[0] ?? null,
      fees: fees.filter((fee) => fee.id === id),
      exchange: agreed.get(id)?.[0] ?? null,
      rail: travels.get(id)?.[0] ?? null,
      risk: decided.get(id)?.[0] ?? null,
      leafHash: hashes.get(id)?.[0]?.hash ?? null,
      reversedBy: undone.filter((one) => one.reversalOf === id).map((one) => one.id),
      ...(standing === undefined ? {} : { standing }),
      livemode: ledger.livemode,
    });
  });
}

/** The rows of each transaction that a statement finds for ids or numbers. */
function found<Row extends { readonly transactionId: string | null }>(
  statement: { all(given: string): Row[] },
  given: readonly (string | number)[],
): ReadonlyMap<string, readonly Row[]> {
  const grouped = new Map<string, Row[]>();
  if (given.length === 0) return grouped;
  for (const row of statement.all(JSON.stringify(given))) {
    if (row.transactionId === null) continue;
    const group = grouped.get(row.transactionId);
    if (group) group.push(row);
    else grouped.set(row.transactionId, [row]);
  }
  return grouped;
}

/** Booked reversals of those transactions, the first one first. */
function reversalsOf(database: Database, ids: readonly string[]) {
  return ids.length === 0 ? [] : statementsOf(database).reversals.all(JSON.stringify(ids));
}

function feesOf(database: Database, booked: ReadonlyMap<string, readonly EntryRow[]>) {
  const costly = [...booked].filter(([, rows]) => mayCost({ entries: rows }));
  return feesOfItems(
    database,
    costly.map(([id]) => id),
  );
}
