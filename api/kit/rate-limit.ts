// Rate limits by token buckets: per address for callers without a valid credential, per developer
// and class of work for callers with one. A bucket holds the tokens of two seconds.

import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { RateLimits } from '../../bank/config/rate-limits.ts';
import type { Caller } from '../../identity/caller.ts';
import { readClientAddress } from './address.ts';
import { setAnswerHeader } from './answer-header.ts';
import { isFromPage } from './browser-cookie.ts';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';

/**
 * The class of a developer's request: reads, calls of models, and all requests that change data.
 */
export type RateClass = 'reads' | 'money' | 'ai';

interface Bucket {
  tokens: number;
  /** Milliseconds on the monotonic clock. */
  at: number;
}

interface Buckets {
  /** Takes a token. Returns the number of remaining tokens; below zero when there was none. */
  take(owner: string): number;
  giveBack(owner: string): void;
}

/** Maximum number of buckets. A full bucket equals a missing one, so the oldest can be dropped. */
const MAX_BUCKETS = 10_000;
/**
 * Maximum number of credentials remembered as valid, which guesses from the same address do not
 * delay.
 */
const MAX_CREDENTIALS = 10_000;
/** Paths without a limit, which monitors read often and which cost nothing. */
const UNLIMITED_PATHS = new Set(['/healthz', '/readyz']);

/** Returns buckets that refill by `perSecond` tokens a second and hold twice as many. */
export function createBuckets(perSecond: number): Buckets {
  const burst = perSecond * 2;
  const buckets = new Map<string, Bucket>();
  const tokensOf = (owner: string, now: number) => {
    const bucket = buckets.get(owner);
    return bucket ? Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond) : burst;
  };
  const storeTokens = (owner: string, tokens: number, now: number) => {
    buckets.delete(owner);
    buckets.set(owner, { tokens, at: now });
    const oldest = buckets.keys().next().value;
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    take(owner) {
      const now = performance.now();
      const tokens = tokensOf(owner, now);
      storeTokens(owner, tokens >= 1 ? tokens - 1 : tokens, now);
      return tokens - 1;
    },
    giveBack(owner) {
      const now = performance.now();
      storeTokens(owner, Math.min(burst, tokensOf(owner, now) + 1), now);
    },
  };
}

/** The remaining limit, which every answer states. */
export interface RateState {
  readonly policy: string;
  readonly perSecond: number;
  readonly remaining: number;
}

export interface RateGate {
  /** Middleware of every request, which runs before the request is read. */
  readonly byAddress: MiddlewareHandler<AppEnv>;
  /** Counts a request whose credential is valid. */
  byCaller(c: Context<AppEnv>, caller: Caller, rateClass: RateClass): void;
}

/**
 * Creates the limits of one process.
 * @param isValid returns whether the credential of a request is valid; called only when the address
 * has no tokens left
 */
export function createRateGate(
  limits: RateLimits,
  proxies: { readonly trustedProxies: readonly string[] },
  isValid: (c: Context<AppEnv>) => Promise<boolean>,
): RateGate {
  const addresses = createBuckets(limits.address);
  const classes = {
    reads: createBuckets(limits.reads),
    money: createBuckets(limits.money),
    ai: createBuckets(limits.ai),
  };
  /** Buckets of developers with a lower limit set by an operator, by that limit. */
  const throttled = new Map<number, Buckets>();
  const findThrottledBuckets = (perSecond: number): Buckets => {
    const buckets = throttled.get(perSecond) ?? createBuckets(perSecond);
    throttled.set(perSecond, buckets);
    return buckets;
  };
  const validCredentials = new Set<string>();
  const addressCharges = new WeakMap<
    object,
    { credential: string | null; paidBy: string | null }
  >();

  /** Remembers a credential before its answer is ready, so that concurrent requests profit too. */
  function rememberCredential(c: Context<AppEnv>): void {
    const charged = addressCharges.get(c);
    if (!charged || charged.credential === null) return;
    if (charged.paidBy !== null) addresses.giveBack(charged.paidBy);
    validCredentials.add(charged.credential);
    const oldest = validCredentials.values().next().value;
    if (validCredentials.size > MAX_CREDENTIALS && oldest !== undefined)
      validCredentials.delete(oldest);
  }

  return {
    async byAddress(c, next) {
      if (limits.address === 0 || UNLIMITED_PATHS.has(c.req.path))
        return next().then(() => setRateHeaders(c));
      const credential = hashCredential(c);
      const address = networkOf(readClientAddress(c, proxies));
      const isKnown = credential !== null && validCredentials.has(credential);
      if (!isKnown) {
        const remaining = addresses.take(address);
        // A valid credential passes even when its address has no tokens left.
        const isExempt = remaining < 0 && credential !== null && (await isValid(c));
        addressCharges.set(c, { credential, paidBy: isExempt ? null : address });
        if (!isExempt) charge(c, 'address', limits.address, remaining);
      }
      await next();
      const isAuthenticated = c.get('caller') !== null;
      // The credential is no longer valid, so its next request counts for the address.
      if (!isAuthenticated && isKnown)
        charge(c, 'address', limits.address, addresses.take(address), false);
      if (credential !== null && !isAuthenticated) validCredentials.delete(credential);
      setRateHeaders(c);
    },
    byCaller(c, caller, rateClass) {
      rememberCredential(c);
      const perSecond = limits[rateClass] === 0 ? Number.POSITIVE_INFINITY : limits[rateClass];
      const throttle = caller.kind === 'developer' ? caller.throttle : null;
      if (limits[rateClass] === 0 && throttle === null) return c.set('rate', null);
      const owner = ownerOf(caller);
      if (throttle !== null && throttle < perSecond) {
        charge(
          c,
          `${rateClass}_throttled`,
          throttle,
          findThrottledBuckets(throttle).take(`${rateClass} ${owner}`),
        );
      } else charge(c, rateClass, perSecond, classes[rateClass].take(owner));
    },
  };
}

