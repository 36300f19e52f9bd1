// Precedence of refusals: the earliest applicable reason in the catalogue. Each is restated here.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_STATUSES, type LedgerAccount } from '../../ledger/account.ts';
import { MAX_AMOUNT } from '../../ledger/money.ts';
import { REJECTIONS, type RejectionCode } from '../../ledger/rejection.ts';
import { RAILS } from '../../ledger/transaction.ts';
import {
  type BookedMoney,
  type Decision,
  decide,
  decideCapture,
  decideReversal,
  type HeldMoney,
  type TransferOrder,
  type TransferTerms,
} from '../../ledger/transfer.ts';
import {
  LIMIT_REASONS,
  limitFacts,
  needsCode,
  needsSecond,
  STEP_UP_REASONS,
  TESTED_ELSEWHERE,
} from './limit-facts.ts';

interface Facts {
  readonly order: TransferOrder;
  readonly source: LedgerAccount;
  readonly destination: LedgerAccount;
  readonly terms: TransferTerms;
}

type Reasons<F> = Partial<Record<RejectionCode, (facts: F) => boolean>>;

const isGone = ({ status }: LedgerAccount) => status === 'closed' || status === 'rejected';
const isShort = ({ source, order }: Facts) =>
  source.kind === 'customer' && source.posted - source.held + source.overdraftLimit < order.amount;
const overflows = ({ source, destination, order }: Facts) =>
  destination.posted + destination.pendingIn + order.amount >
    (destination.kind === 'customer' ? 2n ** 53n - 1n - destination.overdraftLimit : 2n ** 62n) ||
  source.posted - order.amount <
    (source.kind === 'customer' ? source.held + 1n - 2n ** 53n : -(2n ** 62n));

/**
 * True for a deposit or withdrawal beyond the money paid in beforehand plus the agreed cap.
 */
function isUncovered({ source, destination, order }: Facts, terms: TransferTerms['settlement']) {
  const max = terms?.maxDistance ?? null;
  if (max === null) return false;
  const { kind, posted, pendingIn } = destination;
  if (source.kind === 'settlement' && source.held + order.amount > max + source.posted) return true;
  return kind === 'settlement' && posted + pendingIn + order.amount > max;
}

const ACCOUNT_REASONS: Reasons<Facts> = {
  account_closed: ({ source, destination }) => isGone(source) || isGone(destination),
  account_pending: ({ source, destination }) =>
    source.status === 'pending' || destination.status === 'pending',
  account_frozen: ({ source }) => source.status === 'frozen',
  account_dormant: ({ source }) => source.status === 'dormant',
  debits_blocked: ({ source }) => source.debitsBlocked,
  credits_blocked: ({ destination }) => destination.creditsBlocked,
  balance_out_of_range: overflows,
};

const TRANSFER_REASONS: Reasons<Facts> = {
  ...ACCOUNT_REASONS,
  rail_not_configured: ({ order, terms }) =>
    order.rail !== null && terms.closedRails.includes(order.rail),
  currency_mismatch: ({ order, source, destination }) =>
    source.currency !== order.currency || destination.currency !== order.currency,
  insufficient_funds: (facts) => isShort(facts) && facts.source.overdraftLimit === 0n,
  overdraft_limit_exceeded: (facts) => isShort(facts) && facts.source.overdraftLimit > 0n,
  ...LIMIT_REASONS,
  ...STEP_UP_REASONS,
  external_party_required: ({ terms }) => terms.settlement?.isPartyMissing === true,
  settlement_cap_exceeded: (facts) => isUncovered(facts, facts.terms.settlement),
};

const CAPTURE_REASONS: Reasons<Facts & { readonly hold: HeldMoney }> = {
  ...ACCOUNT_REASONS,
  balance_out_of_range: ({ hold, ...facts }) => {
    const { destination } = facts;
    const pendingIn = destination.pendingIn - hold.amount;
    return overflows({ ...facts, destination: { ...destination, pendingIn } });
  },
  hold_expired: ({ hold }) => hold.expired,
  capture_exceeds_hold: ({ hold, order }) => order.amount > hold.amount,
};

interface Reversal extends Facts {
  readonly original: BookedMoney;
  readonly allowNegative: boolean;
}

const REVERSAL_REASONS: Reasons<Reversal> = {
  ...ACCOUNT_REASONS,
  settlement_cap_exceeded: (facts) => isUncovered(facts, facts.terms.settlement),
  already_reversed: ({ original }) => original.amountPosted === original.amountReversed,
  reversal_exceeds_amount: ({ original, order }) =>
    order.amount > original.amountPosted - original.amountReversed,
  insufficient_funds: (facts) =>
    !facts.allowNegative && isShort(facts) && facts.source.overdraftLimit === 0n,
  overdraft_limit_exceeded: (facts) =>
    !facts.allowNegative && isShort(facts) && facts.source.overdraftLimit > 0n,
};

