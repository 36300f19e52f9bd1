// External account numbers with a fixed outcome in the simulated networks. docs/build/rails.md
// lists them; a test compares the two.

import type { NetworkRail } from '../../ledger/rail.ts';

/** The outcome of a payment from or to one of these accounts. */
export type FixedOutcome =
  /** The network refuses the payment. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The network returns the payment instead of settling it. */
  | { readonly kind: 'returned'; readonly code: string }
  /** The network settles the payment and returns it some open days later. */
  | { readonly kind: 'returned_late'; readonly code: string; readonly openDays: number }
  /** The payment waits until a simulation settles or returns it. */
  | { readonly kind: 'waits' };

const refuseWith = (code: string): FixedOutcome => ({ kind: 'refused', code });
const returnWith = (code: string): FixedOutcome => ({ kind: 'returned', code });
const returnLateWith = (code: string, openDays: number): FixedOutcome => ({
  kind: 'returned_late',
  code,
  openDays,
});

/** SEPA and wires identify accounts by IBAN. These have valid check digits. */
const BY_IBAN: Readonly<Record<string, FixedOutcome>> = {
  DE66100000000000000004: returnWith('AC04'),
  DE87100000000000000014: returnWith('AM04'),
  DE11100000000000000024: returnWith('MS03'),
  DE10200000000000000004: returnLateWith('AC04', 2),
  DE31200000000000000014: returnLateWith('MS03', 2),
  DE35300000000000000001: refuseWith('AC01'),
  DE23999999990000000000: { kind: 'waits' },
};

export const MAGIC_ACCOUNTS: Readonly<Record<NetworkRail, Readonly<Record<string, FixedOutcome>>>> =
  {
    ach: {
      '000111111101': returnWith('R01'),
      '000111111102': returnWith('R02'),
      '000111111110': returnWith('R10'),
      '000222222201': returnLateWith('R01', 2),
      '000222222210': returnLateWith('R10', 2),
      '000333333304': refuseWith('R04'),
      '000999999999': { kind: 'waits' },
    },
    wire: BY_IBAN,
    sepa: BY_IBAN,
    // Tokens, because the bank never handles card numbers.
    card: {
      TOK_51: returnWith('51'),
      TOK_54: returnWith('54'),
      TOK_05: refuseWith('05'),
      TOK_14: refuseWith('14'),
      'TOK_10.4': returnLateWith('10.4', 5),
      TOK_WAITS: { kind: 'waits' },
    },
  };

/** Returns the fixed outcome of an account, or null when its payments settle normally. */
export function findFixedOutcome(
  rail: NetworkRail,
  accountNumber: string | null,
): FixedOutcome | null {
  if (accountNumber === null) return null;
  const normalNumber = accountNumber.replace(/[\s-]/g, '').toUpperCase();
  return MAGIC_ACCOUNTS[rail][normalNumber] ?? null;
}
