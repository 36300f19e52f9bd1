// Where a request comes from: the other end of the connection, or, when that is a proxy of the
// bank's own, whom the proxy names.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { isWithin } from '../../identity/networks.ts';
import type { AppEnv } from './context.ts';

/** Null when the connection is gone already. */
export function addressOf(
  c: Context<AppEnv>,
  { trustedProxies }: { readonly trustedProxies: readonly string[] },
): string | null {
  const near = (c.env as HttpBindings).incoming.socket.remoteAddress ?? null;
  if (trustedProxies.length === 0 || !isWithin(near, trustedProxies)) return near;
  // Each proxy adds whom it saw at the end: the last who is no proxy of ours is the client.
  const named = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim());
  const client = named.filter(Boolean).findLast((one) => !isWithin(one, trustedProxies));
  return client ?? near;
}
