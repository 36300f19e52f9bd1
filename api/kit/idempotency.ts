// The Idempotency-Key: one key, one body, one effect. The key is bound in the database transaction
// that does the work; this file only reads the header and hashes the body.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Context } from 'hono';
import type { Cause } from '../../db/transactions/port.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';
import { developerOf, operatorOf } from './operation.ts';

const LONGEST_KEY = 255;

// The package is CommonJS and its types describe a default export that it does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (
  value: unknown,
) => string | undefined;

/** Who causes a change and by which request. */
export function causeOf(c: Context<AppEnv>): Cause {
  return {
    actor: developerOf(c).keyId,
    requestId: c.get('requestId'),
    idempotencyKey: idempotencyKey(c),
  };
}

/** The same for an operator. */
export function operatorCauseOf(c: Context<AppEnv>): Cause {
  return {
    actor: operatorOf(c).operatorId,
    requestId: c.get('requestId'),
    idempotencyKey: idempotencyKey(c),
  };
}

/** SHA-256 of the body in RFC 8785 form, so that order and spacing do not matter. */
export function requestHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest();
}

/** The key of a request that moves money: production does not go without one. */
export function requireKey(c: Context<AppEnv>): void {
  if (developerOf(c).environment === 'production' && idempotencyKey(c) === null) {
    throw new Problem(
      'missing_parameter',
      'The header Idempotency-Key is required in production for requests that move money.',
      {
        errors: [
          field('missing_parameter', 'This header is required for requests that move money.'),
        ],
      },
    );
  }
}

function idempotencyKey(c: Context<AppEnv>): string | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key) || key.length > LONGEST_KEY) {
    throw new Problem(
      'invalid_parameter',
      'The header Idempotency-Key takes 1 to 255 printable ASCII characters.',
      {
        errors: [field('invalid_parameter', 'Expected 1 to 255 printable ASCII characters.')],
      },
    );
  }
  return key;
}

function field(code: string, message: string) {
  return { pointer: 'Idempotency-Key', code, message };
}
