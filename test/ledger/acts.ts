// Generators of acts on a ledger for fast-check. Acts name accounts and transactions by number, so
// that every sequence, and every shortened one, can be played.

import fc from 'fast-check';
import { DAY_MS } from '../../ledger/durations.ts';

export interface Send {
  readonly kind: 'send';
  readonly from: number;
  readonly to: number;
  readonly type: 'transfer' | 'deposit' | 'withdrawal';
  readonly amount: number;
  readonly otherCurrency: boolean;
  readonly manual: boolean;
  readonly holdMs: number | null;
  /** True when settled at once; otherwise the transaction waits for an act `settle`. */
  readonly now: boolean;
}

/** Moves the clock to just before or after the end of a hold, and then tries `next`. */
export interface RunOut {
  readonly kind: 'runOut';
  readonly transaction: number;
  /** Milliseconds after the end of the hold. */
  readonly offset: number;
  readonly next: 'capture' | 'expire' | 'spend';
}

/** Reverses a booking or part of it. `forced`: an operator allows a payee below zero. */
export interface Reverse {
  readonly kind: 'reverse';
  readonly transaction: number;
  readonly part: Part;
  readonly forced: boolean;
  readonly now: boolean;
}

export type Act =
  | Send
  | Reverse
  | { readonly kind: 'settle'; readonly transactions: readonly number[]; readonly faults: boolean }
  | { readonly kind: 'capture'; readonly transaction: number; readonly part: Part }
  | { readonly kind: 'release'; readonly transaction: number; readonly to: ReleaseStatus }
  | { readonly kind: 'replay'; readonly transaction: number; readonly sameBody: boolean }
  | { readonly kind: 'move'; readonly account: number; readonly to: Goal; readonly all: boolean }
  | { readonly kind: 'sleep'; readonly account: number }
  | { readonly kind: 'limit'; readonly account: number; readonly overdraft: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | RunOut
  | { readonly kind: 'together'; readonly acts: readonly Act[] };

export type Part = 'all' | 'half' | 'one' | 'over';
export type ReleaseStatus = 'canceled' | 'expired' | 'failed';
export type Goal = 'active' | 'frozen' | 'closed';

const account = fc.nat(3);
const transaction = fc.nat(40);

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 150 }) },
  { weight: 2, arbitrary: fc.integer({ min: 150, max: 600 }) },
  { weight: 1, arbitrary: fc.constant(1) },
);

const send: fc.Arbitrary<Send> = fc.record({
  kind: fc.constant('send' as const),
  from: account,
  to: account,
  type: fc.constantFrom('transfer', 'transfer', 'transfer', 'deposit', 'withdrawal'),
  amount,
  otherCurrency: fc.nat(19).map((n) => n === 0),
  manual: fc.boolean(),
  holdMs: fc.option(fc.integer({ min: 1, max: 5000 })),
  now: fc.nat(2).map((n) => n > 0),
});

// A deposit near the largest balance; booked at once, so that pending credits stay in range.
const flood: fc.Arbitrary<Act> = account.map((to) => ({
  kind: 'send',
  from: to,
  to,
  type: 'deposit',
  amount: Number.MAX_SAFE_INTEGER - 200,
  otherCurrency: false,
  manual: false,
  holdMs: null,
  now: true,
}));

const settle = fc.record({
  kind: fc.constant('settle' as const),
  transactions: fc.oneof(
    fc.tuple(transaction),
    fc.array(transaction, { minLength: 2, maxLength: 6, size: 'max' }),
  ),
  faults: fc.nat(2).map((n) => n === 0),
});

const capture = fc.record({
  kind: fc.constant('capture' as const),
  transaction,
  part: fc.constantFrom('all' as const, 'half' as const, 'one' as const, 'over' as const),
});

const reverse: fc.Arbitrary<Reverse> = fc.record({
  kind: fc.constant('reverse' as const),
  transaction,
  part: fc.constantFrom('all' as const, 'half' as const, 'one' as const, 'over' as const),
  forced: fc.nat(4).map((n) => n === 0),
  now: fc.nat(2).map((n) => n > 0),
});

const release = fc.record({
  kind: fc.constant('release' as const),
  transaction,
  to: fc.constantFrom('canceled' as const, 'expired' as const, 'failed' as const),
});

const replay = fc.record({
  kind: fc.constant('replay' as const),
  transaction,
  sameBody: fc.boolean(),
});

const move = fc.record({
  kind: fc.constant('move' as const),
  account,
  to: fc.constantFrom('active' as const, 'active' as const, 'frozen' as const, 'closed' as const),
  all: fc.boolean(),
});

/** Acts of which several may arrive at once. */
const request = fc.oneof(
  { weight: 12, arbitrary: send },
  { weight: 4, arbitrary: settle },
  { weight: 5, arbitrary: capture },
  { weight: 3, arbitrary: release },
  { weight: 4, arbitrary: reverse },
  { weight: 1, arbitrary: replay },
  { weight: 4, arbitrary: move },
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 20, arbitrary: request },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('together' as const),
      acts: fc.array(request, { minLength: 2, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: flood },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sleep' as const), account }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      account,
      overdraft: fc.integer({ min: 0, max: 200 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: -2000, max: 6000 }) },
        { weight: 1, arbitrary: fc.constant(8 * DAY_MS) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('runOut' as const),
      transaction,
      offset: fc.integer({ min: -1, max: 1 }),
      next: fc.constantFrom('capture' as const, 'expire' as const, 'spend' as const),
    }),
  },
);

/** A sequence of acts. */
export const acts = fc.array(act, { minLength: 1, maxLength: 20, size: 'max' });
