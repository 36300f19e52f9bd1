// All settings of the engine: reads the environment variables once and returns one frozen Config.
// An unknown KONTOR_ name or a malformed value stops the start with one line.

import { readAddresses } from './chain-addresses.ts';
import { type ExchangeConfig, readExchange } from './exchange.ts';
import {
  LANGUAGE_MODEL_SETTINGS,
  type LanguageModelConfig,
  readLanguageModel,
} from './language-model.ts';
import { MAIL_SETTINGS, type MailConfig, readMail } from './mail.ts';
import { readNetworks } from './networks.ts';
import { ROLES, type Role } from './process-role.ts';
import { type RateLimits, readRateLimits } from './rate-limits.ts';
import { readScreening, SCREENING_SETTINGS, type ScreeningConfig } from './screening.ts';
import { readKey, readOperatorKey } from './secrets.ts';
import { readTelemetry, TELEMETRY_SETTINGS, type TelemetryConfig } from './telemetry.ts';
import { readTemporal, TEMPORAL_SETTINGS, type TemporalConfig } from './temporal.ts';
import { readTls, type TlsConfig } from './tls.ts';
import {
  ConfigError,
  readChoice,
  readDatabaseUrl,
  readHost,
  readHttpUrl,
  readMatch,
  readOrigin,
  readOrigins,
  readPort,
  readWhole,
} from './values.ts';
import { readWatchlist, WATCHLIST_SETTINGS, type WatchlistConfig } from './watchlists.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type ChainMode = 'dev' | 'rpc' | 'off';

/** The chain on which the log is anchored and contracts are executed. */
export interface ChainConfig {
  /** `off` signs the log without anchoring it; anchors show `not_configured`. */
  readonly mode: ChainMode;
  /** Port of the development chain that the supervisor starts. */
  readonly port: number;
  /** True when the chain runs elsewhere; otherwise the supervisor starts one. */
  readonly external: boolean;
  /** True when production may use the development chain too. */
  readonly devInProduction: boolean;
  /**
   * URLs in the order in which they are tried. They may contain access keys and are never shown.
   */
  readonly rpcUrls: readonly string[];
  /** The result of eth_chainId that every URL must return. */
  readonly chainId: number;
  /** When a block counts as final: `instant`, `safe`, `finalized` or `confirmations:N`. */
  readonly finality: string;
  /**
   * A keystore file, or `URL#0xaddress` of an external signer; null when the environment has none.
   */
  readonly keys: Readonly<Record<'sandbox' | 'production', string | null>>;
  /** Opens the keystore files. */
  readonly passphrase: string | null;
  /** Addresses of existing anchoring contracts; null to let the bank deploy one. */
  readonly contracts: Readonly<Record<'sandbox' | 'production', string | null>>;
  /** Other existing contracts by name; the bank deploys those that are absent. */
  readonly addresses: Readonly<
    Record<'sandbox' | 'production', Readonly<Record<string, `0x${string}`>>>
  >;
  /** Maximum fee of a replacement transaction, in gwei per gas. */
  readonly feeLimitGwei: number;
  /**
   * Milliseconds between a posting and the checkpoint that covers it; 0 signs none automatically.
   */
  readonly checkpointEveryMs: number;
  /** Number of leaves after which a checkpoint is signed early. */
  readonly checkpointLeaves: number;
}

