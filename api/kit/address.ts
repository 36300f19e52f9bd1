// The addresses of a request: the address of the client (the peer of the connection, or the client
// that a trusted proxy names), and the address of the bank in links.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../../bank/config/settings.ts';
import { isWithin } from '../../identity/networks.ts';
import type { AppEnv } from './context.ts';

/** Maximum number of warnings, so that a scan from many addresses does not fill the log. */
const MAX_WARNINGS = 20;

/** Returns the address of the client; null when the connection has closed. */
export function readClientAddress(
  c: Context<AppEnv>,
  { trustedProxies }: { readonly trustedProxies: readonly string[] },
): string | null {
  const socketAddress = socketAddressOf(c);
  if (!isTrustedProxy(socketAddress, { trustedProxies })) return socketAddress;
  // Each proxy appends the address of its peer: the last address that is not a trusted proxy is the
  // client.
  const addresses = (c.req.header('x-forwarded-for') ?? '').split(',').map(removePort);
  const client = addresses
    .filter(Boolean)
    .findLast((address) => !isWithin(address, trustedProxies));
  return client ?? socketAddress;
}

/** Removes the port, which some proxies append and which differs for each connection. */
function removePort(entry: string): string {
  const text = entry.trim();
  return (
    /^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]+)\](:\d+)?$/.exec(text)?.slice(1, 3).find(Boolean) ?? text
  );
}

/** True when the client reached the bank or a trusted proxy by TLS. */
export function isOverTls(
  c: Context<AppEnv>,
  config: Pick<Config, 'publicUrl' | 'tls' | 'trustedProxies'>,
): boolean {
  if (config.tls !== null || config.publicUrl?.startsWith('https:')) return true;
  return (
    c.req.header('x-forwarded-proto') === 'https' && isTrustedProxy(socketAddressOf(c), config)
  );
}

const socketAddressOf = (c: Context<AppEnv>) =>
  (c.env as HttpBindings).incoming.socket.remoteAddress ?? null;

function isTrustedProxy(
  socketAddress: string | null,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): boolean {
  return trustedProxies.length > 0 && isWithin(socketAddress, trustedProxies);
}

/**
 * Returns a function that warns once about each address that sends X-Forwarded-For without being a
 * trusted proxy. Such an address is a missing proxy in the configuration, whose clients all count
 * as one address, or a client that forges the header.
 */
export function warnOfUnknownProxies(
  config: Pick<Config, 'trustedProxies'>,
  log: Pick<Logger, 'warn'>,
): (c: Context<AppEnv>) => void {
  const seenAddresses = new Set<string>();
  return (c) => {
    if (c.req.header('x-forwarded-for') === undefined) return;
    const socketAddress = socketAddressOf(c);
    if (
      socketAddress === null ||
      seenAddresses.has(socketAddress) ||
      seenAddresses.size >= MAX_WARNINGS ||
      isTrustedProxy(socketAddress, config)
    ) {
      return;
    }
    seenAddresses.add(socketAddress);
    log.warn(
      { address: socketAddress },
      'X-Forwarded-For is ignored, because KONTOR_TRUSTED_PROXIES does not name the address that ' +
        'sent it: behind this proxy, all clients count as one address',
    );
  };
}

/** Returns the base URL of links to the bank, which never depends on headers of the client. */
export function readBaseUrl(
  c: Context<AppEnv>,
  config: Pick<Config, 'publicUrl' | 'host' | 'tls'>,
): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { localPort } = (c.env as HttpBindings).incoming.socket;
  const listensOnAllAddresses = config.host === '0.0.0.0' || config.host === '::';
  const host = listensOnAllAddresses ? '127.0.0.1' : config.host;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  return `${config.tls === null ? 'http' : 'https'}://${bracketed}:${localPort}`;
}
