// Every setting of the engine: environment variables in, one frozen typed Config out, read once.
// An unknown KONTOR_ name or a malformed value stops the start with one clear line.

import ipaddr from 'ipaddr.js';

export type Role = 'all' | 'api' | 'worker';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface Config {
  /** Address that every port of this process binds to. */
  readonly host: string;
  readonly port: number;
  /** Port of `/metrics`, `/healthz` and `/readyz` for the machine's own monitoring. */
  readonly adminPort: number;
  readonly dataDir: string;
  /** Where the keys are that the logs sign with; null means the data directory. */
  readonly logKeyDir: string | null;
  readonly role: Role;
  /** `off` gives every transfer a workflow of its own. */
  readonly coalesce: 'auto' | 'off';
  /** `host:port` of the Temporal front end that client and worker dial. */
  readonly temporalAddress: string;
  /** True when the operator brought a Temporal server; otherwise the supervisor starts one. */
  readonly temporalExternal: boolean;
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  /** Key of the first operator; null means one is made on first start and printed once. */
  readonly operatorKey: string | null;
  /** Accepted transactions that may wait for settlement before money requests answer 503. */
  readonly backlogLimit: number;
  /** Requests a second that one API key may make; 0 switches the limit off. */
  readonly rateLimitPerSecond: number;
  /** 32 bytes in base64 that seal stored secrets; null takes or makes a file in the data dir. */
  readonly payloadKey: string | null;
  /** Networks (CIDR) that webhooks may reach besides public addresses. */
  readonly webhookAllow: readonly string[];
  readonly logLevel: LogLevel;
  /** `name` or `name:n`: the process kills itself when it passes that line the nth time. */
  readonly failPoint: string | null;
}

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** The index of all settings, in the order in which the README lists them. */
export const SETTINGS: readonly Setting[] = [
  { name: 'KONTOR_HOST', fallback: '127.0.0.1', meaning: 'address to bind to' },
  { name: 'KONTOR_PORT', fallback: '8080', meaning: 'port of the API' },
  { name: 'KONTOR_ADMIN_PORT', fallback: '9464', meaning: 'port of /metrics, /healthz, /readyz' },
  { name: 'KONTOR_DATA_DIR', fallback: './data', meaning: 'where databases and pid files live' },
  { name: 'KONTOR_LOG_KEY_DIR', fallback: '', meaning: 'keys of the logs; empty: data directory' },
  { name: 'KONTOR_ROLE', fallback: 'all', meaning: 'all, api or worker' },
  { name: 'KONTOR_COALESCE', fallback: 'auto', meaning: 'auto, or off: a workflow per transfer' },
  { name: 'TEMPORAL_ADDRESS', fallback: '', meaning: 'host:port of a Temporal server to use' },
  { name: 'KONTOR_TEMPORAL_PORT', fallback: '7233', meaning: 'port of the embedded Temporal' },
  { name: 'KONTOR_TEMPORAL_UI_PORT', fallback: '8233', meaning: 'port of its UI' },
  { name: 'KONTOR_OPERATOR_KEY', fallback: '', meaning: "the first operator's key (op_…)" },
  { name: 'KONTOR_BACKLOG_LIMIT', fallback: '20000', meaning: 'accepted, unsettled transactions' },
  { name: 'KONTOR_RATE_LIMIT', fallback: '0', meaning: 'requests/s per API key; 0 = no limit' },
  { name: 'KONTOR_PAYLOAD_KEY', fallback: '', meaning: 'seals secrets: 32 bytes in base64' },
  { name: 'KONTOR_WEBHOOK_ALLOW', fallback: '', meaning: 'networks webhooks may reach too' },
  { name: 'KONTOR_LOG_LEVEL', fallback: 'info', meaning: 'debug, info, warn, error, silent' },
  { name: 'KONTOR_FAIL_POINT', fallback: '', meaning: 'crash tests: die at this line' },
];

