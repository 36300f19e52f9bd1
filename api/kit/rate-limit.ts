// A token bucket per credential (or address, where there is none): requests a second, with a burst
// of as many again. Off at 0, which is the default behind a gateway of the bank's own.

import { createHash } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';

interface Bucket {
  tokens: number;
  /** Milliseconds on the monotonic clock. */
  at: number;
}

/** Buckets that are full again say nothing, so the oldest can go. */
const MOST_BUCKETS = 10_000;

/** @param perSecond sustained rate; 0 lets everything pass */
export function rateLimit(perSecond: number): MiddlewareHandler<AppEnv> {
  if (perSecond === 0) return (_, next) => next();
  const burst = perSecond * 2;
  const buckets = new Map<string, Bucket>();

  function take(owner: string): number {
    const now = performance.now();
    const found = buckets.get(owner);
    const tokens = found
      ? Math.min(burst, found.tokens + ((now - found.at) / 1000) * perSecond)
      : burst;
    buckets.delete(owner);
    buckets.set(owner, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    const oldest = buckets.keys().next().value;
    if (buckets.size > MOST_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return tokens - 1;
  }

  return async (c, next) => {
    const owner = c.req.header('authorization') ?? getConnInfo(c).remote.address ?? '';
    const left = take(createHash('sha256').update(owner).digest('base64'));
    const headers = {
      'RateLimit-Policy': `"key";q=${perSecond};w=1`,
      RateLimit: `"key";r=${Math.max(0, Math.floor(left))};t=1`,
    };
    if (left < 0) {
      throw new Problem(
        'rate_limited',
        `The client exceeded ${perSecond} requests per second: send fewer.`,
        {
          retryAfterSeconds: 1,
          headers,
        },
      );
    }
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };
}
