// Anonymising networks: Tor exits, hosting providers and VPNs. The ranges come from a dated file
// that the operator creates (`node scripts/import-networks.ts`); the bank ships none.

import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { HIDDEN_NETWORKS, type HiddenNetwork } from '../../ledger/decisions/risk.ts';

export const NETWORK_SCHEMA = 'kontor.networks/1';
/** Larger ranges are mistakes: shortest prefixes of IPv4 and IPv6. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/** A list of the file. */
export interface NetworkList {
  readonly code: HiddenNetwork;
  /** Publisher and licence of the list. */
  readonly source: string;
  readonly licence: string;
  /** The publisher's date, such as `2026-11-23`. */
  readonly asOf: string;
  /** Hash of the original file. */
  readonly sha256: string;
  /** Addresses and CIDR ranges. */
  readonly ranges: readonly string[];
}

export interface Networks {
  readonly lists: readonly Omit<NetworkList, 'ranges'>[];
  /** Returns the kind of network of an address; null when it is not listed. */
  findKind(address: string): HiddenNetwork | null;
}

/** A fault of the operator's file; the message is for the operator. */
export class NetworkFileError extends Error {}

type Span = readonly [first: bigint, last: bigint];

/**
 * Returns the first and last address of a range, with IPv4 mapped to IPv6.
 * @throws NetworkFileError when the range is invalid or too large
 */
export function parseRange(range: string): Span {
  const [address = '', ...rest] = range.split('/');
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !(address.includes(':') && ipaddr.IPv6.isValid(address))) {
    throw new NetworkFileError(`${range}: expected an address or a CIDR range`);
  }
  const bits = isV4 ? 32 : 128;
  const prefix = rest.length === 0 ? bits : Number(rest[0]);
  const min = isV4 ? MIN_PREFIX.ipv4 : MIN_PREFIX.ipv6;
  const isShaped = rest.length <= 1 && /^\d{1,3}$/.test(rest[0] ?? String(prefix));
  if (!isShaped || prefix > bits || prefix < min) {
    throw new NetworkFileError(`${range}: expected a prefix from ${min} to ${bits}`);
  }
  const size = 1n << BigInt(bits - prefix);
  const number = toNumber(address) ?? 0n;
  const first = number - (number % size);
  return [first, first + size - 1n];
}

/** Returns null when the text is not an address. */
function toNumber(address: string): bigint | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const v6 = parsed.kind() === 'ipv4' ? (parsed as ipaddr.IPv4).toIPv4MappedAddress() : parsed;
  return v6.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Sorts spans and joins adjacent ones. */
function joinSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const merged: Span[] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1n) {
      if (last > before[1]) merged[merged.length - 1] = [before[0], last];
    } else merged.push([first, last]);
  }
  return merged;
}

function containsAddress(spans: readonly Span[], address: bigint): boolean {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = spans[middle] ?? [0n, 0n];
    if (address < first) high = middle - 1;
    else if (address > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Builds the lookup. Tor takes precedence over hosting for an address in both. */
export function createNetworks(lists: readonly NetworkList[]): Networks {
  const spansByKind = HIDDEN_NETWORKS.flatMap((code) => {
    const ranges = lists.filter((list) => list.code === code).flatMap((list) => list.ranges);
    return ranges.length === 0 ? [] : [{ code, spans: joinSpans(ranges.map(parseRange)) }];
  });
  return {
    lists: lists.map(({ ranges: _, ...list }) => list),
    findKind(address) {
      const number = toNumber(address);
      if (number === null) return null;
      return spansByKind.find(({ spans }) => containsAddress(spans, number))?.code ?? null;
    },
  };
}

/**
 * Opens the operator's file.
 * @returns null when none is configured
 * @throws NetworkFileError
 */
export function openNetworks(file: string | null): Networks | null {
  if (file === null) return null;
  try {
    const { schema, lists } = JSON.parse(readFileSync(file, 'utf8')) as {
      schema?: string;
      lists?: NetworkList[];
    };
    if (schema !== NETWORK_SCHEMA || !Array.isArray(lists)) {
      throw new NetworkFileError(
        `expected ${NETWORK_SCHEMA}, made by node scripts/import-networks.ts`,
      );
    }
    return createNetworks(lists);
  } catch (error) {
    const message = (error as Error).message;
    throw new NetworkFileError(`KONTOR_NETWORK_LISTS ${file}: ${message}`, { cause: error });
  }
}
