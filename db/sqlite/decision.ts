// What is decided about an accepted transaction, with everything that it was decided on. Settling
// writes it down and a dry run only tells it, so that the two can never differ.

import type { LimitFacts } from '../../ledger/limits.ts';
import type { Rail } from '../../ledger/transaction.ts';
import {
  type Decision,
  decide,
  decideReversal,
  type TransferOrder,
} from '../../ledger/transfer.ts';
import type { TransactionRow } from '../transaction-view.ts';
import type { BusinessClock } from './clock.ts';
import type { Journal, LoadedAccount } from './journal.ts';
import type { LimitWriter } from './limits.ts';
import type { TransactionWriter } from './transactions.ts';

export interface DecisionDeps {
  readonly writer: Pick<TransactionWriter, 'find'>;
  readonly journal: Pick<Journal, 'load'>;
  readonly limits: Pick<LimitWriter, 'facts'>;
  readonly closedRails: readonly Rail[];
  /** Decides which holds have run out. */
  readonly clock: BusinessClock;
}

export interface Case {
  readonly decision: Decision;
  readonly source: LoadedAccount;
  /** The transaction that a reversal undoes. */
  readonly original: TransactionRow | undefined;
  readonly limits: LimitFacts | null;
}

/** Decides a transaction by what stands in the ledger now; reads only. */
export function decided(deps: DecisionDeps, row: TransactionRow, at: number): Case {
  const { closedRails, journal } = deps;
  const time = deps.clock(row.tenantId);
  const source = journal.load(row.sourceAccountId, time);
  const destination = journal.load(row.destinationAccountId, time);
  const original = row.reversalOf === null ? undefined : deps.writer.find(row.reversalOf);
  // Nobody's limits stand against the way back of money, and it uses none of them.
  const limits = original ? null : deps.limits.facts(row, at);
  const decision = original
    ? decideReversal(bookedOf(original), reversalOf(row), source, destination)
    : decide(orderOf(row), source, destination, { closedRails, limits });
  return { decision, source, original, limits };
}

const bookedOf = (row: TransactionRow) => ({
  amountPosted: BigInt(row.amountPosted ?? 0),
  amountReversed: BigInt(row.amountReversed),
});

const reversalOf = (row: TransactionRow) => ({
  amount: BigInt(row.amount),
  allowNegative: row.allowNegative === 1,
});

function orderOf(row: TransactionRow): TransferOrder {
  const party =
    row.externalParty === null ? null : (JSON.parse(row.externalParty) as { method?: Rail });
  return {
    amount: BigInt(row.amount),
    currency: row.currency,
    capture: row.capture,
    rail: party?.method ?? null,
  };
}
