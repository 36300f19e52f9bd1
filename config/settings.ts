// Every setting of the engine: environment variables in, one frozen typed Config out, read once.
// An unknown KONTOR_ name or a malformed value stops the start with one clear line.

import { addressesOf } from './chain-addresses.ts';
import { type ExchangeConfig, exchangeOf } from './exchange.ts';
import {
  LANGUAGE_MODEL_SETTINGS,
  type LanguageModelConfig,
  languageModelOf,
} from './language-model.ts';
import { MAIL_SETTINGS, type MailConfig, mailOf } from './mail.ts';
import { networks } from './networks.ts';
import { type RateLimits, rateLimitsOf } from './rate-limits.ts';
import { ROLES, type Role } from './role.ts';
import { SCREENING_SETTINGS, type ScreeningConfig, screeningOf } from './screening.ts';
import { operatorKeyOf, payloadKeyOf } from './secrets.ts';
import { TELEMETRY_SETTINGS, type TelemetryConfig, telemetryOf } from './telemetry.ts';
import { TEMPORAL_SETTINGS, type TemporalConfig, temporalOf } from './temporal.ts';
import { type TlsConfig, tlsOf } from './tls.ts';
import {
  ConfigError,
  databaseUrlOf,
  hostOf,
  httpUrl,
  match,
  oneOf,
  originOf,
  originsOf,
  port,
  whole,
} from './values.ts';
import { WATCHLIST_SETTINGS, type WatchlistConfig, watchlistOf } from './watchlists.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type ChainMode = 'dev' | 'rpc' | 'off';

/** The chain that the log is anchored on, and contracts are executed on. */
export interface ChainConfig {
  /** `off` signs the log and anchors it nowhere: anchors say `not_configured`. */
  readonly mode: ChainMode;
  /** Port of the development chain that the supervisor starts. */
  readonly port: number;
  /** True when the chain runs elsewhere; otherwise the supervisor starts one. */
  readonly external: boolean;
  /** Production may use the development chain too, and says so. */
  readonly devInProduction: boolean;
  /** Tried in their order; addresses may hold access keys, so they are never shown. */
  readonly rpcUrls: readonly string[];
  /** The answer to eth_chainId that every address must give. */
  readonly chainId: number;
  /** When a block is not undone any more: `instant`, `safe`, `finalized` or `confirmations:N`. */
  readonly finality: string;
  /**
   * A keystore file, or `URL#0xaddress` of an external signer; null when the environment has none.
   */
  readonly keys: Readonly<Record<'sandbox' | 'production', string | null>>;
  /** Opens the keystore files. */
  readonly passphrase: string | null;
  /** Addresses of existing anchoring contracts, or null to let the bank deploy one. */
  readonly contracts: Readonly<Record<'sandbox' | 'production', string | null>>;
  /** Other contracts that exist already, by their names; the rest is deployed by the bank. */
  readonly addresses: Readonly<
    Record<'sandbox' | 'production', Readonly<Record<string, `0x${string}`>>>
  >;
  /** The most that a replacement may offer, in gwei per gas. */
  readonly feeLimitGwei: number;
  /** Milliseconds between a posting and the checkpoint that covers it; 0 signs none by itself. */
  readonly checkpointEveryMs: number;
  /** Leaves after which a checkpoint is signed before its time. */
  readonly checkpointLeaves: number;
}

