// The origins of browser apps: those of the redirect URIs of public clients.

import type { OAuthClient } from '../db/platform/oauth.ts';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** An origin for comparison; loopback origins lose their port, as with redirect URIs. */
export function pageOrigin(origin: string): string {
  const url = URL.parse(origin);
  if (!url) return origin;
  const isLoopback = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  return isLoopback ? `http://${url.hostname}` : url.origin;
}

/** The origins of redirect URIs; custom schemes of native apps have none. */
export function originsIn(redirectUris: readonly string[]): string[] {
  const pages = redirectUris.filter((uri) => /^https?:/i.test(uri));
  return [...new Set(pages.map((uri) => pageOrigin(uri)))];
}

/**
 * The origins whose pages may call the API for a client; none for a confidential client, which does
 * not run in a browser.
 */
export function originsOf(client: OAuthClient): string[] {
  const isPage = client.type === 'public' && client.status === 'active';
  return isPage ? originsIn(client.redirectUris) : [];
}
