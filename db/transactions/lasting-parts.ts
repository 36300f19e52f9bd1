// The parts of transactions that never change once written, read for many transactions at once:
// entries, leaves, the terms of an exchange, the risk decision.

import { exchanges } from '../exchange/tables.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { entries, riskDecisions } from '../kernel/tables.ts';

type EntryRow = typeof entries.$inferSelect;

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  entries: raw.prepare<[string], EntryRow>(
    `SELECT ${columnsOf(entries)} FROM entries WHERE ledger_sequence IN ${IN_GIVEN_LIST}
     ORDER BY ledger_sequence, leg`,
  ),
  leaves: raw.prepare<[string], { transactionId: string; hash: Buffer }>(
    `SELECT transaction_id AS transactionId, hash FROM leaves WHERE leaf_index IN ${IN_GIVEN_LIST}`,
  ),
  exchanges: raw.prepare<[string], ExchangeRow>(
    `SELECT ${columnsOf(exchanges)} FROM exchanges WHERE transaction_id IN ${IN_GIVEN_LIST}`,
  ),
  risks: raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id IN ${IN_GIVEN_LIST}`,
  ),
}));

/** The transactions whose parts are read, by kind of part. */
export interface PartsQuery {
  /** Ledger sequences of postings. */
  readonly sequences: readonly number[];
  /** Ids of exchanges. */
  readonly exchanges: readonly string[];
  /** Ids of transactions that may have a risk decision. */
  readonly judged: readonly string[];
}

/**
 * Returns the parts found, by the id of the transaction. A part that is not requested costs no
 * statement.
 */
export function readLastingParts(database: Pick<Database, 'raw'>, query: PartsQuery) {
  const statements = statementsOf(database);
  const { sequences } = query;
  return {
    entries: groupFound(statements.entries, sequences),
    leaves: groupFound(
      statements.leaves,
      sequences.map((sequence) => sequence - 1),
    ),
    exchanges: groupFound(statements.exchanges, query.exchanges),
    risks: groupFound(statements.risks, query.judged),
  };
}

/** Runs a statement for ids or numbers and groups the rows by transaction. */
export function groupFound<Row extends { readonly transactionId: string | null }>(
  statement: { all(parameter: string): Row[] },
  parameters: readonly (string | number)[],
): ReadonlyMap<string, readonly Row[]> {
  return groupRows(statement, parameters, (row) => row.transactionId);
}
