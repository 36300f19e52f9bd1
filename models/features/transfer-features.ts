// The features of a transfer for the fraud and risk models, defined once: training on the
// simulator, scoring in the ledger and replaying a decision all use them. These functions read
// nothing themselves: the caller passes the state of the moment before the transfer.

import type { Feature } from '../card.ts';
import type { AccountHistory, PayeeHistory, TransferMoment } from './transfer-history.ts';

interface TransferInput {
  readonly transfer: TransferMoment;
  /** History of the paying account. */
  readonly payerHistory: AccountHistory;
  /** Null when the payee is outside this bank. */
  readonly payee: PayeeHistory | null;
}

interface TransferFeature extends Feature {
  readonly compute: (known: TransferInput) => number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UNKNOWN_FIGURE = Number.NaN;

const REQUIRED_FIELD = { min: 0, max: null, mayBeMissing: false, monotone: 0 } as const;
const OPTIONAL_FIELD = { ...REQUIRED_FIELD, mayBeMissing: true } as const;

/** Returns NaN when there is nothing to divide by, because "no history" is not zero. */
function ratio(part: number, total: number): number {
  return total > 0 ? part / total : UNKNOWN_FIGURE;
}

function hourOf(atMs: number): number {
  return Math.floor((atMs % DAY) / HOUR);
}

const AMOUNT: readonly TransferFeature[] = [
  {
    ...OPTIONAL_FIELD,
    name: 'amountReference',
    unit: 'euros at the rate of the moment',
    meaning: 'Amount of the transfer',
    compute: ({ transfer }) => transfer.amountReference ?? UNKNOWN_FIGURE,
  },
  {
    ...OPTIONAL_FIELD,
    name: 'amountToOwnMean',
    unit: 'times the mean of 90 days',
    meaning: 'Amount in relation to earlier transfers from the account',
    compute: ({ transfer, payerHistory }) => {
      return ratio(transfer.amountMinor * payerHistory.out90d.count, payerHistory.out90d.sumMinor);
    },
  },
  {
    ...OPTIONAL_FIELD,
    name: 'amountToOwnLargest',
    unit: 'times the largest of 90 days',
    meaning: 'Amount in relation to the largest earlier transfer from the account',
    compute: ({ transfer, payerHistory }) =>
      ratio(transfer.amountMinor, payerHistory.out90d.largestMinor),
  },
  {
    ...OPTIONAL_FIELD,
    name: 'balanceDrained',
    unit: 'share of the available balance',
    meaning: 'How much of the balance the transfer takes',
    compute: ({ transfer, payerHistory }) =>
      ratio(transfer.amountMinor, payerHistory.availableMinor),
  },
];

const VELOCITY: readonly TransferFeature[] = [
  {
    ...REQUIRED_FIELD,
    name: 'outCount1h',
    unit: 'transfers',
    meaning: 'Transfers from the account within the last hour',
    compute: ({ payerHistory }) => payerHistory.out1h.count,
  },
  {
    ...REQUIRED_FIELD,
    name: 'outCount24h',
    unit: 'transfers',
    meaning: 'Transfers from the account within the last day',
    compute: ({ payerHistory }) => payerHistory.out24h.count,
  },
  {
    ...REQUIRED_FIELD,
    name: 'outCount7d',
    unit: 'transfers',
    meaning: 'Transfers from the account within the last week',
    compute: ({ payerHistory }) => payerHistory.out7d.count,
  },
  {
    ...OPTIONAL_FIELD,
    name: 'dayToUsualDay',
    unit: 'times the mean day of 90 days',
    meaning: 'Money sent within a day, with this transfer, in relation to a usual day',
    compute: ({ transfer, payerHistory }) => {
      const days = Math.min(90, Math.max(1, (transfer.atMs - payerHistory.openedAtMs) / DAY));
      return ratio(
        (payerHistory.out24h.sumMinor + transfer.amountMinor) * days,
        payerHistory.out90d.sumMinor,
      );
    },
  },
  {
    ...OPTIONAL_FIELD,
    name: 'hoursSinceLastOut',
    unit: 'hours',
    meaning: 'Time since the last transfer from the account',
    compute: ({ transfer, payerHistory }) => {
      return payerHistory.lastOutAtMs === null
        ? UNKNOWN_FIGURE
        : (transfer.atMs - payerHistory.lastOutAtMs) / HOUR;
    },
  },
  {
    ...OPTIONAL_FIELD,
    name: 'passedThrough24h',
    unit: 'share of what came in within a day',
    meaning: 'How much of the money that just came in leaves again',
    compute: ({ transfer, payerHistory }) => {
      return ratio(
        payerHistory.out24h.sumMinor + transfer.amountMinor,
        payerHistory.in24h.sumMinor,
      );
    },
  },
];

const HABIT: readonly TransferFeature[] = [
  {
    ...REQUIRED_FIELD,
    name: 'hour',
    unit: 'hour of the day, UTC',
    meaning: 'Time of day',
    max: 23,
    compute: ({ transfer }) => hourOf(transfer.atMs),
  },
  {
    ...OPTIONAL_FIELD,
    name: 'usualAtThisTime',
    unit: 'share of transfers of 90 days',
    meaning: 'How often the account sends money in this quarter of the day',
    max: 1,
    compute: ({ transfer, payerHistory }) => {
      const quarter = Math.floor(hourOf(transfer.atMs) / 6);
      return ratio(payerHistory.outByQuarterDay90d[quarter] ?? 0, payerHistory.out90d.count);
    },
  },
  {
    ...REQUIRED_FIELD,
    name: 'accountAgeDays',
    unit: 'days',
    meaning: 'Age of the account',
    compute: ({ transfer, payerHistory }) => (transfer.atMs - payerHistory.openedAtMs) / DAY,
  },
  {
    ...REQUIRED_FIELD,
    name: 'outCount90d',
    unit: 'transfers',
    meaning: 'How much history the account has',
    compute: ({ payerHistory }) => payerHistory.out90d.count,
  },
];

const PAYEE: readonly TransferFeature[] = [
  {
    ...REQUIRED_FIELD,
    name: 'paidBefore',
    unit: 'transfers',
    meaning: 'Earlier transfers to this payee',
    compute: ({ payerHistory }) => payerHistory.toPayee.count,
  },
  {
    ...OPTIONAL_FIELD,
    name: 'daysSincePayeeIsKnown',
    unit: 'days',
    meaning: 'Time since the payee was first paid',
    compute: ({ transfer, payerHistory }) => {
      const first = payerHistory.toPayee.firstAtMs;
      return first === null ? UNKNOWN_FIGURE : (transfer.atMs - first) / DAY;
    },
  },
  {
    ...OPTIONAL_FIELD,
    name: 'amountToPayeeMean',
    unit: 'times the mean to this payee',
    meaning: 'Amount in relation to earlier transfers to this payee',
    compute: ({ transfer, payerHistory }) => {
      return ratio(
        transfer.amountMinor * payerHistory.toPayee.count,
        payerHistory.toPayee.sumMinor,
      );
    },
  },
  {
    ...REQUIRED_FIELD,
    name: 'newPayees24h',
    unit: 'payees',
    meaning: 'Payees paid for the first time within the last day',
    compute: ({ payerHistory }) => payerHistory.newPayees24h,
  },
  {
    ...REQUIRED_FIELD,
    name: 'payeeIsOutside',
    unit: '0 or 1',
    meaning: 'Whether the payee has an account elsewhere',
    max: 1,
    compute: ({ payee }) => (payee === null ? 1 : 0),
  },
  {
    ...OPTIONAL_FIELD,
    name: 'payeeAgeDays',
    unit: 'days',
    meaning: "Age of the payee's account",
    compute: ({ transfer, payee }) => {
      return payee === null ? UNKNOWN_FIGURE : (transfer.atMs - payee.openedAtMs) / DAY;
    },
  },
  {
    ...OPTIONAL_FIELD,
    name: 'payeeFanIn7d',
    unit: 'accounts',
    meaning: 'How many accounts paid the payee within the last week',
    compute: ({ payee }) => payee?.payers7d ?? UNKNOWN_FIGURE,
  },
  {
    ...OPTIONAL_FIELD,
    name: 'payeeNewPayers7d',
    unit: 'share of the accounts that paid',
    meaning: 'How many of those paid the payee for the first time',
    max: 1,
    compute: ({ payee }) =>
      payee === null ? UNKNOWN_FIGURE : ratio(payee.newPayers7d, payee.payers7d),
  },
  {
    ...OPTIONAL_FIELD,
    name: 'payeeForwards7d',
    unit: 'share of what came in within a week',
    meaning: 'How much of the money that the payee got was sent on',
    compute: ({ payee }) =>
      payee === null ? UNKNOWN_FIGURE : ratio(payee.outMinor7d, payee.inMinor7d),
  },
];

const FROM_HISTORY: readonly TransferFeature[] = [...AMOUNT, ...VELOCITY, ...HABIT, ...PAYEE];

/** The features in the order of the models' columns. */
export const TRANSFER_FEATURES: readonly Feature[] = FROM_HISTORY.map(
  ({ compute: _, ...feature }) => feature,
);

/** Features with which the score may only rise (1) or only fall (-1), from 2.4.0 on. */
export const TRANSFER_DIRECTIONS: Readonly<Record<string, 1 | -1>> = {
  amountReference: 1,
  amountToOwnMean: 1,
  amountToOwnLargest: 1,
  balanceDrained: 1,
  dayToUsualDay: 1,
  passedThrough24h: 1,
  amountToPayeeMean: 1,
  accountAgeDays: -1,
  paidBefore: -1,
  daysSincePayeeIsKnown: -1,
};

/** Features whose missing value is the greatest risk: a payee who was never paid. */
export const RISKIEST_WHEN_MISSING: Readonly<Record<string, 1 | -1>> = {
  daysSincePayeeIsKnown: -1,
  amountToPayeeMean: 1,
};

/** Returns one row of features. Unknown values are NaN. */
export function computeTransferFeatures(input: TransferInput): number[] {
  return FROM_HISTORY.map(({ compute }) => compute(input));
}