/** Returns the owner of the limit. Customers count towards the developer whose app they use. */
export function ownerOf(caller: Caller): string {
  if (caller.kind === 'operator') return caller.operatorId;
  const { developerId, environment } = caller.kind === 'customer' ? caller.within : caller;
  return `${developerId}/${environment}`;
}

/** @throws Problem when no tokens were left, unless there is already an answer */
function charge(
  c: Context<AppEnv>,
  policy: string,
  perSecond: number,
  remaining: number,
  mayRefuse = true,
): void {
  c.set('rate', { policy, perSecond, remaining });
  if (remaining >= 0 || !mayRefuse) return;
  throw new Problem(
    'rate_limited',
    `More than ${perSecond} requests per second (${policy}): send fewer.`,
    {
      retryAfterSeconds: 1,
      headers: rateHeaders({ policy, perSecond, remaining }),
    },
  );
}

function setRateHeaders(c: Context<AppEnv>): void {
  const rate = c.get('rate');
  if (rate)
    for (const [name, value] of Object.entries(rateHeaders(rate))) setAnswerHeader(c, name, value);
}

function rateHeaders({ policy, perSecond, remaining }: RateState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${perSecond};w=1`,
    // Tokens for a burst are not announced, because they exceed the quota of a second.
    RateLimit: `"${policy}";r=${Math.min(perSecond, Math.max(0, Math.floor(remaining)))};t=1`,
  };
}

/**
 * Returns the hash of the credential without its scheme; for pages of a session, of the cookie.
 */
function hashCredential(c: Context<AppEnv>): string | null {
  const cookie = isFromPage(c) ? c.req.header('cookie') : undefined;
  const header = c.req.header('authorization') ?? cookie;
  if (!header) return null;
  const text = header.replace(/^\s*bearer\s+/i, '');
  return createHash('sha256').update(text).digest('base64');
}

/** Returns the network that counts as one address: a holder of an IPv6 address has 2^64 of them. */
export function networkOf(address: string | null): string {
  if (address === null) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return address.includes(':') ? ipv6Network(address) : address;
}

function ipv6Network(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2);
  const leftGroups = head.split(':').filter(Boolean);
  const rightGroups = tail.split(':').filter(Boolean);
  const zeroGroups = Array<string>(Math.max(0, 8 - leftGroups.length - rightGroups.length)).fill(
    '0',
  );
  return [...leftGroups, ...zeroGroups, ...rightGroups].slice(0, 4).join(':');
}

/** Routes that call models, in addition to those under /v1/ai. */
const MODEL_PATHS: ReadonlySet<string> = new Set(['/v1/transactions/ai-intent']);

/** Returns the class of an operation by method and path. */
export function rateClassOf(method: string, path: string): RateClass {
  if (method.toUpperCase() === 'GET') return 'reads';
  return path.startsWith('/v1/ai/') || MODEL_PATHS.has(path) ? 'ai' : 'money';
}
