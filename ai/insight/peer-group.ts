// Compares a customer with others of the same developer without revealing a single one: a group has
// at least ten members, and its quartiles are rounded means over several of them.

import { type PeerFigures, readPeers } from '../../db/movements/peers.ts';
import type { BookReader } from '../../db/movements/reads.ts';
import type { InsightBooks, InsightOrder } from './books.ts';
import { sortNumbers } from './figures.ts';

export const MIN_MEMBERS = 10;
/** Minimum number of payments in the period for a member. */
const MIN_PAYMENTS = 5;
/** Number of members whose mean gives a quartile. */
const MEMBERS_PER_QUARTILE = 3;

export type Quarter = 'lowest' | 'second' | 'third' | 'highest';

export interface PeerMetric {
  readonly name: 'payments' | 'amount' | 'average_amount';
  readonly own: number;
  readonly quarters: readonly [number, number, number];
  readonly ownQuarter: Quarter;
}

export type PeerComparison =
  | { readonly status: 'not_asked' }
  | { readonly status: 'not_available'; readonly leastMembers: number }
  | {
      readonly status: 'computed';
      /** Number of members, rounded down to tens. */
      readonly membersAtLeast: number;
      readonly leastMembers: number;
      readonly metrics: readonly PeerMetric[];
    };

/** Compares a customer's payments in the period with those of other customers. */
export function comparePeers(
  reader: BookReader,
  order: InsightOrder,
  { currency, period }: Pick<InsightBooks, 'currency' | 'period'>,
  figures: PeerFigures,
): PeerComparison {
  return compareWithPeers(
    readPeers(reader, { ...order, ...period, currency }, MIN_PAYMENTS),
    figures,
  );
}

/** Compares figures that were computed before. */
export function compareWithPeers(
  members: readonly PeerFigures[],
  figures: PeerFigures,
): PeerComparison {
  if (members.length < MIN_MEMBERS) {
    return { status: 'not_available', leastMembers: MIN_MEMBERS };
  }
  const average = ({ amount, payments }: PeerFigures) => Math.round(amount / Math.max(1, payments));
  const metrics = [
    makeMetric(
      'payments',
      members.map(({ payments }) => payments),
      figures.payments,
    ),
    makeMetric(
      'amount',
      members.map(({ amount }) => amount),
      figures.amount,
    ),
    makeMetric('average_amount', members.map(average), average(figures)),
  ];
  const membersAtLeast = Math.floor(members.length / 10) * 10;
  return { status: 'computed', membersAtLeast, leastMembers: MIN_MEMBERS, metrics };
}

function makeMetric(
  name: PeerMetric['name'],
  values: readonly number[],
  figure: number,
): PeerMetric {
  const ordered = sortNumbers(values);
  const meanAt = (part: number) => roundToTwoDigits(meanAround(ordered, part));
  const quarters = [meanAt(0.25), meanAt(0.5), meanAt(0.75)] as const;
  const passed = quarters.filter((quarter) => figure > quarter).length;
  const ownQuarter = (['lowest', 'second', 'third', 'highest'] as const)[passed] ?? 'highest';
  return { name, own: figure, quarters, ownQuarter };
}

function meanAround(ordered: readonly number[], part: number): number {
  const middle = Math.round((ordered.length - 1) * part);
  const from = Math.min(Math.max(0, middle - 1), ordered.length - MEMBERS_PER_QUARTILE);
  const nearMembers = ordered.slice(from, from + MEMBERS_PER_QUARTILE);
  return nearMembers.reduce((sum, value) => sum + value, 0) / nearMembers.length;
}

function roundToTwoDigits(value: number): number {
  if (value < 100) return Math.round(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.round(value / unit) * unit;
}
