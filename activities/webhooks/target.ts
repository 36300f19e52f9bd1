// The rules for the URL of an endpoint, checked when the URL is set and before each attempt.

import { isReachable, type Network, parseLiteralAddress } from './guard.ts';

export interface TargetRules {
  /** True in production, which requires https. */
  readonly livemode: boolean;
  readonly allow: readonly Network[];
}

export interface TargetFault {
  readonly code: 'url_invalid' | 'url_not_allowed';
  readonly message: string;
}

export const MAX_URL_LENGTH = 2048;

// Ports above 1023 that browsers block (WHATWG Fetch, "bad port"), and ports of databases and
// control planes that are often exposed by mistake.
const OTHER_PROTOCOLS = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7233, 9042, 9200,
  9300, 10080, 10250, 11211, 27017,
]);

/**
 * Reads the URL of an endpoint.
 * @returns the URL in normal form (host in ASCII, without a default port), or the fault
 */
export function readTarget(text: string, rules: TargetRules): URL | TargetFault {
  if (text.length > MAX_URL_LENGTH)
    return invalidUrl(`Expected at most ${MAX_URL_LENGTH} characters.`);
  // The URL parser would remove these silently.
  if (/[\s\\]|\p{Cc}/u.test(text))
    return invalidUrl('Expected a URL without spaces, control characters and backslashes.');
  if (!URL.canParse(text))
    return invalidUrl('Expected an absolute URL, such as https://example.com/hook.');
  const url = new URL(text);
  if (!/^https?:\/\//i.test(text) || url.hostname === '') {
    return url.protocol === 'http:' || url.protocol === 'https:'
      ? invalidUrl('Expected an absolute URL, such as https://example.com/hook.')
      : refuseTarget('Expected an https address.');
  }
  if (url.protocol === 'http:' && rules.livemode)
    return refuseTarget('Expected an https address: production does not send to http.');
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(text)) {
    return invalidUrl('Expected a URL without a user name and a password.');
  }
  if (text.includes('#'))
    return invalidUrl('Expected a URL without a fragment: a fragment never reaches the server.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isPortAllowed(port))
    return refuseTarget('Expected port 80, port 443, or a port above 1023 that browsers allow.');
  const literal = parseLiteralAddress(url.hostname);
  if (literal !== null && !isReachable(literal, port, rules.allow)) {
    return refuseTarget('Expected a host with a public address.');
  }
  return url;
}

function isPortAllowed(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !OTHER_PROTOCOLS.has(port));
}

function invalidUrl(message: string): TargetFault {
  return { code: 'url_invalid', message };
}

function refuseTarget(message: string): TargetFault {
  return { code: 'url_not_allowed', message };
}
