// Reads the parts of many transactions' wire forms with a fixed number of statements.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ShownLedger } from '../kernel/ledger-reads.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { type entries, holds } from '../kernel/tables.ts';
import { logReader } from '../log/tree.ts';
import { railPayments } from '../rails/tables.ts';
import type { RailPaymentRow } from '../rails/view.ts';
import { feesOfItems, mayHaveFee } from './item-fees.ts';
import { groupFound, readLastingParts } from './lasting-parts.ts';
import { type TransactionParts, type TransactionView, transactionView } from './view.ts';

type EntryRow = typeof entries.$inferSelect;

const statementsOf = prepareOnce(({ raw }: Database) => ({
  holds: raw.prepare<[string], HoldRow>(
    `SELECT ${columnsOf(holds)} FROM holds WHERE transaction_id IN ${IN_GIVEN_LIST}`,
  ),
  reversals: raw.prepare<[string], { id: string; reversalOf: string }>(
    `SELECT id, reversal_of AS reversalOf FROM transactions WHERE reversal_of IN ${IN_GIVEN_LIST}
     AND status = 'posted' ORDER BY ledger_sequence`,
  ),
  rails: raw.prepare<[string], RailPaymentRow>(
    `SELECT ${columnsOf(railPayments)} FROM rail_payments WHERE transaction_id IN ${IN_GIVEN_LIST}`,
  ),
}));

/** Renders the wire forms of rows, in the same order. */
export function viewsOf(ledger: Source, rows: readonly TransactionRow[]): TransactionView[] {
  return partsOf(ledger, rows).map(transactionView);
}

interface Source extends ShownLedger {}

/**
 * Returns the parts of the rows' wire forms, in the order of the rows. A part that no row has is
 * not queried.
 */
export function partsOf(
  { database, livemode }: Source,
  rows: readonly TransactionRow[],
): TransactionParts[] {
  if (rows.length === 0) return [];
  const statements = statementsOf(database);
  const ids = rows.map((row) => row.id);
  const idsOf = (isWanted: (row: TransactionRow) => boolean) =>
    rows.filter(isWanted).map((row) => row.id);
  const sequences = rows.flatMap((row) => row.ledgerSequence ?? []);
  const leafIndexes = sequences.map((sequence) => sequence - 1);
  const lastingParts = readLastingParts(database, {
    sequences,
    exchanges: idsOf((row) => row.type === 'exchange'),
    judged: ids,
  });
  const heldRows = groupFound(statements.holds, ids);
  const reversals = reversalsOf(
    database,
    idsOf((row) => row.amountReversed > 0),
  );
  const fees = feesOf(database, lastingParts.entries);
  const railRows = groupFound(statements.rails, ids);
  const anchorStates = logReader(database).anchorStates(leafIndexes);
  return rows.map((row) => {
    const { id, ledgerSequence } = row;
    const anchorState = ledgerSequence === null ? undefined : anchorStates.get(ledgerSequence - 1);
    return {
      row,
      entries: lastingParts.entries.get(id) ?? [],
      hold: heldRows.get(id)?.[0] ?? null,
      fees: fees.filter((fee) => fee.id === id),
      exchange: lastingParts.exchanges.get(id)?.[0] ?? null,
      rail: railRows.get(id)?.[0] ?? null,
      risk: lastingParts.risks.get(id)?.[0] ?? null,
      leafHash: lastingParts.leaves.get(id)?.[0]?.hash ?? null,
      reversedBy: reversals
        .filter((reversal) => reversal.reversalOf === id)
        .map((reversal) => reversal.id),
      ...(anchorState === undefined ? {} : { anchorState }),
      livemode,
    };
  });
}

/** Reads the booked reversals of transactions, oldest first. */
function reversalsOf(database: Database, ids: readonly string[]) {
  return ids.length === 0 ? [] : statementsOf(database).reversals.all(JSON.stringify(ids));
}

function feesOf(database: Database, bookedEntries: ReadonlyMap<string, readonly EntryRow[]>) {
  const withFees = [...bookedEntries].filter(([, rows]) => mayHaveFee({ entries: rows }));
  return feesOfItems(
    database,
    withFees.map(([id]) => id),
  );
}
