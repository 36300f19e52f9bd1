// Parts of generated sequences of acts: a transaction, the first deposit, shares of an amount.

import type { Part, Send } from './acts.ts';
import type { NaiveTransaction } from './naive-ledger.ts';

/** Currencies of the accounts with which each sequence begins. */
export const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD'];

type NaiveOrder = Pick<NaiveTransaction, 'from' | 'to' | 'amount' | 'currency'> &
  Partial<NaiveTransaction>;

export function transactionOf(order: NaiveOrder): NaiveTransaction {
  return {
    id: '',
    manual: false,
    expiresAt: null,
    settled: false,
    status: 'pending',
    code: null,
    undoes: null,
    forced: false,
    booked: 0n,
    reversed: 0n,
    hold: null,
    ...order,
  };
}

export const FIRST_DEPOSIT: Send = {
  kind: 'send',
  from: 0,
  to: 0,
  type: 'deposit',
  amount: 200,
  otherCurrency: false,
  manual: false,
  holdMs: null,
  now: true,
};

export function partOf(amount: bigint, part: Part): bigint | null {
  if (part === 'all') return null;
  if (part === 'half') return amount / 2n || 1n;
  return part === 'one' ? 1n : amount + 1n;
}
