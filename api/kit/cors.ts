// CORS: pages of other origins may call the API when a developer has registered them as apps. They
// send a token; cookies of the bank are not allowed.

import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppEnv, Deps } from './context.ts';

/** Routes of operators, which only pages of the bank call. */
const OPERATOR_PATHS = '/v1/ops/';

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'dpop',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'api-version',
  'prefer',
  'x-request-id',
  'traceparent',
  'kontor-commit',
];
const RESPONSE_HEADERS = [
  'etag',
  'location',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
  'api-version',
  'preference-applied',
  'kontor-age',
  'kontor-commit',
  'content-disposition',
  'www-authenticate',
  'deprecation',
  'sunset',
  'link',
];

/**
 * Seconds after which a browser repeats its preflight request, which reads the registration again.
 */
const PREFLIGHT_CACHE_SECONDS = 600;

/** Answers the preflight requests of browsers, and lets registered pages read the answers. */
export function allowRegisteredOrigins({
  platform,
}: Pick<Deps, 'platform'>): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: REQUEST_HEADERS,
    exposeHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_CACHE_SECONDS,
  });
  return (c, next) => {
    const origin = c.req.header('origin');
    if (origin === undefined || c.req.path.startsWith(OPERATOR_PATHS)) return next();
    return platform.access.isPageOrigin(origin) ? allow(c, next) : next();
  };
}
