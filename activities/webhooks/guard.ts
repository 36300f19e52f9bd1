// Restricts webhooks to public addresses. An address is checked twice: as written in the URL, and
// when the connection is made, whatever a name server answered earlier.

import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export interface Network {
  readonly address: Address;
  /** Length of the prefix in bits. */
  readonly bits: number;
  /** The only allowed port; null for every port. */
  readonly port: number | null;
}

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Thrown for a receiver with an address that webhooks may not reach. */
export class AddressRefused extends Error {
  readonly code = 'KONTOR_ADDRESS_REFUSED';
}

/** @param entries as checked by bank/config/networks.ts: `127.0.0.0/8` or `127.0.0.1:4000` */
export function networksOf(entries: readonly string[]): Network[] {
  return entries.map((entry) => {
    if (entry.includes('/')) {
      const [address, bits] = ipaddr.parseCIDR(entry);
      return { address, bits, port: null };
    }
    const [host = '', port] = entry.split(':');
    return { address: ipaddr.IPv4.parse(host), bits: 32, port: Number(port) };
  });
}

// The only IPv6 range with public addresses, among those to which the library gives no name.
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * True when webhooks may be sent to an address: it is public or in an allowed network.
 * @param address in the notation of a socket; anything else is refused
 * @param port null when unknown; networks that are allowed for one port only are then refused
 */
export function isReachable(
  address: string,
  port: number | null,
  allow: readonly Network[],
): boolean {
  if (isIP(address) === 0) return false;
  // The library reads `::1.2.3.4` as IPv4, a socket does not, so that the check could differ from
  // the connection.
  if (/^(?!::ffff:).*:.*\./i.test(address)) return false;
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  const isAllowed = allow.some(({ address: network, bits, port: allowedPort }) => {
    const isInNetwork =
      network.kind() === parsed.kind() && parsed.match(network as ipaddr.IPv4, bits);
    return isInNetwork && (allowedPort === null || allowedPort === port);
  });
  if (isAllowed) return true;
  // NAT64, 6to4 and Teredo addresses contain an IPv4 address; their ranges are not `unicast`.
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST as ipaddr.IPv6, 3);
}

/**
 * The address when the host of a URL is one; null for a name. The URL parser has already converted
 * decimal, hexadecimal, octal and short forms to dotted form.
 */
export function parseLiteralAddress(hostname: string): string | null {
  const bareHost = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bareHost) !== 0) return bareHost;
  // RFC 6761: `localhost` is this host, whatever a name server answers.
  return /^(.+\.)?localhost\.?$/i.test(bareHost) ? '127.0.0.1' : null;
}

/**
 * Returns a resolver that asks the name servers directly. The system's resolver blocks a thread for
 * each name, so that a slow name server of one receiver would delay all lookups.
 */
export function nameServers(timeoutMs: number): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = [v4, v6].flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    );
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  };
}

export interface GuardOptions {
  readonly allow: readonly Network[];
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  /** Certificate authorities in PEM; the system's when absent. */
  readonly ca?: string | undefined;
}

/** Returns a connector for undici that refuses addresses for which {@link isReachable} is false. */
export function createGuardedConnector(options: GuardOptions): buildConnector.connector {
  const { allow, timeoutMs } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    lookup: guardedLookup(options),
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(options.ca ? { ca: options.ca } : {}),
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const literal = parseLiteralAddress(target.hostname);
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    if (literal !== null && !isReachable(literal, port, allow)) {
      callback(new AddressRefused(`${target.hostname} is not a public address`), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error) callback(error, null);
      // The address of the connection itself is checked, in case the lookup was bypassed.
      else if (!isReachable(socket.remoteAddress ?? '', port, allow)) {
        socket.destroy();
        callback(new AddressRefused(`${target.hostname} led to another address`), null);
      } else callback(null, socket);
    });
  };
}

function guardedLookup({ allow, resolve }: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveHost(hostname, resolve).then(
      (addresses) => {
        const refused = addresses.find((address) => !isReachable(address, null, allow));
        const [first] = addresses;
        if (refused !== undefined || first === undefined) {
          callback(new AddressRefused(`${hostname} leads to no public address`), '', 0);
        } else if (all) {
          const targets = addresses.map((address) => ({ address, family: isIP(address) }));
          callback(null, targets);
        } else callback(null, first, isIP(first));
      },
      (error) => callback(error, '', 0),
    );
  };
}

async function resolveHost(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const literal = parseLiteralAddress(hostname);
  return literal === null ? resolve(hostname) : [literal];
}