export interface Config {
  /** Address that the port of the API binds to. */
  readonly host: string;
  readonly port: number;
  /** Address of the admin port, which requires no authentication. */
  readonly adminHost: string;
  /** Port of `/metrics`, `/healthz` and `/readyz` for the machine's own monitoring. */
  readonly adminPort: number;
  /** Networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Public origin of this bank without a path, or null to use address and port. */
  readonly publicUrl: string | null;
  /** Origins besides the public one where passkeys are used: those of apps on devices. */
  readonly passkeyOrigins: readonly string[];
  /** PEM files of the certificate chain and its key, or null for plain HTTP. */
  readonly tls: TlsConfig | null;
  /** Domain that passkeys are bound to, or null for the host of the public URL. */
  readonly passkeyDomain: string | null;
  /** Two characters that name this bank among those behind one proxy. */
  readonly cell: string;
  readonly dataDir: string;
  /** URL of the authoritative database, or null for SQLite files in the data directory. */
  readonly databaseUrl: string | null;
  /** Directory of the bundled workflows, or null for `cache` in the data directory. */
  readonly cacheDir: string | null;
  /** The sentence encoder: `auto`, `off`, or its file. */
  readonly encoder: string;
  /** Directory of the keys that sign the logs, or null for the data directory. */
  readonly logKeyDir: string | null;
  /** Seconds between the first 503 on `/readyz` and the end of listening. */
  readonly drainSeconds: number;
  /** Directory of the copies of the database, or null for the data directory. */
  readonly copyDir: string | null;
  /** The bank's work that this process does. */
  readonly role: Role;
  readonly temporal: TemporalConfig;
  /** Key of the first operator; null means one is made on first start and printed once. */
  readonly operatorKey: string | null;
  /** Accepted transactions that may wait for settlement before money requests answer 503. */
  readonly backlogLimit: number;
  /** Requests under way at the same time; 0: as many as come. */
  readonly requestLimit: number;
  /** The most that a client may let a capture book beyond its hold, in percent of the hold. */
  readonly overcapturePercent: number;
  /** Delay before a change takes effect that lets more out of an account; 0 for none. */
  readonly limitCoolOffSeconds: number;
  readonly rateLimits: RateLimits;
  /** 32 bytes in base64 that seal stored secrets; null takes or makes a file in the data dir. */
  readonly payloadKey: string | null;
  /** Key that encrypts backups (32 bytes in base64), or null to leave them unencrypted. */
  readonly backupKey: string | null;
  /** Networks (CIDR) that webhooks may reach besides public addresses. */
  readonly webhookAllow: readonly string[];
  readonly chain: ChainConfig;
  readonly exchange: ExchangeConfig;
  /** Days without use after which an account rests; 0: never. */
  readonly dormancyDays: number;
  /** The most that an operator moves alone, in whole units of the currency. */
  readonly operatorLimit: number;
  /** A larger transaction has a workflow of its own: whole euros. */
  readonly workflowAbove: number;
  /** Transactions that start a workflow of their own in a second while the machine has time. */
  readonly workflowsPerSecond: number;
  /** Business days back to the start of the period that is open for value dates. */
  readonly valueDaysBack: number;
  /** Days after which events, timelines and decisions are archived; 0: when an operator asks. */
  readonly archiveDays: number;
  /** Bytes that a developer keeps with the bank at most, of all kinds; 0: no limit. */
  readonly storageQuotaBytes: number;
  /** Days that records of a customer are kept after the last business. */
  readonly retentionDays: number;
  readonly screening: ScreeningConfig;
  /** Null sends no e-mail; operations that need one answer `not_configured`. */
  readonly mail: MailConfig | null;
  /** Null: rules alone answer questions, and the answer says `not_configured`. */
  readonly languageModel: LanguageModelConfig | null;
  /** Watchlist that identity assessments consult about persons, or null for none. */
  readonly watchlist: WatchlistConfig | null;
  readonly amlMonitor: 'daily' | 'off';
  /** Null records no traces and loads no tracing library. */
  readonly telemetry: TelemetryConfig | null;
  readonly logLevel: LogLevel;
  /** `name` or `name:n`: the process kills itself when it passes that line the nth time. */
  readonly failPoint: string | null;
  /** True where the terminal wants its text plain (NO_COLOR, TERM=dumb). */
  readonly noColour: boolean;
}

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** The index of all settings, in the order in which the README lists them. */
export const SETTINGS: readonly Setting[] = [
  { name: 'KONTOR_HOST', fallback: '127.0.0.1', meaning: 'address that the API binds to' },
  { name: 'KONTOR_PORT', fallback: '8080', meaning: 'port of the API' },
  { name: 'KONTOR_ADMIN_HOST', fallback: '127.0.0.1', meaning: 'address of the admin port' },
  { name: 'KONTOR_ADMIN_PORT', fallback: '9464', meaning: 'port of /metrics, /healthz, /readyz' },
  {
    name: 'KONTOR_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'networks whose X-Forwarded-For counts',
  },
  { name: 'KONTOR_PUBLIC_URL', fallback: '', meaning: 'https://… by which apps reach the bank' },
  {
    name: 'KONTOR_PASSKEY_ORIGINS',
    fallback: '',
    meaning: 'of native apps: android:apk-key-hash:…',
  },
  {
    name: 'KONTOR_PASSKEY_DOMAIN',
    fallback: '',
    meaning: 'domain that passkeys belong to; empty: host of the public URL',
  },
  { name: 'KONTOR_CELL', fallback: '00', meaning: 'two characters; chosen at the first start' },
  { name: 'KONTOR_TLS_CERT', fallback: '', meaning: 'PEM file: the API speaks TLS' },
  { name: 'KONTOR_TLS_KEY', fallback: '', meaning: 'PEM file: the key of that certificate' },
  { name: 'KONTOR_DATA_DIR', fallback: './data', meaning: 'where databases and pid files live' },
  { name: 'KONTOR_DATABASE_URL', fallback: '', meaning: 'postgres://one,two/bank; empty: files' },
  { name: 'KONTOR_COPY_DIR', fallback: '', meaning: 'copies of rows; empty: data directory' },
  { name: 'KONTOR_CACHE_DIR', fallback: '', meaning: 'workflow bundle; empty: data directory' },
  { name: 'KONTOR_ENCODER', fallback: 'auto', meaning: 'sentence encoder: auto, off, or its file' },
  { name: 'KONTOR_LOG_KEY_DIR', fallback: '', meaning: 'keys of the logs; empty: data directory' },
  { name: 'KONTOR_ROLE', fallback: 'all', meaning: 'all; or bank and training apart' },
  {
    name: 'KONTOR_DRAIN_SECONDS',
    fallback: '0',
    meaning: 'seconds from 503 on /readyz to the end',
  },
  ...TEMPORAL_SETTINGS,
  { name: 'KONTOR_OPERATOR_KEY', fallback: '', meaning: "the first operator's key (op_…)" },
  { name: 'KONTOR_BACKLOG_LIMIT', fallback: '20000', meaning: 'most unsettled transactions' },
  { name: 'KONTOR_REQUEST_LIMIT', fallback: '1024', meaning: 'most requests at a time; 0 = none' },
  { name: 'KONTOR_OVERCAPTURE_PERCENT', fallback: '20', meaning: 'maximum over-capture; 0 = none' },
  {
    name: 'KONTOR_LIMIT_COOL_OFF_SECONDS',
    fallback: '0',
    meaning: 'delay until raised limits apply',
  },
  { name: 'KONTOR_RATE_READS', fallback: '200', meaning: 'reads/s per developer; 0 = no limit' },
  { name: 'KONTOR_RATE_MONEY', fallback: '100', meaning: 'changes/s per developer; 0 = no limit' },
  { name: 'KONTOR_RATE_AI', fallback: '10', meaning: 'model calls/s per developer; 0 = no limit' },
  { name: 'KONTOR_RATE_ADDRESS', fallback: '20', meaning: 'requests/s per address, without a key' },
  { name: 'KONTOR_REGISTRATIONS_PER_HOUR', fallback: '30', meaning: 'per address; 0 = no limit' },
  { name: 'KONTOR_PAYLOAD_KEY', fallback: '', meaning: 'seals secrets: 32 bytes in base64' },
  { name: 'KONTOR_BACKUP_KEY', fallback: '', meaning: 'encrypts backups: 32 bytes in base64' },
  { name: 'KONTOR_WEBHOOK_ALLOW', fallback: '', meaning: 'further networks for webhooks' },
  { name: 'KONTOR_CHAIN', fallback: 'dev', meaning: 'dev, rpc or off; docs/layer3.md' },
  {
    name: 'KONTOR_CHAIN_DEV_IN_PRODUCTION',
    fallback: '0',
    meaning: '1: production anchors on the development chain',
  },
  { name: 'KONTOR_CHAIN_PORT', fallback: '8545', meaning: 'port of the development chain' },
  { name: 'KONTOR_CHAIN_RPC_URL', fallback: '', meaning: 'URLs of the chain, with commas' },
  { name: 'KONTOR_CHAIN_ID', fallback: '', meaning: 'expected chain id; dev: 777003' },
  { name: 'KONTOR_CHAIN_FINALITY', fallback: '', meaning: 'instant, confirmations:N, safe, …' },
  { name: 'KONTOR_CHAIN_KEY_SANDBOX', fallback: '', meaning: 'keystore file, or URL#0xaddress' },
  { name: 'KONTOR_CHAIN_KEY_PRODUCTION', fallback: '', meaning: 'the same for production' },
  { name: 'KONTOR_CHAIN_PASSPHRASE', fallback: '', meaning: 'opens the keystore files' },
  {
    name: 'KONTOR_CHAIN_CONTRACT_SANDBOX',
    fallback: '',
    meaning: 'existing LedgerAnchor contract',
  },
  { name: 'KONTOR_CHAIN_CONTRACT_PRODUCTION', fallback: '', meaning: 'the same for production' },
  { name: 'KONTOR_CHAIN_ADDRESSES_SANDBOX', fallback: '', meaning: 'escrow=0x…,disbursement=0x…' },
  { name: 'KONTOR_CHAIN_ADDRESSES_PRODUCTION', fallback: '', meaning: 'the same for production' },
  { name: 'KONTOR_CHAIN_FEE_LIMIT', fallback: '500', meaning: 'maximum gwei per gas' },
  {
    name: 'KONTOR_CHECKPOINT_LEAVES',
    fallback: '1000',
    meaning: 'postings that trigger a checkpoint',
  },
  { name: 'KONTOR_CHECKPOINT_SECONDS', fallback: '3', meaning: 'seconds to checkpoint; 0 = never' },
  { name: 'KONTOR_RATES', fallback: 'file', meaning: 'file, ecb or openexchangerates' },
  { name: 'KONTOR_RATES_FROM', fallback: '', meaning: 'path or URL of the rates' },
  { name: 'KONTOR_RATES_APP_ID', fallback: '', meaning: 'app id, for openexchangerates' },
  { name: 'KONTOR_RATES_MAX_AGE_HOURS', fallback: '120', meaning: 'older rates are stale' },
  { name: 'KONTOR_RATES_STALE', fallback: 'refuse', meaning: 'refuse or serve, in production' },
  { name: 'KONTOR_SPREAD_BPS', fallback: '50', meaning: 'spread on the middle rate' },
  { name: 'KONTOR_DORMANCY_DAYS', fallback: '365', meaning: 'days until dormant; 0 = never' },
  { name: 'KONTOR_OPERATOR_LIMIT', fallback: '10000', meaning: 'most that one operator moves' },
  {
    name: 'KONTOR_WORKFLOW_ABOVE',
    fallback: '10000',
    meaning: 'whole euros above which a transaction has a workflow of its own',
  },
  {
    name: 'KONTOR_WORKFLOWS_PER_SECOND',
    fallback: '10',
    meaning: 'other transactions that get one of their own, on an idle machine',
  },
  {
    name: 'KONTOR_VALUE_DAYS_BACK',
    fallback: '5',
    meaning: 'business days a value date lies back',
  },
  {
    name: 'KONTOR_ARCHIVE_DAYS',
    fallback: '0',
    meaning: 'days until events, timelines and decisions are archived; 0 = on request',
  },
  {
    name: 'KONTOR_STORAGE_QUOTA_MB',
    fallback: '2048',
    meaning: 'MB that a developer keeps of all kinds; 0 = no limit',
  },
  {
    name: 'KONTOR_RETENTION_DAYS',
    fallback: '1826',
    meaning: 'days that records of a customer stay',
  },
  ...SCREENING_SETTINGS,
  ...MAIL_SETTINGS,
  ...LANGUAGE_MODEL_SETTINGS,
  ...WATCHLIST_SETTINGS,
  { name: 'KONTOR_AML_MONITOR', fallback: 'daily', meaning: 'daily, or off: only on request' },
  ...TELEMETRY_SETTINGS,
  { name: 'KONTOR_LOG_LEVEL', fallback: 'info', meaning: 'debug, info, warn, error, silent' },
  { name: 'KONTOR_FAIL_POINT', fallback: '', meaning: 'crash tests: fail point to die at' },
];

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
  const number = (name: string, from: number, to: number) => whole(text(name), name, from, to);
  return Object.freeze({
    host: hostOf(text('KONTOR_HOST'), 'KONTOR_HOST'),
    port: port(text('KONTOR_PORT'), 'KONTOR_PORT'),
    adminHost: hostOf(text('KONTOR_ADMIN_HOST'), 'KONTOR_ADMIN_HOST'),
    adminPort: port(text('KONTOR_ADMIN_PORT'), 'KONTOR_ADMIN_PORT'),
    trustedProxies: networks(text('KONTOR_TRUSTED_PROXIES'), 'KONTOR_TRUSTED_PROXIES'),
    publicUrl: originOf(text('KONTOR_PUBLIC_URL'), 'KONTOR_PUBLIC_URL'),
    passkeyOrigins: originsOf(text('KONTOR_PASSKEY_ORIGINS'), 'KONTOR_PASSKEY_ORIGINS'),
    passkeyDomain: passkeyDomainOf(text),
    cell: match(text('KONTOR_CELL'), 'KONTOR_CELL', CELL, 'two of 0-9 a-h j k m n p-t v-z'),
    tls: tlsOf(text),
    dataDir: text('KONTOR_DATA_DIR'),
    databaseUrl: databaseUrlOf(text('KONTOR_DATABASE_URL'), 'KONTOR_DATABASE_URL'),
    copyDir: text('KONTOR_COPY_DIR') || null,
    cacheDir: text('KONTOR_CACHE_DIR') || null,
    encoder: text('KONTOR_ENCODER'),
    logKeyDir: text('KONTOR_LOG_KEY_DIR') || null,
    role: oneOf(text('KONTOR_ROLE'), 'KONTOR_ROLE', ROLES),
    drainSeconds: number('KONTOR_DRAIN_SECONDS', 0, 60),
    temporal: temporalOf(text),
    operatorKey: operatorKeyOf(text('KONTOR_OPERATOR_KEY')),
    backlogLimit: number('KONTOR_BACKLOG_LIMIT', 1, 10_000_000),
    requestLimit: number('KONTOR_REQUEST_LIMIT', 0, 1_000_000),
    overcapturePercent: number('KONTOR_OVERCAPTURE_PERCENT', 0, 100),
    limitCoolOffSeconds: number('KONTOR_LIMIT_COOL_OFF_SECONDS', 0, 31_536_000),
    rateLimits: rateLimitsOf(text),
    payloadKey: payloadKeyOf(text('KONTOR_PAYLOAD_KEY'), 'KONTOR_PAYLOAD_KEY'),
    backupKey: payloadKeyOf(text('KONTOR_BACKUP_KEY'), 'KONTOR_BACKUP_KEY'),
    webhookAllow: networks(text('KONTOR_WEBHOOK_ALLOW'), 'KONTOR_WEBHOOK_ALLOW'),
    chain: chainConfig(text),
    exchange: exchangeOf(text),
    dormancyDays: number('KONTOR_DORMANCY_DAYS', 0, 36_500),
    operatorLimit: number('KONTOR_OPERATOR_LIMIT', 0, 1_000_000_000),
    workflowAbove: number('KONTOR_WORKFLOW_ABOVE', 0, 1_000_000_000),
    workflowsPerSecond: number('KONTOR_WORKFLOWS_PER_SECOND', 0, 1_000),
    valueDaysBack: number('KONTOR_VALUE_DAYS_BACK', 0, 60),
    archiveDays: number('KONTOR_ARCHIVE_DAYS', 0, 36_500),
    storageQuotaBytes: 1_000_000 * number('KONTOR_STORAGE_QUOTA_MB', 0, 1_000_000_000),
    retentionDays: number('KONTOR_RETENTION_DAYS', 0, 36_500),
    screening: screeningOf(text),
    mail: mailOf(text),
    languageModel: languageModelOf(text),
    watchlist: watchlistOf(text),
    amlMonitor: oneOf(text('KONTOR_AML_MONITOR'), 'KONTOR_AML_MONITOR', ['daily', 'off']),
    telemetry: telemetryOf(text),
    logLevel: oneOf(text('KONTOR_LOG_LEVEL'), 'KONTOR_LOG_LEVEL', LOG_LEVELS),
    noColour: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
    failPoint:
      match(text('KONTOR_FAIL_POINT'), 'KONTOR_FAIL_POINT', FAIL_POINT, 'name or name:n') || null,
  });
}

