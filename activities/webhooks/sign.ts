// Signs messages as Standard Webhooks 1.0 specifies: HMAC-SHA256 over `id.timestamp.body`, one
// signature for each valid secret. packages/verify verifies them.

import { createHmac, randomBytes } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export interface Message {
  /** Event id, the same in every attempt, so that receivers can discard duplicates. */
  readonly id: string;
  /**
   * Time of this attempt in seconds since 1970 UTC. Receivers refuse messages older than 5 minutes.
   */
  readonly timestampSeconds: number;
  /** The exact text that is sent. */
  readonly body: string;
}

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function createSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The three headers of a message.
 * @param secrets every valid secret (`whsec_…`): during a rotation the receiver may know either one
 * @throws Error without a secret
 */
export function signHeaders(message: Message, secrets: readonly string[]) {
  if (secrets.length === 0) throw new Error('signing a message requires at least one secret');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${signatureOf(message, secret).toString('base64')}`)
      .join(' '),
  };
}

/** The bytes of one signature. */
export function signatureOf({ id, timestampSeconds, body }: Message, secret: string): Buffer {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest();
}

interface Event {
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/**
 * The body of a message.
 * @param event as `GET /v1/events/{id}` returns it
 * @param payload `thin` states only id and type of the object, which the receiver reads from the
 *   API
 */
export function formatBody(event: Event, payload: 'full' | 'thin'): string {
  if (payload === 'full') return JSON.stringify(event);
  // The object of an erased customer has no type.
  const { id, object, erased } = event.data.object;
  return JSON.stringify({ ...event, data: { object: { id, object, erased } } });
}
