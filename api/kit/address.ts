// Both ends of a request: where it comes from (the other end of the connection, or, when that is a
// proxy of the bank's own, whom the proxy names), and how the bank calls its own address.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '../../config/settings.ts';
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

/** The start of links to the bank: never what a client says of the address. */
export function ownAddress(
  c: Context<AppEnv>,
  config: Pick<Config, 'publicUrl' | 'host' | 'tls'>,
): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { localPort } = (c.env as HttpBindings).incoming.socket;
  const isAll = config.host === '0.0.0.0' || config.host === '::';
  const host = isAll ? '127.0.0.1' : config.host;
  const named = host.includes(':') ? `[${host}]` : host;
  return `${config.tls === null ? 'http' : 'https'}://${named}:${localPort}`;
}
