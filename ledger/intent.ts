// Intents: instructions in plain language, as the bank read them. No money moves before the caller
// confirms the intent with the token that is bound to exactly its terms.

export const INTENT_STATUSES = [
  'parsed',
  'requires_clarification',
  'requires_confirmation',
  'unsupported',
  'refused',
  'confirmed',
  'executed',
  'declined',
  'canceled',
  'expired',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** Milliseconds for which an intent can be confirmed. */
export const INTENT_LASTS_MS = 5 * 60 * 1000;

/** The terms that a confirmation token is bound to; amounts in minor units. */
export interface IntentTerms {
  readonly intentId: string;
  readonly customerId: string;
  readonly intent: string;
  readonly amount: number;
  readonly currency: string;
  /** Null on a deposit. */
  readonly sourceAccountId: string | null;
  /** Null on a withdrawal. */
  readonly destinationAccountId: string | null;
  /** The request that a confirmation executes, as JSON. */
  readonly operation: string;
  /** Milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

/**
 * The terms as one text, to which a token is bound. A token is bound to the order of the fields
 * too.
 */
export function termsText(terms: IntentTerms): string {
  return JSON.stringify([
    terms.intentId,
    terms.customerId,
    terms.intent,
    terms.amount,
    terms.currency,
    terms.sourceAccountId,
    terms.destinationAccountId,
    terms.operation,
    terms.expiresAt,
  ]);
}

/** The business events of instructions, part of the catalogue in event.ts. */
export const INTENT_EVENTS = [
  { type: 'intent.parsed', object: 'intent', when: 'An instruction in plain language was read.' },
  {
    type: 'intent.requires_clarification',
    object: 'intent',
    when: 'Something in the instruction is missing or ambiguous.',
  },
  {
    type: 'intent.requires_confirmation',
    object: 'intent',
    when: 'The instruction waits for its confirmation token.',
  },
  {
    type: 'intent.unsupported',
    object: 'intent',
    when: 'No operation that can be confirmed fits the instruction.',
  },
  { type: 'intent.refused', object: 'intent', when: 'The bank would refuse the operation now.' },
  { type: 'intent.confirmed', object: 'intent', when: 'An intent was confirmed with its token.' },
  {
    type: 'intent.executed',
    object: 'intent',
    when: 'The transaction or schedule of an intent is booked.',
  },
  { type: 'intent.declined', object: 'intent', when: 'A confirmed intent was declined.' },
  {
    type: 'intent.canceled',
    object: 'intent',
    when: 'An intent was canceled before its confirmation.',
  },
  { type: 'intent.expired', object: 'intent', when: 'An intent was not confirmed in time.' },
] as const;
