// Limits for the tests of precedence: an independent statement of each rule, and generators of
// arbitrary limits.

import fc from 'fast-check';
import { type LimitFacts, type LimitTerms, WEEKDAYS } from '../../ledger/limits.ts';
import type { StepUp, TransferTerms } from '../../ledger/transfer.ts';

interface LimitedTransfer {
  readonly terms: TransferTerms;
  readonly order: { readonly amount: bigint };
}

interface LimitCase extends LimitedTransfer {
  readonly order: LimitedTransfer['order'] & { readonly stepUp?: StepUp };
}

function oftenOr<T>(usual: T, ...unusualValues: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, fc.constantFrom(...unusualValues));
}

const some = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.constantFrom(50, 200));
const limitTerms: fc.Arbitrary<LimitTerms> = fc.record({
  perTransaction: some,
  daily: some,
  weekly: some,
  monthly: some,
  dailyCount: oftenOr(null, 3),
  windows: oftenOr([], [{ days: WEEKDAYS, start: '08:00', end: '18:00', timezone: 'UTC' }]),
  allowedCategories: oftenOr(null, ['rent']),
  blockedCategories: oftenOr([], ['games']),
  allowedCountries: oftenOr(null, ['DE']),
  blockedCounterparties: oftenOr([], ['acc_destination']),
  requireApprovalAbove: fc.constantFrom(null, 0, 60),
  requireMfaAbove: fc.constantFrom(null, 0, 60),
});
/** Codes about people, risk and rates, which other tests cover. */
export const TESTED_ELSEWHERE = {
  approval_denied: true,
  approval_unavailable: true,
  risk_declined: true,
  sanctions_match: true,
  review_unavailable: true,
  party_not_cleared: true,
  review_rejected: true,
  quote_used: true,
  quote_expired: true,
  rate_unconfirmed: true,
  slippage_exceeded: true,
};

/** Limits and their usage; the caller fills in the amount of the order. */
export const limitFacts = fc.record({
  terms: limitTerms,
  usage: fc.record({
    amount: fc.record({
      day: fc.bigInt(0n, 300n),
      week: fc.bigInt(0n, 300n),
      month: fc.bigInt(0n, 300n),
    }),
    dayCount: fc.nat(4),
  }),
  localTimes: fc.nat(1439).map((minute) => [{ day: 'mon' as const, minute }]),
  order: fc.record({
    statedCategory: fc.constantFrom(null, 'rent', 'games'),
    merchant: fc.constant({ mcc: null, name: null }),
    countries: fc.constantFrom([], ['DE'], ['US'], ['DE', 'US']),
    isOutside: fc.boolean(),
    counterparties: fc.constant(['acc_destination']),
  }),
});

function isLimited(terms: TransferTerms, applies: (limits: LimitFacts) => boolean): boolean {
  return terms.limits !== null && applies(terms.limits);
}

/** When each refusal by limits applies, by code. */
export const LIMIT_REASONS = {
  counterparty_blocked: ({ terms }: LimitedTransfer) =>
    isLimited(terms, (limits) =>
      limits.order.counterparties.some((counterparty) =>
        limits.terms.blockedCounterparties.includes(counterparty),
      ),
    ),
  country_not_allowed: ({ terms }: LimitedTransfer) =>
    isLimited(terms, ({ order, terms: { allowedCountries } }) =>
      order.countries.length === 0
        ? order.isOutside && allowedCountries !== null
        : order.countries.some((country) => allowedCountries?.includes(country) === false),
    ),
  category_blocked: ({ terms }: LimitedTransfer) =>
    isLimited(terms, ({ order, terms: { allowedCategories, blockedCategories } }) =>
      order.statedCategory === null
        ? allowedCategories !== null
        : blockedCategories.includes(order.statedCategory) ||
          allowedCategories?.includes(order.statedCategory) === false,
    ),
  outside_time_window: ({ terms }: LimitedTransfer) =>
    isLimited(terms, ({ terms: { windows }, localTimes }) => {
      const minute = localTimes[0]?.minute ?? 0;
      return windows.length > 0 && (minute < 8 * 60 || minute >= 18 * 60);
    }),
  limit_exceeded: ({ terms }: LimitedTransfer) =>
    isLimited(terms, ({ order, usage, terms: limits }) => {
      const exceeds = (max: number | null, used: bigint) =>
        max !== null && used + order.amount > BigInt(max);
      return (
        exceeds(limits.perTransaction, 0n) ||
        exceeds(limits.daily, usage.amount.day) ||
        exceeds(limits.weekly, usage.amount.week) ||
        exceeds(limits.monthly, usage.amount.month) ||
        (limits.dailyCount !== null && usage.dayCount >= limits.dailyCount)
      );
    }),
};

/** True when the amount requires a second factor and the customer's state is as given. */
const asksFor = ({ terms, order }: LimitCase, answer: StepUp): boolean =>
  order.stepUp === answer &&
  isLimited(
    terms,
    (limits) =>
      limits.terms.requireMfaAbove !== null && order.amount > BigInt(limits.terms.requireMfaAbove),
  );

/** When each refusal about the second factor applies, by code. */
export const STEP_UP_REASONS = {
  mfa_not_enrolled: (request: LimitCase) => asksFor(request, 'none'),
  mfa_unavailable: (request: LimitCase) => asksFor(request, 'absent'),
};

/** True when the amount requires a second factor and the customer has one. */
export const needsCode = (request: LimitCase) => asksFor(request, 'enrolled');

export const needsSecond = ({ terms, order }: LimitedTransfer) =>
  isLimited(
    terms,
    (limits) =>
      limits.terms.requireApprovalAbove !== null &&
      order.amount > BigInt(limits.terms.requireApprovalAbove),
  );
