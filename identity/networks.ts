// Networks from which a key may be used: addresses or ranges (CIDR).

import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The canonical text of a network or address; null for other text. */
export function networkOf(text: string): string | null {
  const range = parseRange(text);
  return range === null ? null : `${range[0].toString()}/${range[1]}`;
}

/** True when an address is in one of the networks; false for an unknown address. */
export function isWithin(address: string | null, networks: readonly string[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const range = parseRange(network);
    return range !== null && range[0].kind() === parsed.kind() && parsed.match(range);
  });
}

/** True when every inner network is contained in one of the outer networks. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((network) => {
    const range = parseRange(network);
    if (range === null) return false;
    return outer.some((other) => {
      const outerRange = parseRange(other);
      if (outerRange === null || outerRange[0].kind() !== range[0].kind()) return false;
      return outerRange[1] <= range[1] && range[0].match(outerRange);
    });
  });
}

function parseRange(text: string): Range | null {
  if (text.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), 32];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  if (!text.includes(':')) return null;
  if (ipaddr.IPv6.isValid(text)) return [ipaddr.IPv6.parse(text), 128];
  return ipaddr.IPv6.isValidCIDR(text) ? ipaddr.IPv6.parseCIDR(text) : null;
}