/** As `ledger/cell.ts` reads it. */
const CELL = /^[0-9a-hjkmnp-tv-z]{2}$/;

/** The public host has to lie inside the domain: authenticators refuse any other. */
function passkeyDomainOf(text: (name: string) => string): string | null {
  const domain = text('KONTOR_PASSKEY_DOMAIN').toLowerCase();
  if (domain === '') return null;
  const url = originOf(text('KONTOR_PUBLIC_URL'), 'KONTOR_PUBLIC_URL');
  const host = url === null ? '' : new URL(url).hostname;
  if (host === domain || host.endsWith(`.${domain}`)) return domain;
  throw new ConfigError(
    `KONTOR_PASSKEY_DOMAIN is "${domain}": expected a domain that the host of KONTOR_PUBLIC_URL lies in`,
  );
}

/** As scripts/run/chain-server.mjs starts it; a test compares them. */
export const DEV_CHAIN_ID = 777_003;

/**
 * True when an environment has a chain: production has no development chain unless
 * KONTOR_CHAIN_DEV_IN_PRODUCTION is 1.
 */
export function hasChain(chain: ChainConfig, environment: 'sandbox' | 'production'): boolean {
  if (chain.mode === 'dev') return environment === 'sandbox' || chain.devInProduction;
  return chain.mode === 'rpc' && chain.keys[environment] !== null;
}

