// An instruction in plain language as the bank has read it, with its status. Nothing moves before a
// caller has confirmed it with the token that belongs to exactly these terms.

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

/** Milliseconds in which an instruction can be confirmed. */
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
  /** The request that is carried out, as JSON. */
  readonly operation: string;
  /** Milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

/** The terms as one text; the order of the fields is part of what a token is bound to. */
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
    when: 'No operation that can be confirmed does what the instruction asks for.',
  },
  { type: 'intent.refused', object: 'intent', when: 'The bank would refuse the operation now.' },
  { type: 'intent.confirmed', object: 'intent', when: 'The token was used.' },
  { type: 'intent.executed', object: 'intent', when: 'Its transaction or schedule is booked.' },
  { type: 'intent.declined', object: 'intent', when: 'It was confirmed and came to nothing.' },
  { type: 'intent.canceled', object: 'intent', when: 'It was withdrawn before it was confirmed.' },
  { type: 'intent.expired', object: 'intent', when: 'It was not confirmed in time.' },
] as const;