/** The reasons that apply, in the order of the catalogue. */
function reasonsAgainst<F>(reasons: Reasons<F>, facts: F): RejectionCode[] {
  return REJECTIONS.map(({ code }) => code).filter((code) => reasons[code]?.(facts) ?? false);
}

// Cases without a fault are as likely as cases with one, so that two or three reasons often
// coincide.
const oftenOr = <T>(usual: T, ...unusualValues: T[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...unusualValues));
const amount = fc.oneof(
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, MAX_AMOUNT),
  fc.constantFrom(1n, MAX_AMOUNT),
);
const balance = fc.oneof(
  fc.bigInt(-300n, 300n),
  fc.bigInt(-MAX_AMOUNT, MAX_AMOUNT),
  fc.constantFrom(0n, MAX_AMOUNT, MAX_AMOUNT - 1n),
);

function accountArbitrary(id: string): fc.Arbitrary<LedgerAccount> {
  const customer = fc.record({
    id: fc.constant(id),
    kind: fc.constant('customer' as const),
    currency: oftenOr('EUR', 'USD'),
    status: oftenOr('active' as const, ...ACCOUNT_STATUSES),
    debitsBlocked: oftenOr(false, true),
    creditsBlocked: oftenOr(false, true),
    posted: balance,
    held: fc.oneof(fc.constant(0n), fc.bigInt(0n, 300n)),
    pendingIn: fc.oneof(fc.constant(0n), fc.bigInt(0n, 300n), fc.constant(MAX_AMOUNT - 100n)),
    overdraftLimit: fc.oneof(fc.constant(0n), fc.bigInt(0n, 300n)),
  });
  const edge = 2n ** 62n;
  const bank = fc.record({
    posted: fc.oneof(balance, fc.constantFrom(edge, edge - 100n, -edge, 100n - edge)),
    currency: oftenOr('EUR', 'USD'),
  });
  const plain = {
    id,
    kind: 'settlement' as const,
    status: 'active' as const,
    debitsBlocked: false,
    creditsBlocked: false,
    held: 0n,
    pendingIn: 0n,
    overdraftLimit: 0n,
  };
  return fc.oneof(
    { weight: 5, arbitrary: customer },
    { weight: 1, arbitrary: bank.map((fields) => ({ ...plain, ...fields })) },
  );
}

const facts: fc.Arbitrary<Facts> = fc
  .record({
    order: fc.record({
      amount,
      currency: oftenOr('EUR', 'USD'),
      capture: fc.constantFrom('automatic' as const, 'manual' as const),
      rail: fc.oneof(fc.constant(null), fc.constantFrom(...RAILS)),
      stepUp: fc.constantFrom('confirmed' as const, 'enrolled', 'none', 'absent'),
    }),
    source: accountArbitrary('acc_source'),
    destination: accountArbitrary('acc_destination'),
    terms: fc.record({
      closedRails: oftenOr([], ['ach' as const, 'wire' as const]),
      limits: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, limitFacts),
      settlement: fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        fc.record({
          maxDistance: fc.oneof(fc.constant(null), balance),
          isPartyMissing: oftenOr(false, true),
          needsSecondPerson: oftenOr(false, true),
        }),
      ),
    }),
  })
  .map(({ order, terms, ...sides }) => {
    // Limits and order have the same amount.
    const { limits: loose } = terms;
    const seen = loose && { ...loose, order: { ...loose.order, amount: order.amount } };
    return { ...sides, order, terms: { ...terms, limits: seen } };
  });

const captures = fc.record({
  base: facts,
  hold: fc.record({ amount, expired: oftenOr(false, true) }),
});

const reversals = fc.record({
  base: facts,
  left: fc.oneof(amount, fc.constant(0n)),
  before: fc.bigInt(0n, 300n),
  allowNegative: fc.boolean(),
});

const RUNS = { numRuns: 5000 };

/**
 * Counts the reasons that occurred: a generator that misses a reason proves nothing about it.
 */
function countReasons() {
  const answers = new Set<string>();
  let severalReasons = 0;
  return {
    note(decision: Decision, reasons: readonly RejectionCode[]): void {
      answers.add(decision.kind === 'decline' ? decision.rejection.code : decision.kind);
      if (reasons.length > 1) severalReasons += 1;
    },
    expectAll(...expected: string[]): void {
      expect([...answers].sort()).toEqual([...expected].sort());
      expect(severalReasons).toBeGreaterThan(RUNS.numRuns / 4);
    },
  };
}