function isOn(text: (name: string) => string, name: string): boolean {
  return oneOf(text(name), name, ['0', '1']) === '1';
}
const ADDRESS = /^(0x[0-9a-fA-F]{40})?$/;
const FINALITY = /^(instant|safe|finalized|confirmations:[1-9]\d{0,5})$/;
const MOST_CHAIN_ID = 2 ** 52;

function chainConfig(text: (name: string) => string): ChainConfig {
  const mode = oneOf(text('KONTOR_CHAIN'), 'KONTOR_CHAIN', ['dev', 'rpc', 'off']);
  const chainPort = port(text('KONTOR_CHAIN_PORT'), 'KONTOR_CHAIN_PORT');
  const given = text('KONTOR_CHAIN_RPC_URL').split(',').filter(Boolean);
  const rpcUrls = given.map((url, index) => httpUrl(url.trim(), index));
  const chainId = text('KONTOR_CHAIN_ID');
  const isRpc = mode === 'rpc';
  if (isRpc && rpcUrls.length === 0) {
    throw new ConfigError('KONTOR_CHAIN is "rpc": expected KONTOR_CHAIN_RPC_URL beside it');
  }
  if (isRpc && !chainId) throw new ConfigError('KONTOR_CHAIN is "rpc": expected KONTOR_CHAIN_ID');
  const finality = text('KONTOR_CHAIN_FINALITY') || (isRpc ? 'finalized' : 'instant');
  const keys = keysOf(text);
  const passphrase = text('KONTOR_CHAIN_PASSPHRASE') || null;
  const stored = Object.values(keys).some((key) => key !== null && !/^https?:/.test(key));
  if (isRpc && stored && passphrase === null) {
    throw new ConfigError('a keystore file is set: expected KONTOR_CHAIN_PASSPHRASE beside it');
  }
  const number = (name: string, from: number, to: number) => whole(text(name), name, from, to);
  const contractOf = (name: string) =>
    match(text(name), name, ADDRESS, '0x and 40 hexadecimal digits') || null;
  return Object.freeze({
    mode,
    port: chainPort,
    external: rpcUrls.length > 0,
    devInProduction: isOn(text, 'KONTOR_CHAIN_DEV_IN_PRODUCTION'),
    rpcUrls: rpcUrls.length > 0 ? rpcUrls : [`http://127.0.0.1:${chainPort}`],
    chainId: chainId ? whole(chainId, 'KONTOR_CHAIN_ID', 1, MOST_CHAIN_ID) : DEV_CHAIN_ID,
    finality: match(
      finality,
      'KONTOR_CHAIN_FINALITY',
      FINALITY,
      'instant, safe, finalized or confirmations:N',
    ),
    keys,
    passphrase,
    contracts: {
      sandbox: contractOf('KONTOR_CHAIN_CONTRACT_SANDBOX'),
      production: contractOf('KONTOR_CHAIN_CONTRACT_PRODUCTION'),
    },
    addresses: {
      sandbox: addressesOf(text, 'KONTOR_CHAIN_ADDRESSES_SANDBOX'),
      production: addressesOf(text, 'KONTOR_CHAIN_ADDRESSES_PRODUCTION'),
    },
    feeLimitGwei: number('KONTOR_CHAIN_FEE_LIMIT', 1, 1_000_000),
    checkpointLeaves: number('KONTOR_CHECKPOINT_LEAVES', 1, 1_000_000),
    checkpointEveryMs: 1000 * number('KONTOR_CHECKPOINT_SECONDS', 0, 86_400),
  });
}