/** A setting that cannot be used: the message is the one line that the operator reads. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables.
 * @param env usually `process.env`; nothing is changed in it
 * @throws ConfigError naming the variable, its value and what is allowed
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  refuseUnknownNames(env);
  const text = (name: string) => env[name]?.trim() || fallbackOf(name);
  const temporalPort = port(text('KONTOR_TEMPORAL_PORT'), 'KONTOR_TEMPORAL_PORT');
  const given = text('TEMPORAL_ADDRESS');
  const [, givenPort = ''] = /^[^\s:/]+:(\d+)$/.exec(given) ?? [];
  if (given && !isPort(givenPort)) {
    throw new ConfigError(`TEMPORAL_ADDRESS is "${given}": expected host:port`);
  }
  const operatorKey = text('KONTOR_OPERATOR_KEY') || null;
  if (operatorKey && !/^op_[A-Za-z0-9_-]{21,}$/.test(operatorKey)) {
    throw new ConfigError('KONTOR_OPERATOR_KEY: expected op_ and at least 21 letters or digits');
  }
  return Object.freeze({
    host: shaped(text('KONTOR_HOST'), 'KONTOR_HOST', /^[\w.:-]+$/, 'an address or a host name'),
    port: port(text('KONTOR_PORT'), 'KONTOR_PORT'),
    adminPort: port(text('KONTOR_ADMIN_PORT'), 'KONTOR_ADMIN_PORT'),
    dataDir: text('KONTOR_DATA_DIR'),
    logKeyDir: text('KONTOR_LOG_KEY_DIR') || null,
    role: oneOf(text('KONTOR_ROLE'), 'KONTOR_ROLE', ['all', 'api', 'worker']),
    coalesce: oneOf(text('KONTOR_COALESCE'), 'KONTOR_COALESCE', ['auto', 'off']),
    temporalAddress: given || `127.0.0.1:${temporalPort}`,
    temporalExternal: given !== '',
    temporalPort,
    temporalUiPort: port(text('KONTOR_TEMPORAL_UI_PORT'), 'KONTOR_TEMPORAL_UI_PORT'),
    operatorKey,
    backlogLimit: whole(text('KONTOR_BACKLOG_LIMIT'), 'KONTOR_BACKLOG_LIMIT', 1, 10_000_000),
    rateLimitPerSecond: whole(text('KONTOR_RATE_LIMIT'), 'KONTOR_RATE_LIMIT', 0, 1_000_000),
    payloadKey: payloadKeyOf(text('KONTOR_PAYLOAD_KEY')),
    webhookAllow: networks(text('KONTOR_WEBHOOK_ALLOW'), 'KONTOR_WEBHOOK_ALLOW'),
    logLevel: oneOf(text('KONTOR_LOG_LEVEL'), 'KONTOR_LOG_LEVEL', LOG_LEVELS),
    failPoint:
      shaped(text('KONTOR_FAIL_POINT'), 'KONTOR_FAIL_POINT', FAIL_POINT, 'name or name:n') || null,
  });
}

const FAIL_POINT = /^([a-z-]+(:[1-9]\d*)?)?$/;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

function refuseUnknownNames(env: Readonly<Record<string, string | undefined>>): void {
  const known = new Set(SETTINGS.map((setting) => setting.name));
  const unknown = Object.keys(env).filter((name) => name.startsWith('KONTOR_') && !known.has(name));
  if (unknown.length > 0) {
    throw new ConfigError(`unknown setting ${unknown.join(', ')}: see the list in README.md`);
  }
}

function fallbackOf(name: string): string {
  return SETTINGS.find((setting) => setting.name === name)?.fallback ?? '';
}

function whole(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} is "${text}": expected a whole number ${least} to ${most}`);
  }
  return value;
}

function payloadKeyOf(text: string): string | null {
  // The value is a secret: the message does not repeat it.
  if (text === '' || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text || null;
  throw new ConfigError('KONTOR_PAYLOAD_KEY: expected 32 bytes in base64 (44 characters)');
}

function networks(text: string, name: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (text === '') return [];
  return entries.map((entry) => {
    const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || isNetwork6(entry);
    if (isNetwork) return entry;
    throw new ConfigError(
      `${name} has "${entry}": expected networks as 127.0.0.0/8, separated by commas`,
    );
  });
}

function isNetwork6(entry: string): boolean {
  return entry.includes(':') && !entry.includes('%') && ipaddr.IPv6.isValidCIDR(entry);
}

function shaped(text: string, name: string, shape: RegExp, meaning: string): string {
  if (!shape.test(text)) throw new ConfigError(`${name} is "${text}": expected ${meaning}`);
  return text;
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function port(text: string, name: string): number {
  return whole(text, name, 1, 65_535);
}

function oneOf<T extends string>(text: string, name: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) {
    throw new ConfigError(`${name} is "${text}": expected ${allowed.join(', ')}`);
  }
  return found;
}
