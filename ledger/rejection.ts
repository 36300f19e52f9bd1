// Every way in which the bank says no to a well-formed request, in published precedence order:
// when several apply, the earliest row answers. `transient` means that the same request may
// succeed later without a change by the client.

import type { ExceededLimit } from './limits.ts';

export const REJECTIONS = [
  { code: 'hold_expired', transient: false, meaning: 'The hold ran out before it was captured.' },
  {
    code: 'capture_exceeds_hold',
    transient: false,
    meaning: 'The amount to capture is larger than what is held, or than was agreed beyond it.',
  },
  {
    code: 'already_reversed',
    transient: false,
    meaning: 'All of the transaction has been reversed before.',
  },
  {
    code: 'reversal_exceeds_amount',
    transient: false,
    meaning: 'The amount is larger than what is left of the transaction to reverse.',
  },
  {
    code: 'quote_used',
    transient: false,
    meaning: 'Another exchange has used the quote.',
  },
  {
    code: 'quote_expired',
    transient: false,
    meaning: 'The quote ran out before the exchange was booked.',
  },
  {
    code: 'rail_not_configured',
    transient: false,
    meaning: 'No connection to that payment network is configured in this environment.',
  },
  { code: 'account_closed', transient: false, meaning: 'The account is closed or was rejected.' },
  {
    code: 'account_pending',
    transient: true,
    meaning: 'The account waits for the verification of its customer.',
  },
  {
    code: 'account_frozen',
    transient: true,
    meaning: 'The account is frozen: money can come in, but not go out.',
  },
  {
    code: 'account_dormant',
    transient: true,
    meaning:
      'The account was not used for long: money comes in, and goes out once it is reactivated.',
  },
  { code: 'debits_blocked', transient: true, meaning: 'The account does not allow debits now.' },
  { code: 'credits_blocked', transient: true, meaning: 'The account does not allow credits now.' },
  {
    code: 'currency_mismatch',
    transient: false,
    meaning: 'The currency of the request is not the currency of the account.',
  },
  {
    code: 'rate_unconfirmed',
    transient: true,
    meaning: 'No usable exchange rate was there when the exchange was to be booked.',
  },
  {
    code: 'slippage_exceeded',
    transient: true,
    meaning: 'The market moved further from the agreed rate than the request allows.',
  },
  {
    code: 'insufficient_funds',
    transient: true,
    meaning: 'The available balance does not cover the amount.',
  },
  {
    code: 'overdraft_limit_exceeded',
    transient: true,
    meaning: 'The available balance and the overdraft together do not cover the amount.',
  },
  {
    code: 'counterparty_blocked',
    transient: false,
    meaning: 'The limits of the account block payments to that counterparty.',
  },
  {
    code: 'country_not_allowed',
    transient: false,
    meaning: 'The limits of the account do not allow payments to that country.',
  },
  {
    code: 'category_blocked',
    transient: false,
    meaning: 'The limits of the account do not allow payments of that category.',
  },
  {
    code: 'outside_time_window',
    transient: true,
    meaning: 'The limits of the account do not allow payments at this time.',
  },
  {
    code: 'limit_exceeded',
    transient: true,
    meaning: 'The amount, or the number of payments, passes a limit of the account.',
  },
  {
    code: 'balance_out_of_range',
    transient: true,
    meaning: 'The payee balance would pass the largest amount that the engine can state.',
  },
  {
    code: 'mfa_not_enrolled',
    transient: false,
    meaning: 'The amount needs the second factor of the customer, who has none.',
  },
  {
    code: 'mfa_unavailable',
    transient: false,
    meaning: 'Above the MFA threshold; a batch or a schedule cannot ask the customer.',
  },
  {
    code: 'approval_unavailable',
    transient: false,
    meaning: 'Above the approval threshold; an item of a batch cannot wait for a person.',
  },
  {
    code: 'risk_declined',
    transient: false,
    meaning: 'The risk of the payment is too high; `risk` says what was found.',
  },
  {
    code: 'sanctions_match',
    transient: false,
    meaning: 'The party outside is one on a sanctions list, as a person has confirmed.',
  },
  {
    code: 'review_unavailable',
    transient: false,
    meaning: 'A person has to look at its risk; an item of a batch cannot wait for one.',
  },
  {
    code: 'review_rejected',
    transient: false,
    meaning: 'The person who looked at its risk refused it.',
  },
  {
    code: 'approval_denied',
    transient: false,
    meaning: 'The second person who had to agree did not.',
  },
] as const;

export type RejectionCode = (typeof REJECTIONS)[number]['code'];

/** A business no: part of an answer, never thrown. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  /** JSON pointer of the request field at fault, where one is. */
  readonly pointer: string | null;
  /** The limit that said no, of `limit_exceeded` only. */
  readonly limit?: ExceededLimit;
}

const MEANINGS = new Map<RejectionCode, string>(REJECTIONS.map((row) => [row.code, row.meaning]));

/**
 * Builds a rejection with the catalogue's public message.
 * @param pointer JSON pointer of the field at fault, null when no single field is
 */
export function rejection(code: RejectionCode, pointer: string | null = null): Rejection {
  return { code, message: MEANINGS.get(code) ?? code, pointer };
}
