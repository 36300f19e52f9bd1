// The reasons for which the bank suspects a payment, an account or the behaviour of a customer.
// Risk scoring, behaviour analysis and monitoring for money laundering share these codes.

/** The analyses that give a reason: `risk-score`, `behavior-analysis` and `aml-monitor`. */
export const REASON_SOURCES = ['payment', 'behavior', 'laundering'] as const;
export type ReasonSource = (typeof REASON_SOURCES)[number];

interface ReasonWords {
  /** Never changes once an event contains it (db/transactions/event-facts.ts). */
  readonly message: string;
  readonly from: readonly ReasonSource[];
}

const payment = ['payment'] as const;
const behavior = ['behavior'] as const;
const laundering = ['laundering'] as const;

/** Each code with its message and the analyses that use it. */
export const REASONS = {
  structuring: {
    message: 'Several payments, each just below the reporting threshold or above it',
    from: ['payment', 'laundering'],
  },
  new_device: {
    message: 'From a device that the account was never used with',
    from: ['payment', 'behavior'],
  },
  new_country: {
    message: 'From a country that the account was never used in',
    from: ['payment', 'behavior'],
  },
  velocity_hour: { message: 'More payments within an hour than the bank allows', from: payment },
  velocity_day: { message: 'More payments within a day than the bank allows', from: payment },
  new_payee_large: {
    message: 'A large amount to a payee who was never paid before',
    from: payment,
  },
  new_payees_burst: {
    message: 'Another new payee within minutes, after small payments to several new payees',
    from: payment,
  },
  redirected_payee: {
    message: 'A name that was paid before, at another account number',
    from: payment,
  },
  rising_payments: {
    message: 'Each payment to this new payee is larger than all before',
    from: payment,
  },
  unproven_large: {
    message: 'A large amount to a new external payee, without a known device',
    from: payment,
  },
  passes_through: {
    message: 'A new account passes money of new payers on within a day',
    from: payment,
  },
  open_doubt: {
    message:
      'Within the last day a payment of the account was stopped or behavior analysis rated it high ' +
      'or critical, and nobody has cleared it',
    from: payment,
  },
  aml_alert_open: {
    message: 'An alert about money laundering is open for the account',
    from: payment,
  },
  final_loss: {
    message: 'A large or unusual payment that cannot be recalled after it has left the bank',
    from: payment,
  },
  hidden_network: {
    message:
      'To a new payee, from a network that hides its users: Tor, a VPN or a hosting provider',
    from: payment,
  },
  impossible_travel: {
    message: 'From a place too far from that of the last request for the time between',
    from: payment,
  },
  sanctions_hit: { message: 'The external party is like one on a sanctions list', from: payment },
  screening_stale: { message: 'The sanctions lists are too old to rely on', from: payment },
  screening_unavailable: {
    message:
      'The name of the external party was not screened, because no sanctions list could be read',
    from: payment,
  },
  name_not_compared: {
    message: 'A part of the name could not be compared with the sanctions lists',
    from: payment,
  },
  sandbox_simulated_hit: {
    message: 'Simulated: a developer of the sandbox asked for it',
    from: payment,
  },
  unusual_amount: { message: 'The amount is far above what this customer pays', from: behavior },
  new_counterparty_large: {
    message: 'More than this customer usually pays, to somebody never paid before',
    from: behavior,
  },
  unusual_hour: { message: 'At an hour at which this customer does not pay', from: behavior },
  velocity_1h: { message: 'More payments within an hour than ever before', from: behavior },
  velocity_24h: { message: 'More payments within a day than ever before', from: behavior },
  velocity_7d: { message: 'More payments within a week than ever before', from: behavior },
  balance_drained: { message: 'Most of the balance goes to somebody new', from: behavior },
  many_new_counterparties: { message: 'Several new payees within a day', from: behavior },
  account_reawakened: { message: 'A payment after months without any', from: behavior },
  rapid_movement: {
    message: 'Money of a new party was passed on to others within three days',
    from: laundering,
  },
  fan_in: {
    message: 'Several new parties paid into the account within two weeks',
    from: laundering,
  },
  fan_out: { message: 'The account paid many new parties within a week', from: laundering },
  round_tripping: {
    message: 'Money came back to the account through the accounts of others',
    from: laundering,
  },
  dormant_reactivation: {
    message: 'After half a year without movements the account moved large amounts',
    from: laundering,
  },
  high_risk_country: { message: 'Payments with a country that the FATF lists', from: laundering },
  mule: {
    message: 'The account collected from new payers and passed the money on to new payees',
    from: laundering,
  },
  sanctions_exposure: {
    message: 'A party of the account is like an entry of a sanctions list',
    from: laundering,
  },
} as const satisfies Readonly<Record<string, ReasonWords>>;

export type ReasonCode = keyof typeof REASONS;

/** The codes that one analysis uses. */
export type ReasonFrom<Source extends ReasonSource> = {
  [Code in ReasonCode]: Source extends (typeof REASONS)[Code]['from'][number] ? Code : never;
}[ReasonCode];

/** The message of a code; the code itself when it is unknown. */
export function messageFor(code: string): string {
  return Object.hasOwn(REASONS, code) ? REASONS[code as ReasonCode].message : code;
}

/** A figure behind a reason, beside its threshold. */
export interface Figure {
  readonly name: string;
  readonly observed: number | string;
  readonly is: 'at_least' | 'at_most' | 'other_than';
  /** Null when the figure was not compared with a threshold. */
  readonly threshold: number | string | null;
}

/** A reason with its figures and the transactions that show it. */
export interface Suspicion {
  readonly code: string;
  readonly message: string;
  readonly figures: Figure[];
  readonly transactionIds: string[];
}
