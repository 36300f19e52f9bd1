// Readers of settings: each returns the parsed value or stops the start with one line that names
// the setting.

/** A setting that cannot be used: the message is the one line that the operator reads. */
export class ConfigError extends Error {}

/** A whole number within bounds. */
export function whole(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} is "${text}": expected a whole number ${least} to ${most}`);
  }
  return value;
}

/** A text of a certain form. */
export function match(text: string, name: string, shape: RegExp, meaning: string): string {
  if (!shape.test(text)) throw new ConfigError(`${name} is "${text}": expected ${meaning}`);
  return text;
}

export function hostOf(text: string, name: string): string {
  return match(text, name, /^[\w.:-]+$/, 'an address or a host name');
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

export function port(text: string, name: string): number {
  return whole(text, name, 1, 65_535);
}

/** One of a few words. */
export function oneOf<T extends string>(text: string, name: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) {
    throw new ConfigError(`${name} is "${text}": expected ${allowed.join(', ')}`);
  }
  return found;
}

/** The value is not repeated: many providers put the access key into the path. */
export function httpUrl(url: string, index: number): string {
  const isHttp = /^https?:\/\/\S+$/.test(url) && URL.canParse(url);
  if (isHttp) return url;
  throw new ConfigError(`KONTOR_CHAIN_RPC_URL, number ${index + 1}: expected http:// or https://`);
}

/** A database of PostgreSQL; the value is not repeated, because it may have a password. */
/** An address of PostgreSQL; it may name several servers: postgres://user@one:5432,two:5432/bank. */
export function databaseUrlOf(text: string, name: string): string | null {
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

/** An address without a path, of which others are made; null when there is none. */
export function originOf(text: string, name: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url.origin;
  throw new ConfigError(`${name} is "${text}": expected https://host, without a path`);
}

/** Origins of pages, and of apps on devices as their systems name them. */
export function originsOf(text: string, name: string): readonly string[] {
  const given = text.split(',').map((one) => one.trim());
  return given.filter(Boolean).map((one) => {
    const isApp = /^(android:apk-key-hash:[\w-]{27,86}|ios:bundle-id:[\w.-]{1,155})$/.test(one);
    const isPage = /^https:\/\/[^/]+$/.test(one) && URL.parse(one)?.origin === one;
    if (isApp || isPage) return one;
    const expected = 'expected https://host or android:apk-key-hash:…';
    throw new ConfigError(`${name} has "${one}": ${expected}`);
  });
}
