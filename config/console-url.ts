// The address of the console, which workflows link to.

import type { Config } from './settings.ts';

/**
 * Address of the console in an environment, without a slash at its end.
 * @returns null when the system chooses the port, so that no address is known beforehand
 */
export function consoleUrlOf(
  { publicUrl, host, port, tls }: Pick<Config, 'publicUrl' | 'host' | 'port' | 'tls'>,
  environment: string,
): string | null {
  if (publicUrl !== null) return `${publicUrl}/console/${environment}`;
  if (port === 0) return null;
  const isAll = host === '0.0.0.0' || host === '::';
  const named = host.includes(':') ? `[${host}]` : host;
  const origin = `${tls === null ? 'http' : 'https'}://${isAll ? '127.0.0.1' : named}:${port}`;
  return `${origin}/console/${environment}`;
}
