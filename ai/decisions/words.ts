// Texts for customers who were refused: figures, the change that would help, and who reviews. A
// code without a text is shown unchanged.

import type { RejectionCode } from '../../ledger/rejection.ts';

/** Names of figures that rules compare. Amounts are euros at the rate of the decision. */
const FIGURES: Readonly<Record<string, { readonly words: string; readonly unit: string | null }>> =
  {
    amount: { words: 'the amount', unit: 'euros' },
    amount_in: { words: 'money from new payers within a day', unit: 'euros' },
    amount_to_mean: { words: 'the amount', unit: 'times the mean of earlier ones to the payee' },
    kilometres_an_hour: { words: 'the speed between the two places', unit: 'kilometres an hour' },
    match_score: { words: 'the likeness of the names', unit: 'of 1' },
    model_score: { words: 'the probability of fraud', unit: 'of 1' },
    network: { words: 'the network', unit: null },
    new_payees_15m: { words: 'new payees within 15 minutes', unit: null },
    new_payees_small_15m: { words: 'small payments to new payees within 15 minutes', unit: null },
    open_alerts: { words: 'open alerts', unit: null },
    open_doubts: { words: 'earlier payments that are in doubt', unit: null },
    payments_1h: { words: 'payments within an hour', unit: null },
    payments_24h: { words: 'payments within a day', unit: null },
    share_passed_on: { words: 'the share of it that leaves again', unit: 'of 1' },
    times_risen: { words: 'times that the payments grew', unit: null },
    transactions_near_threshold: { words: 'payments near the reporting threshold', unit: null },
    decision: { words: 'the outcome that was asked for', unit: null },
    default_probability: { words: 'the probability of default', unit: 'of 1' },
    risk_score: { words: 'the points of risk', unit: 'of 100' },
  };

export interface DecisionFigure {
  readonly name: string;
  readonly observed: number | string;
  readonly is: 'at_least' | 'at_most' | 'other_than';
  readonly threshold: number | string | null;
  readonly unit: string | null;
}

/** Adds the unit in which a figure is counted. */
export function formatFigure(figure: Omit<DecisionFigure, 'unit'>): DecisionFigure {
  return { ...figure, unit: FIGURES[figure.name]?.unit ?? null };
}

/** `payments within an hour: 51 (from 50 on)`. */
export function formatFigureText({ name, observed, is, threshold, unit }: DecisionFigure): string {
  const words = FIGURES[name]?.words ?? name.replaceAll('_', ' ');
  const value = unit === null ? formatNumber(observed) : `${formatNumber(observed)} ${unit}`;
  if (threshold === null) return `${words}: ${value}`;
  const boundWords = { at_least: 'from', at_most: 'up to', other_than: 'other than' }[is];
  return `${words}: ${value} (${boundWords} ${formatNumber(threshold)}${is === 'at_least' ? ' on' : ''})`;
}

/** Formats a number for readers. */
export function formatNumber(value: number | string): string {
  if (typeof value === 'string') return value;
  const rounded =
    Math.abs(value) < 1 ? Math.round(value * 1_000) / 1_000 : Math.round(value * 100) / 100;
  return rounded.toLocaleString('en-GB', { maximumFractionDigits: 3 });
}

/** The change by the payer that satisfies each rule; null when there is none. */
export const RULE_REMEDIES: Readonly<Record<string, string | null>> = {
  new_payees_burst:
    'Wait 15 minutes between payments to new payees, or have the customer confirm the payment.',
  redirected_payee:
    'Pay the account number that was paid before, or have the customer confirm the new one.',
  open_doubt:
    'Once a person has cleared the earlier payment, or a day after it, this one is judged without it.',
  final_loss:
    'An amount below 100 euros, or the confirmation of the customer with a second factor.',
  passes_through:
    'Money that stays in the account for more than a day, or less of it passed on at once.',
  new_payee_large: 'An amount below 10,000 euros to somebody who was never paid before.',
  name_not_compared: 'The name of the other side in letters that can be compared with the lists.',
  sandbox_simulated_hit:
    'Another amount or another account: in the sandbox this one stands for the outcome.',
  sanctions_hit: null,
  screening_stale: null,
  screening_unavailable: null,
};

/** The remedy for each code of the money rules; null when there is none. */
export const MONEY_RULE_REMEDIES: Readonly<Partial<Record<RejectionCode, string | null>>> = {
  insufficient_funds: 'An available balance that covers the amount, or a smaller amount.',
  overdraft_limit_exceeded: 'A smaller amount, or more money in the account.',
  limit_exceeded: 'A smaller amount, a payment after the period has ended, or a higher limit.',
  outside_time_window: 'The same payment at a time that the limits of the account allow.',
  category_blocked: 'A payment of a category that the limits of the account allow.',
  counterparty_blocked: 'Another payee: the limits of the account block this one.',
  country_not_allowed: 'A payee in a country that the limits of the account allow.',
  account_frozen: 'The same payment once the freeze of the account has ended.',
  account_dormant: 'The same payment once the account is reactivated.',
  account_pending: 'The same payment once the customer is verified.',
  account_closed: 'Another account: this one is closed for ever.',
  debits_blocked: 'The same payment once debits of the account are allowed again.',
  credits_blocked: 'The same payment once credits to the account are allowed again.',
  currency_mismatch: 'The same payment in the currency of the account, or an exchange first.',
  settlement_cap_exceeded: 'The same payment once the settlement balance covers it.',
  balance_out_of_range: 'A smaller amount.',
  quote_expired: 'The same exchange with a new quote.',
  quote_used: 'The same exchange with a new quote.',
  rate_unconfirmed: 'The same exchange once a rate is there.',
  slippage_exceeded: 'The same exchange at the rate of today, or with more slippage allowed.',
  mfa_not_enrolled: 'A second factor of the customer, then the same payment.',
  mfa_unavailable: 'The payment alone, so that the customer can confirm it.',
  approval_unavailable: 'The payment alone, so that a second person can agree to it.',
  review_unavailable: 'The payment alone, so that a person can look at it.',
  rail_unavailable: 'The payment outside of an atomic batch.',
  rail_not_configured: null,
  external_party_required: 'The same payment with the name of the other side.',
  hold_expired: 'A new hold, captured before it ends.',
  capture_exceeds_hold: 'A capture of no more than the hold.',
  already_reversed: null,
  reversal_exceeds_amount: 'A reversal of no more than what is left.',
  party_not_cleared: null,
};

/** Codes that must not be told to the customer whom they are about. */
export const UNDISCLOSED_CODES: ReadonlySet<string> = new Set([
  'aml_alert_open',
  'sanctions_hit',
  'structuring',
  'passes_through',
  'frozen_aml',
  'sanctions_check',
]);
