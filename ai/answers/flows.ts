// Classifies booked movements as spending or income. Transfers between own accounts are neither; a
// reversal subtracts the movement that it reverses; fees and exchanges are asked about by name.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { formatMinor } from '../../ledger/money.ts';
import type { Citation } from './books.ts';

export type Flow = 'spending' | 'income' | 'fees' | 'exchanged';

const PAYMENTS: ReadonlySet<string> = new Set(['transfer', 'deposit', 'withdrawal']);

/** Returns a movement's share of a flow in minor units, 0 when it does not belong to the flow. */
export function shareOf(flow: Flow, one: BookedMovement): number {
  const isBack = one.type === 'reversal';
  const type = isBack ? (one.reversedType ?? '') : one.type;
  const isOut = (one.direction === 'debit') !== isBack;
  const signed = isBack ? -one.amount : one.amount;
  if (flow === 'fees') return type === 'fee' ? signed * (isOut ? 1 : -1) : 0;
  if (flow === 'exchanged') return type === 'exchange' && isOut ? signed : 0;
  if (one.isOwn || !PAYMENTS.has(type)) return 0;
  return isOut === (flow === 'spending') ? signed : 0;
}

export interface Sum {
  readonly currency: string;
  readonly value: number;
  readonly rows: readonly BookedMovement[];
}

/** The sum in each currency, the currency with the most movements first. */
export function sumsOf(flow: Flow, movements: readonly BookedMovement[]): Sum[] {
  const by = new Map<string, { value: number; rows: BookedMovement[] }>();
  for (const one of movements) {
    const share = shareOf(flow, one);
    if (share === 0) continue;
    const sum = by.get(one.currency) ?? { value: 0, rows: [] };
    sum.value += share;
    sum.rows.push(one);
    by.set(one.currency, sum);
  }
  return [...by]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .sort((one, other) => other.rows.length - one.rows.length);
}

/** `EUR 1,234.50` */
export function moneyText(minor: number, currency: string): string {
  const [whole = '', fraction] = formatMinor(BigInt(Math.abs(minor)), currency).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = minor < 0 ? '-' : '';
  return `${currency} ${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

const MOST_CITED = 10;

/** The newest rows that a figure is made of. */
export function citationsOf(rows: readonly BookedMovement[]): Citation[] {
  const ids = [...new Set(rows.map(({ transactionId }) => transactionId))];
  return ids.slice(-MOST_CITED).map((id) => ({ type: 'transaction' as const, id }));
}
