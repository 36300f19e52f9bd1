// The stored URL and key of a bank, in `$XDG_CONFIG_HOME/kontor/credentials.json`, which only its
// owner can read. The variables KONTOR_URL and KONTOR_KEY override them.

import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CommandError } from './command-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Login {
  readonly url: string;
  readonly key: string;
}

type Profiles = Readonly<Record<string, Login>>;

export const DEFAULT_URL = 'http://127.0.0.1:8080';
const OWNER_ONLY = 0o600;
const OTHERS_PERMISSIONS = 0o077;

/** Path of the file, according to the XDG base directory specification. */
export function credentialsFile(env: Env): string {
  const configHome = env.XDG_CONFIG_HOME ?? '';
  const base = isAbsolute(configHome) ? configHome : join(env.HOME || homedir(), '.config');
  return join(base, 'kontor', 'credentials.json');
}

/** Reads all profiles; empty without a file. */
export function readProfiles(env: Env): Profiles {
  const path = credentialsFile(env);
  let text: string;
  try {
    const { mode } = lstatSync(path);
    // Windows has no permission bits; the user's folder is protected there.
    const isReadableByOthers = process.platform !== 'win32' && (mode & OTHERS_PERMISSIONS) !== 0;
    if (isReadableByOthers)
      throw new CommandError(`others may read ${path}: chmod 600 it`, 'config');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, {
      exitReason: 'config',
      cause: error,
    });
  }
  try {
    return profilesIn(JSON.parse(text));
  } catch (cause) {
    const message = `${path} is damaged: remove it and log in again`;
    throw new CommandError(message, { exitReason: 'config', cause });
  }
}

function profilesIn(value: unknown): Profiles {
  const { profiles } = value as { profiles: Record<string, Login> };
  const all = Object.entries(profiles);
  const isComplete = all.every(
    ([, profile]) => typeof profile.url === 'string' && typeof profile.key === 'string',
  );
  if (!isComplete) throw new TypeError('a profile has an address and a key');
  return Object.fromEntries(all);
}

/** Replaces the file atomically; returns its path. */
export function writeProfiles(env: Env, profiles: Profiles): string {
  const path = credentialsFile(env);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  const text = `${JSON.stringify({ version: 1, profiles }, null, 2)}\n`;
  writeFileSync(draft, text, { mode: OWNER_ONLY, flag: 'wx' });
  renameSync(draft, path);
  return path;
}

export interface LoginFlags {
  readonly bank?: string | undefined;
  readonly key?: string | undefined;
  readonly profile?: string | undefined;
}

/** The URL and key of the bank, from flags, variables or the file, in this order. */
export function loginOf(env: Env, flags: LoginFlags): { url: string; key: string | null } {
  const address = flags.bank ?? (flags.profile ? undefined : env.KONTOR_URL || undefined);
  const givenKey = flags.key ?? (flags.profile ? undefined : env.KONTOR_KEY || undefined);
  const name = flags.profile ?? 'default';
  if (givenKey !== undefined && !isKey(givenKey)) throw new CommandError(KEY_FORM_HINT, 'usage');
  // A stored key is sent only to the URL with which it is stored.
  const needsProfile =
    flags.profile !== undefined || address === undefined || givenKey === undefined;
  const profile = needsProfile ? readProfiles(env)[name] : undefined;
  if (flags.profile !== undefined && !profile) {
    throw new CommandError(`there is no profile ${name}: kontor login --profile ${name}`, 'config');
  }
  const url = originOf(address ?? profile?.url ?? DEFAULT_URL);
  const ownKey = profile && originOf(profile.url) === url ? profile.key : null;
  return { url, key: givenKey ?? ownKey };
}

const KEY_FORM_HINT = 'a key has letters, digits, - and _ only: sk_test_…, sk_live_… or op_…';

/** True when the text may be a key; only the bank knows whether it is valid. */
export function isKey(text: string): boolean {
  return /^[\w.~-]{1,200}$/.test(text);
}

/** The URL of a bank without a trailing slash. */
export function originOf(text: string): string {
  const example = `the address of a bank looks like ${DEFAULT_URL}`;
  if (!URL.canParse(text)) throw new CommandError(`"${text}" is no address: ${example}`, 'usage');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new CommandError(`${url.protocol}: ${example}`, 'usage');
  // A user name and password in the URL would appear in logs, and a query would be lost.
  if (url.username || url.password || url.search || url.hash)
    throw new CommandError(example, 'usage');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** True when a key would be sent over a network without TLS. */
export function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
