// Networks that a key works from: addresses, or ranges of them (CIDR).

import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The canonical text of a network or an address; null when it is neither. */
export function networkOf(text: string): string | null {
  const range = rangeOf(text);
  return range === null ? null : `${range[0].toString()}/${range[1]}`;
}

/** True when an address lies in one of the networks. An address that is not known lies in none. */
export function isWithin(address: string | null, networks: readonly string[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((one) => {
    const range = rangeOf(one);
    return range !== null && range[0].kind() === parsed.kind() && parsed.match(range);
  });
}

/** True when everything in the first networks is in the second ones too. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((one) => {
    const range = rangeOf(one);
    if (range === null) return false;
    return outer.some((other) => {
      const around = rangeOf(other);
      if (around === null || around[0].kind() !== range[0].kind()) return false;
      return around[1] <= range[1] && range[0].match(around);
    });
  });
}

function rangeOf(text: string): Range | null {
  if (text.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.IPv4.parse(text), 32];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.IPv4.parseCIDR(text);
  if (!text.includes(':')) return null;
  if (ipaddr.IPv6.isValid(text)) return [ipaddr.IPv6.parse(text), 128];
  return ipaddr.IPv6.isValidCIDR(text) ? ipaddr.IPv6.parseCIDR(text) : null;
}
