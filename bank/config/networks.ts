// Settings that list networks: those of trusted proxies, and those that webhooks may reach.

import ipaddr from 'ipaddr.js';
import { ConfigError } from './values.ts';

/**
 * Reads networks and single addresses with a port, separated by commas; empty text gives none.
 * @throws ConfigError with the name of the setting and the invalid entry
 */
export function readNetworks(text: string, name: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (text === '') return [];
  return entries.map((entry) => {
    const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || isNetwork6(entry);
    if (isNetwork || isAddressWithPort(entry)) return entry;
    throw new ConfigError(
      `${name} has "${entry}": expected networks such as 127.0.0.0/8, or an address with a port ` +
        'such as 127.0.0.1:4000, separated by commas',
    );
  });
}

/** True for an address with a port, such as `127.0.0.1:4000`. */
function isAddressWithPort(entry: string): boolean {
  const [host = '', port = '', ...otherParts] = entry.split(':');
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
  return isPort && otherParts.length === 0 && ipaddr.IPv4.isValidFourPartDecimal(host);
}

function isNetwork6(entry: string): boolean {
  return entry.includes(':') && !entry.includes('%') && ipaddr.IPv6.isValidCIDR(entry);
}
