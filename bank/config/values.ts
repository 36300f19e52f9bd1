// Readers of single settings. Each returns the parsed value or throws a ConfigError that names the
// setting.

/** Thrown for a setting that cannot be used. The message is one line for the operator. */
export class ConfigError extends Error {}

/** Reads a whole number within bounds. */
export function readWhole(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} is "${text}": expected a whole number ${min} to ${max}`);
  }
  return value;
}

/**
 * Reads a text that matches a pattern.
 * @param meaning the expected form, for the message
 */
export function readMatch(text: string, name: string, shape: RegExp, meaning: string): string {
  if (!shape.test(text)) throw new ConfigError(`${name} is "${text}": expected ${meaning}`);
  return text;
}

export function readHost(text: string, name: string): string {
  return readMatch(text, name, /^[\w.:-]+$/, 'an address or a host name');
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

export function readPort(text: string, name: string): number {
  return readWhole(text, name, 1, 65_535);
}

/** Reads one of the allowed words. */
export function readChoice<T extends string>(text: string, name: string, allowed: readonly T[]): T {
  const value = allowed.find((value) => value === text);
  if (value === undefined) {
    throw new ConfigError(`${name} is "${text}": expected ${allowed.join(', ')}`);
  }
  return value;
}

/** Reads a URL of a chain. The message does not repeat it: its path may contain an access key. */
export function readHttpUrl(url: string, index: number): string {
  const isHttp = /^https?:\/\/\S+$/.test(url) && URL.canParse(url);
  if (isHttp) return url;
  throw new ConfigError(`KONTOR_CHAIN_RPC_URL, number ${index + 1}: expected http:// or https://`);
}

/**
 * Reads a PostgreSQL URL, which may name several servers: postgres://user@one:5432,two:5432/bank.
 * Returns null when empty. The message does not repeat it, because it may contain a password.
 */
export function readDatabaseUrl(text: string, name: string): string | null {
  if (text === '') return null;
  const [, before = '', hosts = '', after = ''] =
    /^([^@/]*\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(text) ?? [];
  if (hosts.split(',').every((host) => isPostgres(before + host + after))) return text;
  throw new ConfigError(`${name}: expected postgres://user:password@host:port/database`);
}

function isPostgres(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  return url.hostname !== '' && url.pathname !== '' && url.pathname !== '/';
}

/** Reads an origin: a URL without a path; null when empty. */
export function readOrigin(text: string, name: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url.origin;
  throw new ConfigError(`${name} is "${text}": expected https://host, without a path`);
}

/** Reads origins, separated by commas: those of pages, and those of native apps. */
export function readOrigins(text: string, name: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.filter(Boolean).map((origin) => {
    const isApp = /^(android:apk-key-hash:[\w-]{27,86}|ios:bundle-id:[\w.-]{1,155})$/.test(origin);
    const isPage = /^https:\/\/[^/]+$/.test(origin) && URL.parse(origin)?.origin === origin;
    if (isApp || isPage) return origin;
    const expected = 'expected https://host or android:apk-key-hash:…';
    throw new ConfigError(`${name} has "${origin}": ${expected}`);
  });
}
