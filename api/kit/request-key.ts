// The Idempotency-Key header and the hash of a body, independent of the caller.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Context } from 'hono';
import type { CustomerCaller } from '../../identity/caller.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';

const LONGEST_KEY = 255;
/** Printable ASCII that does not begin or end with a space. */
const PRINTABLE_KEY = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

// The package is CommonJS and its types describe a default export that it does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (
  value: unknown,
) => string | undefined;

/** Returns the RFC 8785 form of a value, which is the same text for the same content. */
export function canonicalise(value: unknown): string {
  return canonicalize(value) ?? '';
}

/** Returns the SHA-256 of a body in RFC 8785 form, so that order and spacing do not matter. */
export function hashRequest(body: unknown): Buffer {
  return createHash('sha256').update(canonicalise(body)).digest();
}

/** Returns the idempotency key of a request; null when it has none. */
export function readIdempotencyKey(c: Context<AppEnv>): string | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (key.length > LONGEST_KEY || !PRINTABLE_KEY.test(key)) throw invalidKey();
  const caller = c.get('caller');
  return caller?.kind === 'customer' ? scopeToCustomer(caller, key) : key;
}

function invalidKey(): Problem {
  return new Problem('invalid_parameter', 'Idempotency-Key is 1 to 255 printable characters.', {
    errors: [keyFault('invalid_parameter', 'Expected 1 to 255 printable ASCII characters.')],
  });
}

/**
 * Returns the key within the customer and app, so that keys of different customers never collide.
 */
function scopeToCustomer({ customerId, clientId }: CustomerCaller, key: string): string {
  const ownKey = JSON.stringify([customerId, clientId, key]);
  return `oauth/${createHash('sha256').update(ownKey).digest('base64url')}`;
}

/** Returns the fault of the header. */
export function keyFault(code: string, message: string) {
  return { pointer: 'Idempotency-Key', code, message };
}
