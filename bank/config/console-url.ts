// The URL of the console, to which workflows link.

import type { Config } from './settings.ts';

/**
 * The URL of the console of an environment, without a trailing slash.
 * @returns null when the operating system chooses the port, so that the URL is not known yet
 */
export function consoleUrlOf(
  { publicUrl, host, port, tls }: Pick<Config, 'publicUrl' | 'host' | 'port' | 'tls'>,
  environment: string,
): string | null {
  if (publicUrl !== null) return `${publicUrl}/console/${environment}`;
  if (port === 0) return null;
  const bindsAllAddresses = host === '0.0.0.0' || host === '::';
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const origin = `${tls === null ? 'http' : 'https'}://${bindsAllAddresses ? '127.0.0.1' : bracketed}:${port}`;
  return `${origin}/console/${environment}`;
}
