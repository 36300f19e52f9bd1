// What a booked transaction is made of beside its row, for the event of a later step.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { entries } from '../kernel/tables.ts';
import { logReader } from '../log/tree.ts';
import { itemFees } from '../overdrafts/item-fees.ts';
import type { RiskDecisionRow } from '../risk/summary.ts';
import { riskDecisions } from '../risk/tables.ts';
import type { TransactionParts, TransactionRow } from './view.ts';

type BookedParts = Pick<
  TransactionParts,
  'entries' | 'fees' | 'leafHash' | 'standing' | 'reversedBy' | 'risk'
>;

/** Returns the function that reads them; the reversals are those booked so far. */
export function bookedParts(database: Database): (row: TransactionRow) => BookedParts {
  const { raw } = database;
  const log = logReader(database);
  const entriesOf = raw.prepare<[number | null], typeof entries.$inferSelect>(
    `SELECT ${columnsOf(entries)} FROM entries WHERE ledger_sequence = ? ORDER BY leg`,
  );
  const leafOf = raw
    .prepare<[number], Buffer>('SELECT hash FROM leaves WHERE leaf_index = ?')
    .pluck();
  const reversals = raw
    .prepare<[string], string>(
      `SELECT id FROM transactions WHERE reversal_of = ? AND status = 'posted'
       ORDER BY ledger_sequence`,
    )
    .pluck();
  const risks = raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id = ?`,
  );
  const feesOf = itemFees(database);
  return ({ id, ledgerSequence }) => {
    const booked = entriesOf.all(ledgerSequence);
    return {
      risk: risks.get(id) ?? null,
      entries: booked,
      fees: feesOf({ id, entries: booked }),
      leafHash: leafOf.get((ledgerSequence ?? 0) - 1) ?? null,
      ...(ledgerSequence === null ? {} : { standing: log.standing(ledgerSequence - 1) }),
      reversedBy: reversals.all(id),
    };
  };
}
