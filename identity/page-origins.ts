// The origins of pages that are apps: those to which a public client is sent back.

import type { OAuthClient } from '../db/platform/oauth.ts';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** An origin as it is compared: of this device without its port, as redirect addresses are. */
export function pageOrigin(origin: string): string {
  const url = URL.parse(origin);
  if (!url) return origin;
  const isHere = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  return isHere ? `http://${url.hostname}` : url.origin;
}

/** The origins of redirect addresses; a scheme of an app on a device has none. */
export function originsIn(redirectUris: readonly string[]): string[] {
  const pages = redirectUris.filter((uri) => /^https?:/i.test(uri));
  return [...new Set(pages.map((uri) => pageOrigin(uri)))];
}

/**
 * Origins whose pages may call: those of public clients, because a confidential client does not run
 * in a browser.
 */
export function originsOf(client: OAuthClient): string[] {
  const isPage = client.type === 'public' && client.status === 'active';
  return isPage ? originsIn(client.redirectUris) : [];
}
