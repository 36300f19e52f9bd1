// Every reason for which the bank declines a well-formed request, in published order of precedence:
// when several apply, the first is the answer. `transient`: the same request may succeed later
// without a change by the client.

import type { ExceededLimit } from './limits.ts';

export const REJECTIONS = [
  { code: 'hold_expired', transient: false, meaning: 'The hold expired before it was captured.' },
  {
    code: 'capture_exceeds_hold',
    transient: false,
    meaning: 'The capture amount exceeds the hold and its agreed tolerance.',
  },
  {
    code: 'already_reversed',
    transient: false,
    meaning: 'The transaction is already reversed in full.',
  },
  {
    code: 'reversal_exceeds_amount',
    transient: false,
    meaning: 'The amount exceeds the part of the transaction that is not reversed.',
  },
  {
    code: 'quote_used',
    transient: false,
    meaning: 'Another exchange has already used the quote.',
  },
  {
    code: 'quote_expired',
    transient: false,
    meaning: 'The quote expired before the exchange was booked.',
  },
  {
    code: 'rail_not_configured',
    transient: false,
    meaning: 'This environment has no connection to that payment network.',
  },
  {
    code: 'external_party_required',
    transient: false,
    meaning: 'A deposit or withdrawal in production must name the external party.',
  },
  { code: 'account_closed', transient: false, meaning: 'The account is closed or was rejected.' },
  {
    code: 'account_pending',
    transient: true,
    meaning: 'The account is pending until its customer is verified.',
  },
  {
    code: 'account_frozen',
    transient: true,
    meaning: 'The account is frozen: it accepts credits but no debits.',
  },
  {
    code: 'account_dormant',
    transient: true,
    meaning: 'The account is dormant: it accepts credits, but no debits until it is reactivated.',
  },
  { code: 'debits_blocked', transient: true, meaning: 'Debits of the account are blocked.' },
  { code: 'credits_blocked', transient: true, meaning: 'Credits to the account are blocked.' },
  {
    code: 'currency_mismatch',
    transient: false,
    meaning: 'The currency of the request differs from the currency of the account.',
  },
  {
    code: 'rate_unconfirmed',
    transient: true,
    meaning: 'No usable exchange rate was available when the exchange was due for booking.',
  },
  {
    code: 'slippage_exceeded',
    transient: true,
    meaning: 'The exchange rate moved further from the agreed rate than the request allows.',
  },
  {
    code: 'insufficient_funds',
    transient: false,
    meaning: 'The available balance does not cover the amount.',
  },
  {
    code: 'overdraft_limit_exceeded',
    transient: false,
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
    meaning: 'The limits of the account block payments of that category.',
  },
  {
    code: 'outside_time_window',
    transient: true,
    meaning: 'The limits of the account do not allow payments at this time.',
  },
  {
    code: 'limit_exceeded',
    transient: true,
    meaning: 'The amount or the number of payments exceeds a limit of the account.',
  },
  {
    code: 'settlement_cap_exceeded',
    transient: true,
    meaning: 'The amount exceeds the settlement balance and the cap of the developer.',
  },
  {
    code: 'balance_out_of_range',
    transient: true,
    meaning:
      'The balance of the payee would exceed the largest amount that the bank can represent.',
  },
  {
    code: 'mfa_not_enrolled',
    transient: false,
    meaning: 'The amount requires a second factor, and the customer has none.',
  },
  {
    code: 'mfa_unavailable',
    transient: false,
    meaning: 'The amount requires an MFA code, and a batch or schedule cannot ask the customer.',
  },
  {
    code: 'approval_unavailable',
    transient: false,
    meaning: 'The amount requires the approval of a second person, and a batch item cannot wait.',
  },
  {
    code: 'rail_unavailable',
    transient: false,
    meaning: 'A payment network takes its time to settle, and no item of an atomic batch can wait.',
  },
  {
    code: 'risk_declined',
    transient: false,
    meaning: 'The risk of the payment is too high; `risk` gives the reasons.',
  },
  {
    code: 'sanctions_match',
    transient: false,
    meaning: 'An operator confirmed that the external party is on a sanctions list.',
  },
  {
    code: 'review_unavailable',
    transient: false,
    meaning: 'The payment requires a risk review, and a batch item cannot wait for one.',
  },
  {
    code: 'party_not_cleared',
    transient: true,
    meaning:
      'The reversal pays an external party that may be on a sanctions list, or could not be screened.',
  },
  {
    code: 'review_rejected',
    transient: false,
    meaning: 'An operator refused the payment after a risk review.',
  },
  {
    code: 'approval_denied',
    transient: false,
    meaning: 'The second person denied the approval.',
  },
  {
    code: 'rail_rejected',
    transient: false,
    meaning: 'The payment network did not take the payment; `rail` gives its code.',
  },
  {
    code: 'rail_returned',
    transient: false,
    meaning: 'The payment network returned the payment; `rail` gives its code.',
  },
] as const;

export type RejectionCode = (typeof REJECTIONS)[number]['code'];

/** The reason for which the bank declined a request: part of an answer, never thrown. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  /** JSON pointer to the request field at fault; null when no single field is. */
  readonly pointer: string | null;
  /** The exceeded limit; only with `limit_exceeded`. */
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