describe('precedence of refusal reasons', () => {
  test('refuses a transfer for the earliest reason that applies, and only then', () => {
    const seen = countReasons();
    fc.assert(
      fc.property(facts, (input) => {
        const reasons = reasonsAgainst(TRANSFER_REASONS, input);
        const { order, source, destination, terms } = input;
        const decision = decide(order, source, destination, terms);
        seen.note(decision, reasons);
        const code = decision.kind === 'decline' ? decision.rejection.code : undefined;
        expect(code).toBe(reasons[0]);
        if (code === undefined) {
          const kind = order.capture === 'manual' ? 'hold' : 'post';
          const isTwo = needsSecond(input) || terms.settlement?.needsSecondPerson;
          const aloneKind = isTwo ? 'approval' : kind;
          expect(decision.kind).toBe(needsCode(input) ? 'confirmation' : aloneKind);
        }
      }),
      RUNS,
    );
    seen.expectAll('post', 'hold', 'approval', 'confirmation', ...Object.keys(TRANSFER_REASONS));
  });

  test('refuses a capture for the earliest reason that applies, and only then', () => {
    const seen = countReasons();
    fc.assert(
      fc.property(captures, ({ base, hold }) => {
        const reasons = reasonsAgainst(CAPTURE_REASONS, { ...base, hold });
        const decision = decideCapture(hold, base.order.amount, base.source, base.destination);
        seen.note(decision, reasons);
        const code = decision.kind === 'decline' ? decision.rejection.code : undefined;
        expect(code).toBe(reasons[0]);
        if (code === undefined) expect(decision.kind).toBe('post');
      }),
      RUNS,
    );
    seen.expectAll('post', ...Object.keys(CAPTURE_REASONS));
  });

  test('refuses a reversal for the earliest reason that applies, and only then', () => {
    const seen = countReasons();
    fc.assert(
      fc.property(reversals, ({ base, left, before, allowNegative }) => {
        const original = { amountPosted: left + before, amountReversed: before };
        const reasons = reasonsAgainst(REVERSAL_REASONS, { ...base, original, allowNegative });
        const settlement = base.terms.settlement ?? null;
        const order = { amount: base.order.amount, allowNegative, settlement };
        const decision = decideReversal(original, order, base.source, base.destination);
        seen.note(decision, reasons);
        const code = decision.kind === 'decline' ? decision.rejection.code : undefined;
        expect(code).toBe(reasons[0]);
        if (code === undefined) expect(decision.kind).toBe('post');
      }),
      RUNS,
    );
    seen.expectAll('post', ...Object.keys(REVERSAL_REASONS));
  });

  test('makes every reason of the catalogue reachable by a request', () => {
    const input = {
      ...TRANSFER_REASONS,
      ...CAPTURE_REASONS,
      ...REVERSAL_REASONS,
      ...TESTED_ELSEWHERE,
      // Reasons of payment networks: test/ledger/rail.test.ts.
      ...{ rail_unavailable: true, rail_rejected: true, rail_returned: true },
    };
    expect(REJECTIONS.map(({ code }) => code).filter((code) => !(code in input))).toEqual([]);
  });
});

describe('a posting decision', () => {
  test('moves exactly the amount, creates and loses nothing, and changes no input', () => {
    fc.assert(
      fc.property(facts, ({ order, source, destination, terms }) => {
        const before = structuredClone({ order, source, destination, terms });
        const decision = decide(order, source, destination, terms);
        expect({ order, source, destination, terms }).toEqual(before);
        if ('amount' in decision) expect(decision.amount).toBe(order.amount);
        if (decision.kind !== 'post') return;
        const [debit, credit] = decision.legs;
        expect([debit.accountId, debit.direction]).toEqual([source.id, 'debit']);
        expect([credit.accountId, credit.direction]).toEqual([destination.id, 'credit']);
        expect([debit.amount, credit.amount]).toEqual([order.amount, order.amount]);
        expect(source.posted - debit.balanceAfter).toBe(order.amount);
        expect(credit.balanceAfter - destination.posted).toBe(order.amount);
      }),
      RUNS,
    );
  });

  test('never takes a customer below the overdraft, and refuses before a hold is placed', () => {
    fc.assert(
      fc.property(facts, ({ order, source, destination, terms }) => {
        const decision = decide(order, source, destination, terms);
        if (decision.kind === 'decline' || source.kind === 'settlement') return;
        const remaining = source.posted - source.held - order.amount;
        expect(remaining >= -source.overdraftLimit).toBe(true);
      }),
      RUNS,
    );
  });
});
