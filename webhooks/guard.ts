// Keeps webhooks inside the public internet. An address is checked twice: as spelled in the URL,
// and at the moment of the connection, regardless of earlier answers of a name server.

import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export interface Network {
  readonly address: Address;
  /** Leading bits that count. */
  readonly bits: number;
  /** The only port allowed there, or null for every port. */
  readonly port: number | null;
}

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The receiver lies in a network that webhooks do not enter. */
export class AddressRefused extends Error {
  readonly code = 'KONTOR_ADDRESS_REFUSED';
}

/** @param entries as config/settings.ts has checked them: `127.0.0.0/8`, `127.0.0.1:4000` */
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

// Everything else that IPv6 has is special: of the ranges that the library does not name, only
// this one was ever given to the public.
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * True when webhooks may go to an address: it is public, or in one of the allowed networks.
 * @param address in the notation of a socket; anything else is refused
 * @param port null when unknown: networks that are allowed at one port alone are then refused
 */
export function isReachable(
  address: string,
  port: number | null,
  allow: readonly Network[],
): boolean {
  if (isIP(address) === 0) return false;
  // The library reads `::1.2.3.4` as IPv4, a socket does not. The check applies to the address that
  // is dialled.
  if (/^(?!::ffff:).*:.*\./i.test(address)) return false;
  const found = ipaddr.process(address.replace(/%.*$/, ''));
  const isAllowed = allow.some(({ address: network, bits, port: only }) => {
    const isThere = network.kind() === found.kind() && found.match(network as ipaddr.IPv4, bits);
    return isThere && (only === null || only === port);
  });
  if (isAllowed) return true;
  // NAT64, 6to4 and Teredo carry an IPv4 address inside: their ranges are not `unicast` either.
  if (found.range() !== 'unicast') return false;
  return found.kind() === 'ipv4' || found.match(GLOBAL_UNICAST as ipaddr.IPv6, 3);
}

/**
 * The address that the host of a URL spells out; null when it is a name. The URL parser has
 * turned decimal, hexadecimal, octal and short forms into dotted ones already.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return bare;
  // RFC 6761: the name never leaves the host, whatever a name server answers.
  return /^(.+\.)?localhost\.?$/i.test(bare) ? '127.0.0.1' : null;
}

/**
 * Asks the name servers, not the system's resolver: that one blocks a thread of the process for
 * each name, and a slow server of one receiver would hold up the lookups of all.
 */
export function nameServers(timeoutMs: number): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [v4, v6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  };
}

export interface GuardOptions {
  readonly allow: readonly Network[];
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  /** Certificate authorities in PEM, instead of the known ones. */
  readonly ca?: string | undefined;
}

/** A connector for undici that opens no connection to an address that is not reachable. */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const { allow, timeoutMs } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    lookup: guardedLookup(options),
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(options.ca ? { ca: options.ca } : {}),
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const literal = literalAddress(target.hostname);
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    if (literal !== null && !isReachable(literal, port, allow)) {
      callback(new AddressRefused(`${target.hostname} is not a public address`), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error) callback(error, null);
      // The last word has the connection itself, should a lookup ever be bypassed.
      else if (!isReachable(socket.remoteAddress ?? '', port, allow)) {
        socket.destroy();
        callback(new AddressRefused(`${target.hostname} led to another address`), null);
      } else callback(null, socket);
    });
  };
}

function guardedLookup({ allow, resolve }: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    addressesOf(hostname, resolve).then(
      (addresses) => {
        const refused = addresses.find((address) => !isReachable(address, null, allow));
        const [first] = addresses;
        if (refused !== undefined || first === undefined) {
          callback(new AddressRefused(`${hostname} leads to no public address`), '', 0);
        } else if (all) {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          callback(null, found);
        } else callback(null, first, isIP(first));
      },
      (error) => callback(error, '', 0),
    );
  };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const literal = literalAddress(hostname);
  return literal === null ? resolve(hostname) : [literal];
}
