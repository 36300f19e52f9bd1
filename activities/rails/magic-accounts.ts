// Account numbers outside with which the simulated networks play a fate. They are published in
// docs/rails.md; a test compares the two.

import type { NetworkRail } from '../../ledger/rail.ts';

/** The outcome of a payment from or to one of these accounts. */
export type Fate =
  /** The network does not take it. */
  | { readonly kind: 'refused'; readonly code: string }
  /** It comes back instead of being settled. */
  | { readonly kind: 'returned'; readonly code: string }
  /** It is settled, and comes back some open days later. */
  | { readonly kind: 'returned_late'; readonly code: string; readonly openDays: number }
  /** It waits until a simulation settles or returns it. */
  | { readonly kind: 'waits' };

const refuseWith = (code: string): Fate => ({ kind: 'refused', code });
const returnWith = (code: string): Fate => ({ kind: 'returned', code });
const late = (code: string, openDays: number): Fate => ({ kind: 'returned_late', code, openDays });

/** SEPA and wires speak of accounts by their IBAN; the check digits of these are right. */
const BY_IBAN: Readonly<Record<string, Fate>> = {
  DE66100000000000000004: returnWith('AC04'),
  DE87100000000000000014: returnWith('AM04'),
  DE11100000000000000024: returnWith('MS03'),
  DE10200000000000000004: late('AC04', 2),
  DE31200000000000000014: late('MS03', 2),
  DE35300000000000000001: refuseWith('AC01'),
  DE23999999990000000000: { kind: 'waits' },
};

export const MAGIC_ACCOUNTS: Readonly<Record<NetworkRail, Readonly<Record<string, Fate>>>> = {
  ach: {
    '000111111101': returnWith('R01'),
    '000111111102': returnWith('R02'),
    '000111111110': returnWith('R10'),
    '000222222201': late('R01', 2),
    '000222222210': late('R10', 2),
    '000333333304': refuseWith('R04'),
    '000999999999': { kind: 'waits' },
  },
  wire: BY_IBAN,
  sepa: BY_IBAN,
  // Never the number of a card: a token stands for it.
  card: {
    TOK_51: returnWith('51'),
    TOK_54: returnWith('54'),
    TOK_05: refuseWith('05'),
    TOK_14: refuseWith('14'),
    'TOK_10.4': late('10.4', 5),
    TOK_WAITS: { kind: 'waits' },
  },
};

/** Returns the fate of an account, or null when its payments settle normally. */
export function fateOf(rail: NetworkRail, accountNumber: string | null): Fate | null {
  if (accountNumber === null) return null;
  const plain = accountNumber.replace(/[\s-]/g, '').toUpperCase();
  return MAGIC_ACCOUNTS[rail][plain] ?? null;
}
