// Reads the Idempotency-Key header and the cause of a request. The key is bound in the database
// transaction of the act, so that requests with the same key and body act once.

import type { Context } from 'hono';
import type { Cause } from '../../db/kernel/cause.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';
import { developerOf, operatorOf } from './operation.ts';
import { keyFault, readIdempotencyKey } from './request-key.ts';

export { hashRequest } from './request-key.ts';

/** Returns the actor of a change and the request that causes it. */
export function causeOf(c: Context<AppEnv>): Cause {
  return {
    actor: developerOf(c).keyId,
    requestId: c.get('requestId'),
    idempotencyKey: readIdempotencyKey(c),
  };
}

/** Returns the operator of a change and the request that causes it. */
export function operatorCauseOf(c: Context<AppEnv>): Cause {
  return {
    actor: operatorOf(c).operatorId,
    requestId: c.get('requestId'),
    idempotencyKey: readIdempotencyKey(c),
  };
}

/**
 * Requires an idempotency key of a request that moves money in production.
 * @param cause the cause of the request
 * @throws Problem missing_parameter when the request has no key
 */
export function requireKey(environment: EnvironmentName, { idempotencyKey: key }: Cause): void {
  if (environment === 'production' && key === null) throw keyRequired();
}

function keyRequired(): Problem {
  const message = 'This header is required for requests that move money.';
  return new Problem(
    'missing_parameter',
    'The header Idempotency-Key is required in production for requests that move money.',
    { errors: [keyFault('missing_parameter', message)] },
  );
}