export interface Config {
  /** Address to which the API binds. */
  readonly host: string;
  readonly port: number;
  /** Address of the admin port, which requires no authentication. */
  readonly adminHost: string;
  /** Port of `/metrics`, `/healthz` and `/readyz`, for local monitoring. */
  readonly adminPort: number;
  /** Networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Public origin of this bank without a path; null to use address and port. */
  readonly publicUrl: string | null;
  /** Further origins that may use passkeys, such as native apps. */
  readonly passkeyOrigins: readonly string[];
  /** PEM files of the certificate chain and its key; null for plain HTTP. */
  readonly tls: TlsConfig | null;
  /** Domain to which passkeys are bound; null for the host of the public URL. */
  readonly passkeyDomain: string | null;
  /** Two characters that identify this bank among several behind one proxy. */
  readonly cell: string;
  readonly dataDir: string;
  /** URL of the authoritative PostgreSQL database; null for SQLite files in the data directory. */
  readonly databaseUrl: string | null;
  /** Bytes that the database may have: a warning comes at 70 % of them; 0: it is not watched. */
  readonly databaseLimitBytes: number;
  /** Directory of the bundled workflows; null for `cache` in the data directory. */
  readonly cacheDir: string | null;
  /** The sentence encoder: `auto`, `off`, or the path of its file. */
  readonly encoder: string;
  /** Directory of the keys that sign the logs; null for the data directory. */
  readonly logKeyDir: string | null;
  /** Seconds between the first 503 on `/readyz` and the closing of the port. */
  readonly drainSeconds: number;
  /** Directory of the copies of the database; null for the data directory. */
  readonly copyDir: string | null;
  /** The work of the bank that this process does. */
  readonly role: Role;
  readonly temporal: TemporalConfig;
  /** Key of the first operator; null to create one at the first start and print it once. */
  readonly operatorKey: string | null;
  /** Accepted transactions that may wait for settlement before money requests answer 503. */
  readonly backlogLimit: number;
  /** Maximum number of concurrent requests; 0 for no limit. */
  readonly requestLimit: number;
  /** Maximum over-capture that a client may allow, in percent of the hold. */
  readonly overcapturePercent: number;
  /** Delay before a change that loosens limits takes effect; 0 for none. */
  readonly limitCoolOffSeconds: number;
  readonly rateLimits: RateLimits;
  /**
   * Key that encrypts stored secrets, 32 bytes in base64; null for a file in the data directory.
   */
  readonly payloadKey: string | null;
  /** Key that encrypts backups, 32 bytes in base64; null to leave them unencrypted. */
  readonly backupKey: string | null;
  /** Networks (CIDR) that webhooks may reach besides public addresses. */
  readonly webhookAllow: readonly string[];
  readonly chain: ChainConfig;
  readonly exchange: ExchangeConfig;
  /** Days without use after which an account becomes dormant; 0 for never. */
  readonly dormancyDays: number;
  /** Maximum amount that one operator may move alone, in whole units of the currency. */
  readonly operatorLimit: number;
  /** Amount above which a transaction has its own workflow, in whole euros. */
  readonly workflowAbove: number;
  /** Other transactions for each second that get their own workflow on an idle machine. */
  readonly workflowsPerSecond: number;
  /** Business days by which a value date may lie in the past. */
  readonly valueDaysBack: number;
  /** Days after which events, timelines and decisions are archived; 0 for on request only. */
  readonly archiveDays: number;
  /** Maximum storage of a developer in bytes; 0 for no limit. */
  readonly storageQuotaBytes: number;
  /** Days that records of a customer are kept after the last activity. */
  readonly retentionDays: number;
  readonly screening: ScreeningConfig;
  /** Null to send no e-mail; operations that require one answer `not_configured`. */
  readonly mail: MailConfig | null;
  /** Null to answer questions by rules alone; answers then show `not_configured`. */
  readonly languageModel: LanguageModelConfig | null;
  /** Watchlist provider that KYC assessments consult; null for none. */
  readonly watchlist: WatchlistConfig | null;
  readonly amlMonitor: 'daily' | 'off';
  /** Null to record no traces and load no tracing library. */
  readonly telemetry: TelemetryConfig | null;
  readonly logLevel: LogLevel;
  /** `name` or `name:n`: the process kills itself when it passes this fail point the nth time. */
  readonly failPoint: string | null;
  /** True when the terminal output must be plain (NO_COLOR, TERM=dumb). */
  readonly noColour: boolean;
}

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** All settings, in the order of docs/operate/settings.md. */
export const SETTINGS: readonly Setting[] = [
  { name: 'KONTOR_HOST', fallback: '127.0.0.1', meaning: 'address that the API binds to' },
  { name: 'KONTOR_PORT', fallback: '8080', meaning: 'port of the API' },
  { name: 'KONTOR_ADMIN_HOST', fallback: '127.0.0.1', meaning: 'address of the admin port' },
  { name: 'KONTOR_ADMIN_PORT', fallback: '9464', meaning: 'port of /metrics, /healthz, /readyz' },
  {
    name: 'KONTOR_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'networks whose X-Forwarded-For is trusted',
  },
  { name: 'KONTOR_PUBLIC_URL', fallback: '', meaning: 'public URL of the bank, https://…' },
  {
    name: 'KONTOR_PASSKEY_ORIGINS',
    fallback: '',
    meaning: 'native apps: android:apk-key-hash:…',
  },
  {
    name: 'KONTOR_PASSKEY_DOMAIN',
    fallback: '',
    meaning: 'domain of passkeys; empty: host of the public URL',
  },
  { name: 'KONTOR_CELL', fallback: '00', meaning: 'two characters; chosen at the first start' },
  { name: 'KONTOR_TLS_CERT', fallback: '', meaning: 'PEM file: certificate of the API' },
  { name: 'KONTOR_TLS_KEY', fallback: '', meaning: 'PEM file: the key of that certificate' },
  { name: 'KONTOR_DATA_DIR', fallback: './data', meaning: 'directory of databases and pid files' },
  { name: 'KONTOR_DATABASE_URL', fallback: '', meaning: 'postgres://one,two/bank; empty: files' },
  {
    name: 'KONTOR_DATABASE_LIMIT_MB',
    fallback: '0',
    meaning: 'MB that PostgreSQL has room for: a warning at 70 %; 0 = not watched',
  },
  { name: 'KONTOR_COPY_DIR', fallback: '', meaning: 'copies of rows; empty: data directory' },
  { name: 'KONTOR_CACHE_DIR', fallback: '', meaning: 'workflow bundle; empty: data directory' },
  { name: 'KONTOR_ENCODER', fallback: 'auto', meaning: 'sentence encoder: auto, off, or its file' },
  { name: 'KONTOR_LOG_KEY_DIR', fallback: '', meaning: 'keys of the logs; empty: data directory' },
  { name: 'KONTOR_ROLE', fallback: 'all', meaning: 'all, bank or training' },
  {
    name: 'KONTOR_DRAIN_SECONDS',
    fallback: '0',
    meaning: 'seconds from 503 on /readyz to the end',
  },
  ...TEMPORAL_SETTINGS,
  { name: 'KONTOR_OPERATOR_KEY', fallback: '', meaning: "the first operator's key (op_…)" },
  { name: 'KONTOR_BACKLOG_LIMIT', fallback: '20000', meaning: 'maximum of unsettled transactions' },
  { name: 'KONTOR_REQUEST_LIMIT', fallback: '1024', meaning: 'concurrent requests; 0 = no limit' },
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
  { name: 'KONTOR_CHAIN', fallback: 'dev', meaning: 'dev, rpc or off; docs/build/layer3.md' },
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
  {
    name: 'KONTOR_RATES_MAX_AGE_HOURS',
    fallback: '120',
    meaning: 'hours after which rates are stale',
  },
  {
    name: 'KONTOR_RATES_STALE',
    fallback: 'refuse',
    meaning: 'production with stale rates: refuse or serve',
  },
  { name: 'KONTOR_SPREAD_BPS', fallback: '50', meaning: 'spread on the middle rate' },
  { name: 'KONTOR_DORMANCY_DAYS', fallback: '365', meaning: 'days until dormant; 0 = never' },
  {
    name: 'KONTOR_OPERATOR_LIMIT',
    fallback: '10000',
    meaning: 'maximum that one operator moves alone',
  },
  {
    name: 'KONTOR_WORKFLOW_ABOVE',
    fallback: '10000',
    meaning: 'whole euros above which a transaction has its own workflow',
  },
  {
    name: 'KONTOR_WORKFLOWS_PER_SECOND',
    fallback: '10',
    meaning: 'other transactions with their own workflow, on an idle machine',
  },
  {
    name: 'KONTOR_VALUE_DAYS_BACK',
    fallback: '5',
    meaning: 'business days that a value date may lie in the past',
  },
  {
    name: 'KONTOR_ARCHIVE_DAYS',
    fallback: '0',
    meaning: 'days until events, timelines and decisions are archived; 0 = on request',
  },
  {
    name: 'KONTOR_STORAGE_QUOTA_MB',
    fallback: '2048',
    meaning: 'storage of a developer in MB; 0 = no limit',
  },
  {
    name: 'KONTOR_RETENTION_DAYS',
    fallback: '1826',
    meaning: 'days that records of a former customer are kept',
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
 * @param env usually `process.env`; not modified
 * @throws ConfigError with the variable, its value and the allowed values
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  refuseUnknownNames(env);
  const text = (name: string) => env[name]?.trim() || fallbackOf(name);
  const number = (name: string, from: number, to: number) => readWhole(text(name), name, from, to);
  return Object.freeze({
    host: readHost(text('KONTOR_HOST'), 'KONTOR_HOST'),
    port: readPort(text('KONTOR_PORT'), 'KONTOR_PORT'),
    adminHost: readHost(text('KONTOR_ADMIN_HOST'), 'KONTOR_ADMIN_HOST'),
    adminPort: readPort(text('KONTOR_ADMIN_PORT'), 'KONTOR_ADMIN_PORT'),
    trustedProxies: readNetworks(text('KONTOR_TRUSTED_PROXIES'), 'KONTOR_TRUSTED_PROXIES'),
    publicUrl: readOrigin(text('KONTOR_PUBLIC_URL'), 'KONTOR_PUBLIC_URL'),
    passkeyOrigins: readOrigins(text('KONTOR_PASSKEY_ORIGINS'), 'KONTOR_PASSKEY_ORIGINS'),
    passkeyDomain: readPasskeyDomain(text),
    cell: readMatch(text('KONTOR_CELL'), 'KONTOR_CELL', CELL, 'two of 0-9 a-h j k m n p-t v-z'),
    tls: readTls(text),
    dataDir: text('KONTOR_DATA_DIR'),
    databaseUrl: readDatabaseUrl(text('KONTOR_DATABASE_URL'), 'KONTOR_DATABASE_URL'),
    copyDir: text('KONTOR_COPY_DIR') || null,
    cacheDir: text('KONTOR_CACHE_DIR') || null,
    encoder: text('KONTOR_ENCODER'),
    logKeyDir: text('KONTOR_LOG_KEY_DIR') || null,
    role: readChoice(text('KONTOR_ROLE'), 'KONTOR_ROLE', ROLES),
    drainSeconds: number('KONTOR_DRAIN_SECONDS', 0, 60),
    temporal: readTemporal(text),
    operatorKey: readOperatorKey(text('KONTOR_OPERATOR_KEY')),
    backlogLimit: number('KONTOR_BACKLOG_LIMIT', 1, 10_000_000),
    requestLimit: number('KONTOR_REQUEST_LIMIT', 0, 1_000_000),
    overcapturePercent: number('KONTOR_OVERCAPTURE_PERCENT', 0, 100),
    limitCoolOffSeconds: number('KONTOR_LIMIT_COOL_OFF_SECONDS', 0, 31_536_000),
    rateLimits: readRateLimits(text),
    payloadKey: readKey(text('KONTOR_PAYLOAD_KEY'), 'KONTOR_PAYLOAD_KEY'),
    backupKey: readKey(text('KONTOR_BACKUP_KEY'), 'KONTOR_BACKUP_KEY'),
    webhookAllow: readNetworks(text('KONTOR_WEBHOOK_ALLOW'), 'KONTOR_WEBHOOK_ALLOW'),
    chain: readChain(text),
    exchange: readExchange(text),
    dormancyDays: number('KONTOR_DORMANCY_DAYS', 0, 36_500),
    operatorLimit: number('KONTOR_OPERATOR_LIMIT', 0, 1_000_000_000),
    workflowAbove: number('KONTOR_WORKFLOW_ABOVE', 0, 1_000_000_000),
    workflowsPerSecond: number('KONTOR_WORKFLOWS_PER_SECOND', 0, 1_000),
    valueDaysBack: number('KONTOR_VALUE_DAYS_BACK', 0, 60),
    archiveDays: number('KONTOR_ARCHIVE_DAYS', 0, 36_500),
    databaseLimitBytes: 1_000_000 * number('KONTOR_DATABASE_LIMIT_MB', 0, 1_000_000_000),
    storageQuotaBytes: 1_000_000 * number('KONTOR_STORAGE_QUOTA_MB', 0, 1_000_000_000),
    retentionDays: number('KONTOR_RETENTION_DAYS', 0, 36_500),
    screening: readScreening(text),
    mail: readMail(text),
    languageModel: readLanguageModel(text),
    watchlist: readWatchlist(text),
    amlMonitor: readChoice(text('KONTOR_AML_MONITOR'), 'KONTOR_AML_MONITOR', ['daily', 'off']),
    telemetry: readTelemetry(text),
    logLevel: readChoice(text('KONTOR_LOG_LEVEL'), 'KONTOR_LOG_LEVEL', LOG_LEVELS),
    noColour: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
    failPoint:
      readMatch(text('KONTOR_FAIL_POINT'), 'KONTOR_FAIL_POINT', FAIL_POINT, 'name or name:n') ||
      null,
  });
}

/** The form that `ledger/cell.ts` accepts. */
const CELL = /^[0-9a-hjkmnp-tv-z]{2}$/;

/** Reads the passkey domain. Authenticators require that it contains the public host. */
function readPasskeyDomain(text: (name: string) => string): string | null {
  const domain = text('KONTOR_PASSKEY_DOMAIN').toLowerCase();
  if (domain === '') return null;
  const url = readOrigin(text('KONTOR_PUBLIC_URL'), 'KONTOR_PUBLIC_URL');
  const host = url === null ? '' : new URL(url).hostname;
  if (host === domain || host.endsWith(`.${domain}`)) return domain;
  throw new ConfigError(
    `KONTOR_PASSKEY_DOMAIN is "${domain}": expected a domain that the host of KONTOR_PUBLIC_URL lies in`,
  );
}

/** The chain id with which scripts/run/chain-server.mjs starts; a test compares the two. */
export const DEV_CHAIN_ID = 777_003;

/**
 * True when an environment has a chain: production has no development chain unless
 * KONTOR_CHAIN_DEV_IN_PRODUCTION is 1.
 */
export function hasChain(chain: ChainConfig, environment: 'sandbox' | 'production'): boolean {
  if (chain.mode === 'dev') return environment === 'sandbox' || chain.devInProduction;
  return chain.mode === 'rpc' && chain.keys[environment] !== null;
}

function readFlag(text: (name: string) => string, name: string): boolean {
  return readChoice(text(name), name, ['0', '1']) === '1';
}
const ADDRESS = /^(0x[0-9a-fA-F]{40})?$/;
const FINALITY = /^(instant|safe|finalized|confirmations:[1-9]\d{0,5})$/;
const MAX_CHAIN_ID = 2 ** 52;

function readChain(text: (name: string) => string): ChainConfig {
  const mode = readChoice(text('KONTOR_CHAIN'), 'KONTOR_CHAIN', ['dev', 'rpc', 'off']);
  const chainPort = readPort(text('KONTOR_CHAIN_PORT'), 'KONTOR_CHAIN_PORT');
  const urls = text('KONTOR_CHAIN_RPC_URL').split(',').filter(Boolean);
  const rpcUrls = urls.map((url, index) => readHttpUrl(url.trim(), index));
  const chainId = text('KONTOR_CHAIN_ID');
  const isRpc = mode === 'rpc';
  if (isRpc && rpcUrls.length === 0) {
    throw new ConfigError('KONTOR_CHAIN is "rpc": expected KONTOR_CHAIN_RPC_URL beside it');
  }
  if (isRpc && !chainId) throw new ConfigError('KONTOR_CHAIN is "rpc": expected KONTOR_CHAIN_ID');
  const finality = text('KONTOR_CHAIN_FINALITY') || (isRpc ? 'finalized' : 'instant');
  const keys = readChainKeys(text);
  const passphrase = text('KONTOR_CHAIN_PASSPHRASE') || null;
  const hasStoredKey = Object.values(keys).some((key) => key !== null && !/^https?:/.test(key));
  if (isRpc && hasStoredKey && passphrase === null) {
    throw new ConfigError('a keystore file is set: expected KONTOR_CHAIN_PASSPHRASE beside it');
  }
  const number = (name: string, from: number, to: number) => readWhole(text(name), name, from, to);
  const contractOf = (name: string) =>
    readMatch(text(name), name, ADDRESS, '0x and 40 hexadecimal digits') || null;
  return Object.freeze({
    mode,
    port: chainPort,
    external: rpcUrls.length > 0,
    devInProduction: readFlag(text, 'KONTOR_CHAIN_DEV_IN_PRODUCTION'),
    rpcUrls: rpcUrls.length > 0 ? rpcUrls : [`http://127.0.0.1:${chainPort}`],
    chainId: chainId ? readWhole(chainId, 'KONTOR_CHAIN_ID', 1, MAX_CHAIN_ID) : DEV_CHAIN_ID,
    finality: readMatch(
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
      sandbox: readAddresses(text, 'KONTOR_CHAIN_ADDRESSES_SANDBOX'),
      production: readAddresses(text, 'KONTOR_CHAIN_ADDRESSES_PRODUCTION'),
    },
    feeLimitGwei: number('KONTOR_CHAIN_FEE_LIMIT', 1, 1_000_000),
    checkpointLeaves: number('KONTOR_CHECKPOINT_LEAVES', 1, 1_000_000),
    checkpointEveryMs: 1000 * number('KONTOR_CHECKPOINT_SECONDS', 0, 86_400),
  });
}

function readChainKeys(text: (name: string) => string): ChainConfig['keys'] {
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
  // Two signers with one address would use each other's nonces.
  if (sandbox !== null && sandbox === production) {
    throw new ConfigError('KONTOR_CHAIN_KEY_SANDBOX and _PRODUCTION: expected a key for each');
  }
  return { sandbox, production };
}

const FAIL_POINT = /^([a-z-]+(:[1-9]\d*)?)?$/;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Variables of the command-line client, which may be set in the shell that starts the bank. */
const CLIENT_VARIABLES = ['KONTOR_URL', 'KONTOR_KEY'];

function refuseUnknownNames(env: Readonly<Record<string, string | undefined>>): void {
  const settingNames = new Set([...SETTINGS.map((setting) => setting.name), ...CLIENT_VARIABLES]);
  const unknownNames = Object.keys(env).filter(
    (name) => name.startsWith('KONTOR_') && !settingNames.has(name),
  );
  if (unknownNames.length > 0) {
    throw new ConfigError(`unknown setting ${unknownNames.join(', ')}: see the list in README.md`);
  }
}

function fallbackOf(name: string): string {
  return SETTINGS.find((setting) => setting.name === name)?.fallback ?? '';
}