function keysOf(text: (name: string) => string): ChainConfig['keys'] {
  const keyOf = (name: string): string | null => {
    const key = text(name) || null;
    if (key?.includes(',')) throw new ConfigError(`${name}: expected one key`);
    if (key && /^https?:/.test(key) && !/#0x[0-9a-fA-F]{40}$/.test(key)) {
      throw new ConfigError(`${name}: expected the address of the key behind the URL, as #0x…`);
    }
    return key;
  };
  const sandbox = keyOf('KONTOR_CHAIN_KEY_SANDBOX');
  const production = keyOf('KONTOR_CHAIN_KEY_PRODUCTION');
  // Two signers that share an address would take each other's nonces.
  if (sandbox !== null && sandbox === production) {
    throw new ConfigError('KONTOR_CHAIN_KEY_SANDBOX and _PRODUCTION: expected a key for each');
  }
  return { sandbox, production };
}

const FAIL_POINT = /^([a-z-]+(:[1-9]\d*)?)?$/;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Variables of the command line `kontor`, which may be set in the shell that starts the bank. */
const OF_THE_COMMAND_LINE = ['KONTOR_URL', 'KONTOR_KEY'];

function refuseUnknownNames(env: Readonly<Record<string, string | undefined>>): void {
  const known = new Set([...SETTINGS.map((setting) => setting.name), ...OF_THE_COMMAND_LINE]);
  const unknown = Object.keys(env).filter((name) => name.startsWith('KONTOR_') && !known.has(name));
  if (unknown.length > 0) {
    throw new ConfigError(`unknown setting ${unknown.join(', ')}: see the list in README.md`);
  }
}

function fallbackOf(name: string): string {
  return SETTINGS.find((setting) => setting.name === name)?.fallback ?? '';
}
