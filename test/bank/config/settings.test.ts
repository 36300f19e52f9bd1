// The configuration has defaults with which a bank starts, and each mistake is reported in one line.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findGuessableKeys } from '../../../bank/config/secrets.ts';
import { readConfig, SETTINGS } from '../../../bank/config/settings.ts';
import { ConfigError } from '../../../bank/config/values.ts';
import { DEV_CHAIN_ID } from '../../../scripts/run/chain-server.mjs';

const PAYLOAD_KEY = Buffer.alloc(32, 7).toString('base64');

const EXCHANGE = {
  provider: 'file',
  from: null,
  appId: null,
  maxAgeMs: 120 * 60 * 60 * 1000,
  servesStale: false,
  spreadBps: 50,
};

const CHAIN = {
  mode: 'dev',
  port: 8545,
  external: false,
  devInProduction: false,
  rpcUrls: ['http://127.0.0.1:8545'],
  chainId: DEV_CHAIN_ID,
  finality: 'instant',
  keys: { sandbox: null, production: null },
  passphrase: null,
  contracts: { sandbox: null, production: null },
  addresses: { sandbox: {}, production: {} },
  feeLimitGwei: 500,
  checkpointEveryMs: 3_000,
  checkpointLeaves: 1_000,
};

const OTHER_HOST = { TEMPORAL_ADDRESS: 'temporal.internal:7233' };

describe('the configuration without any variable', () => {
  test('has a default for every setting, and listens only on this machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      adminHost: '127.0.0.1',
      port: 8080,
      publicUrl: null,
      passkeyOrigins: [],
      passkeyDomain: null,
      cell: '00',
      adminPort: 9464,
      dataDir: './data',
      databaseLimitBytes: 0,
      databaseUrl: null,
      dormancyDays: 365,
      mail: null,
      languageModel: null,
      operatorLimit: 10_000,
      workflowAbove: 10_000,
      workflowsPerSecond: 10,
      valueDaysBack: 5,
      storageQuotaBytes: 2_048_000_000,
      retentionDays: 1826,
      archiveDays: 0,
      screening: {
        lists: null,
        maxAgeMs: 48 * 3_600_000,
        atStale: 'review',
        clearanceDays: { usual: 180, max: 365 },
        maxReliedDays: 14,
        rescreening: 'auto',
        networks: null,
      },
      amlMonitor: 'daily',
      telemetry: null,
      copyDir: null,
      cacheDir: null,
      encoder: 'auto',
      logKeyDir: null,
      drainSeconds: 0,
      role: 'all',
      temporal: {
        address: '127.0.0.1:7233',
        isExternal: false,
        port: 7233,
        uiPort: 8233,
        uiUrl: 'http://127.0.0.1:8233',
        namespaces: { sandbox: 'sandbox', production: 'production' },
        tls: null,
        apiKey: null,
      },
      operatorKey: null,
      backlogLimit: 20_000,
      requestLimit: 1024,
      overcapturePercent: 20,
      limitCoolOffSeconds: 0,
      rateLimits: { reads: 200, money: 100, ai: 10, address: 20, registrations: 30 },
      payloadKey: null,
      backupKey: null,
      tls: null,
      trustedProxies: [],
      watchlist: null,
      webhookAllow: [],
      chain: CHAIN,
      exchange: EXCHANGE,
      logLevel: 'info',
      failPoint: null,
      noColour: false,
    });
  });

  test('the database address must be a PostgreSQL address, and no error repeats it', () => {
    for (const item of ['mysql://secret@h/d', 'postgres://secret@h', 'secret', 'postgres:///d']) {
      const read = () => readConfig({ KONTOR_DATABASE_URL: item });
      expect(read).toThrow('KONTOR_DATABASE_URL: expected postgres://');
      expect(read).not.toThrow('secret@');
    }
  });

  test('passkey origins are those of web pages and apps only', () => {
    const input = 'https://app.example, android:apk-key-hash:dGhpcy1pcy1hLWhhc2gtb2YtYS1rZXk';
    const { passkeyOrigins } = readConfig({ KONTOR_PASSKEY_ORIGINS: input });
    expect(passkeyOrigins).toHaveLength(2);
    for (const item of ['http://app.example', 'https://app.example/x', '*', 'android:x']) {
      expect(() => readConfig({ KONTOR_PASSKEY_ORIGINS: item })).toThrow('KONTOR_PASSKEY_ORIGINS');
    }
  });

  test('the domain of passkeys must contain the host of the public URL', () => {
    const readDomain = (domain: string, url = 'https://a1.bank.example') =>
      readConfig({ KONTOR_PASSKEY_DOMAIN: domain, KONTOR_PUBLIC_URL: url }).passkeyDomain;
    expect(readDomain('bank.example')).toBe('bank.example');
    expect(readDomain('A1.bank.example')).toBe('a1.bank.example');
    for (const item of ['ank.example', 'other.example', 'b2.bank.example', '.example']) {
      expect(() => readDomain(item), item).toThrow('KONTOR_PASSKEY_DOMAIN');
    }
    expect(() => readDomain('bank.example', '')).toThrow('KONTOR_PASSKEY_DOMAIN');
  });

  test('a cell is two characters of the alphabet of ids', () => {
    expect(readConfig({ KONTOR_CELL: 'z9' }).cell).toBe('z9');
    for (const item of ['a', 'a11', 'il', 'A1', 'u0', 'ä1']) {
      expect(() => readConfig({ KONTOR_CELL: item }), item).toThrow('KONTOR_CELL');
    }
  });

  test("the documented defaults are the code's, and each is an allowed value", () => {
    const documentedDefaults = Object.fromEntries(
      SETTINGS.map(({ name, fallback }) => [name, fallback]),
    );
    expect(readConfig(documentedDefaults)).toEqual(readConfig({}));
  });
});

describe('an environment variable', () => {
  test('sets the configuration', () => {
    const config = readConfig({
      KONTOR_HOST: '0.0.0.0',
      KONTOR_ADMIN_HOST: '10.0.0.5',
      KONTOR_PORT: '1',
      KONTOR_ADMIN_PORT: '65535',
      KONTOR_DATA_DIR: '/var/lib/kontor',
      KONTOR_DATABASE_URL: 'postgres://kontor:secret@db.internal:5432/bank',
      KONTOR_COPY_DIR: '/var/cache/copies',
      KONTOR_CACHE_DIR: '/var/cache/kontor',
      KONTOR_ENCODER: '/opt/encoder.onnx',
      KONTOR_LOG_KEY_DIR: '/run/secrets',
      KONTOR_DRAIN_SECONDS: '5',
      KONTOR_ROLE: 'training',
      KONTOR_TEMPORAL_PORT: '17233',
      KONTOR_TEMPORAL_UI_PORT: '18233',
      KONTOR_OPERATOR_KEY: 'op_0123456789abcdefABCDEF',
      KONTOR_BACKLOG_LIMIT: '1',
      KONTOR_REQUEST_LIMIT: '0',
      KONTOR_OVERCAPTURE_PERCENT: '0',
      KONTOR_LIMIT_COOL_OFF_SECONDS: '86400',
      KONTOR_RATE_MONEY: '0',
      KONTOR_PAYLOAD_KEY: PAYLOAD_KEY,
      KONTOR_WEBHOOK_ALLOW: '127.0.0.0/8, ::1/128,10.1.2.3/32,127.0.0.1:4000',
      KONTOR_LOG_LEVEL: 'debug',
      KONTOR_FAIL_POINT: 'after-accept:3',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      adminHost: '10.0.0.5',
      port: 1,
      adminPort: 65_535,
      dataDir: '/var/lib/kontor',
      databaseUrl: 'postgres://kontor:secret@db.internal:5432/bank',
      copyDir: '/var/cache/copies',
      cacheDir: '/var/cache/kontor',
      encoder: '/opt/encoder.onnx',
      logKeyDir: '/run/secrets',
      drainSeconds: 5,
      role: 'training',
      temporal: { address: '127.0.0.1:17233' },
      operatorKey: 'op_0123456789abcdefABCDEF',
      backlogLimit: 1,
      overcapturePercent: 0,
      limitCoolOffSeconds: 86_400,
      rateLimits: { reads: 200, money: 0, ai: 10, address: 20, registrations: 30 },
      payloadKey: PAYLOAD_KEY,
      webhookAllow: ['127.0.0.0/8', '::1/128', '10.1.2.3/32', '127.0.0.1:4000'],
      logLevel: 'debug',
      failPoint: 'after-accept:3',
    });
  });

  test('of the exchange rates sets the configuration', () => {
    const config = readConfig({
      KONTOR_RATES: 'openexchangerates',
      KONTOR_RATES_FROM: 'http://127.0.0.1:9000/latest.json',
      KONTOR_RATES_APP_ID: 'abc123',
      KONTOR_RATES_MAX_AGE_HOURS: '2',
      KONTOR_RATES_STALE: 'serve',
      KONTOR_SPREAD_BPS: '0',
    });
    expect(config).toMatchObject({
      exchange: {
        provider: 'openexchangerates',
        from: 'http://127.0.0.1:9000/latest.json',
        appId: 'abc123',
        maxAgeMs: 2 * 60 * 60 * 1000,
        servesStale: true,
        spreadBps: 0,
      },
    });
  });

  test('with the address of an external Temporal server keeps the supervisor from starting one', () => {
    const config = readConfig({ TEMPORAL_ADDRESS: 'temporal.internal:7233' });
    expect(config).toMatchObject({
      temporal: { address: 'temporal.internal:7233', isExternal: true, uiUrl: null, tls: null },
    });
  });

  test('with an API key makes the connection to Temporal use TLS, in the named namespaces', () => {
    const { temporal } = readConfig({
      TEMPORAL_ADDRESS: 'bank.abc12.tmprl.cloud:7233',
      TEMPORAL_NAMESPACE_SANDBOX: 'bank-sandbox.abc12',
      TEMPORAL_NAMESPACE_PRODUCTION: 'bank.abc12',
      TEMPORAL_API_KEY: 'secret',
      TEMPORAL_UI_URL: 'https://cloud.temporal.io',
    });
    expect(temporal).toMatchObject({
      namespaces: { sandbox: 'bank-sandbox.abc12', production: 'bank.abc12' },
      tls: { authority: null, serverName: null, client: null },
      apiKey: 'secret',
      uiUrl: 'https://cloud.temporal.io',
    });
  });

  test.each([
    ['TEMPORAL_NAMESPACE_SANDBOX', { TEMPORAL_NAMESPACE_SANDBOX: 'mine' }],
    ['TEMPORAL_TLS_CLIENT_KEY_PATH', { ...OTHER_HOST, TEMPORAL_TLS_CLIENT_CERT_PATH: '/c.pem' }],
    ['TEMPORAL_TLS_CLIENT_CERT_PATH', { ...OTHER_HOST, TEMPORAL_TLS_CLIENT_KEY_PATH: '/k.pem' }],
    ['TEMPORAL_TLS is false', { ...OTHER_HOST, TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'secret' }],
    ['TEMPORAL_TLS is "yes"', { ...OTHER_HOST, TEMPORAL_TLS: 'yes' }],
    [
      'two namespaces',
      { ...OTHER_HOST, TEMPORAL_NAMESPACE_SANDBOX: 'a', TEMPORAL_NAMESPACE_PRODUCTION: 'a' },
    ],
    ['TEMPORAL_NAMESPACE_SANDBOX', { ...OTHER_HOST, TEMPORAL_NAMESPACE_SANDBOX: 'a/b' }],
    ['TEMPORAL_UI_URL', { ...OTHER_HOST, TEMPORAL_UI_URL: 'cloud.temporal.io' }],
  ])('of Temporal that is wrong or contradicts another is refused: %s', (findKeys, env) => {
    expect(() => readConfig(env)).toThrow(findKeys);
  });

  test.each(SETTINGS.map(({ name }) => name))('%s that is empty counts as not set', (name) => {
    for (const blank of ['', '  ']) expect(readConfig({ [name]: blank })).toEqual(readConfig({}));
  });

  test('with spaces around its value is read without them', () => {
    expect(readConfig({ KONTOR_PORT: ' 8081 ' }).port).toBe(8081);
  });

  test('of another program is ignored', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/', PORT: 'x', TEMPORAL_TLS: '?' })).toEqual(
      readConfig({}),
    );
  });
});

describe('a sealing key', () => {
  const named = (key: Buffer) =>
    findGuessableKeys({ payloadKey: key.toString('base64'), backupKey: null });

  test('is reported as weak when it follows a pattern, and still opens what it sealed', () => {
    for (const text of [
      '\0'.repeat(32),
      '01234567'.repeat(4),
      'secretsecretsecretsecretsecretse',
    ]) {
      const key = Buffer.from(text);
      expect(named(key), text).toEqual(['KONTOR_PAYLOAD_KEY']);
      const KONTOR_BACKUP_KEY = key.toString('base64');
      expect(findGuessableKeys(readConfig({ KONTOR_BACKUP_KEY }))).toEqual(['KONTOR_BACKUP_KEY']);
    }
  });

  test('is not reported as weak when it is random', () => {
    for (let n = 0; n < 1_000; n += 1) expect(named(randomBytes(32))).toEqual([]);
  });
});

describe('a mistake stops the start with one line that names the variable', () => {
  test.each([
    ['KONTOR_PROT', '8080'],
    ['KONTOR_', 'x'],
    ['KONTOR_port', '8080'],
    ['KONTOR_PORT', '0'],
    ['KONTOR_PORT', '65536'],
    ['KONTOR_PORT', '-1'],
    ['KONTOR_PORT', '80a'],
    ['KONTOR_PORT', '8080.5'],
    ['KONTOR_PORT', '1e3'],
    ['KONTOR_PORT', '0x50'],
    ['KONTOR_ADMIN_PORT', 'admin'],
    ['KONTOR_TEMPORAL_PORT', '99999'],
    ['KONTOR_TEMPORAL_UI_PORT', '99999'],
    ['KONTOR_ROLE', 'everything'],
    ['KONTOR_ROLE', 'ALL'],
    ['KONTOR_ROLE', 'bank,training'],
    ['KONTOR_ROLE', 'api'],
    ['KONTOR_DRAIN_SECONDS', '61'],
    ['KONTOR_LOG_LEVEL', 'loud'],
    ['KONTOR_BACKLOG_LIMIT', '0'],
    ['KONTOR_BACKLOG_LIMIT', 'many'],
    ['KONTOR_OVERCAPTURE_PERCENT', '101'],
    ['KONTOR_LIMIT_COOL_OFF_SECONDS', '31536001'],
    ['KONTOR_RATE_READS', '-1'],
    ['KONTOR_RATE_ADDRESS', '1.5'],
    ['KONTOR_WEBHOOK_ALLOW', '127.0.0.1'],
    ['KONTOR_WEBHOOK_ALLOW', '127.0.0.0/33'],
    ['KONTOR_WEBHOOK_ALLOW', '127.1/8'],
    ['KONTOR_WEBHOOK_ALLOW', '127.1:4000'],
    ['KONTOR_WEBHOOK_ALLOW', '127.0.0.1:0'],
    ['KONTOR_WEBHOOK_ALLOW', '127.0.0.1:65536'],
    ['KONTOR_WEBHOOK_ALLOW', 'localhost:4000'],
    ['KONTOR_WEBHOOK_ALLOW', '0x7f.0.0.0/8'],
    ['KONTOR_WEBHOOK_ALLOW', '256.0.0.0/8'],
    ['KONTOR_WEBHOOK_ALLOW', '::1/129'],
    ['KONTOR_WEBHOOK_ALLOW', '127.0.0.0/8,'],
    ['KONTOR_WEBHOOK_ALLOW', 'localhost'],
    ['KONTOR_WEBHOOK_ALLOW', '10.0.0.0/8 127.0.0.0/8'],
    ['KONTOR_PAYLOAD_KEY', 'short'],
    ['KONTOR_PAYLOAD_KEY', Buffer.alloc(31, 7).toString('base64')],
    ['KONTOR_PAYLOAD_KEY', Buffer.alloc(33, 7).toString('base64')],
    ['KONTOR_HOST', 'my host'],
    ['KONTOR_HOST', 'http://127.0.0.1'],
    ['KONTOR_ADMIN_HOST', 'my host'],
    ['KONTOR_OPERATOR_KEY', `op_${'a'.repeat(40)}`],
    ['KONTOR_OPERATOR_KEY', `op_${'1234567'.repeat(4)}`],
    ['KONTOR_FAIL_POINT', 'after-accept:often'],
    ['KONTOR_FAIL_POINT', 'after accept'],
    ['KONTOR_OPERATOR_KEY', 'sk_test_0123456789abcdefABCDEF'],
    ['KONTOR_OPERATOR_KEY', 'op_short'],
    ['KONTOR_OPERATOR_KEY', 'op_0123456789 0123456789'],
    ['KONTOR_CHAIN', 'mainnet'],
    ['KONTOR_CHAIN', 'rpc'],
    ['KONTOR_CHAIN_PORT', 'x'],
    ['KONTOR_CHAIN_RPC_URL', 'localhost:8545'],
    ['KONTOR_CHAIN_RPC_URL', 'http://127.0.0.1:8545,ftp://127.0.0.1'],
    ['KONTOR_CHAIN_ID', '0'],
    ['KONTOR_CHAIN_ID', '0x1'],
    ['KONTOR_CHAIN_FINALITY', 'soon'],
    ['KONTOR_CHAIN_FINALITY', 'confirmations:0'],
    ['KONTOR_CHAIN_KEY_SANDBOX', 'http://127.0.0.1:9000'],
    ['KONTOR_CHAIN_CONTRACT_SANDBOX', '0x12'],
    ['KONTOR_CHAIN_FEE_LIMIT', '0'],
    ['KONTOR_CHECKPOINT_LEAVES', '0'],
    ['KONTOR_CHECKPOINT_SECONDS', '-1'],
    ['KONTOR_RATES', 'reuters'],
    ['KONTOR_RATES', 'openexchangerates'],
    ['KONTOR_RATES_APP_ID', 'a b'],
    ['KONTOR_RATES_MAX_AGE_HOURS', '0'],
    ['KONTOR_RATES_STALE', 'maybe'],
    ['KONTOR_SCREENING_MAX_AGE_HOURS', '0'],
    ['KONTOR_SCREENING_STALE', 'serve'],
    ['KONTOR_RESCREENING', 'on'],
    ['KONTOR_SPREAD_BPS', '10000'],
    ['TEMPORAL_ADDRESS', 'localhost'],
    ['TEMPORAL_ADDRESS', 'http://localhost:7233'],
    ['TEMPORAL_ADDRESS', 'localhost:99999'],
    ['TEMPORAL_ADDRESS', 'localhost:0'],
    ['TEMPORAL_ADDRESS', ':7233'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).toThrow(/^[^\n]+$/);
  });

  test.each([
    'http://example.com/v1',
    'ftp://127.0.0.1/v1',
    'https://user:secret@example.com/v1',
    'api.example.com',
  ])('KONTOR_LLM_URL %s is refused, and the error does not repeat its password', (url) => {
    const env = { KONTOR_LLM_URL: url, KONTOR_LLM_MODEL: 'm' };
    expect(() => readConfig(env)).toThrow(/^KONTOR_LLM_URL: (?:(?!secret)[^\n])+$/);
  });

  test("a language model's address is its API, with or without the path of its completions", () => {
    const readUrl = (url: string) =>
      readConfig({ KONTOR_LLM_URL: url, KONTOR_LLM_MODEL: 'm' }).languageModel?.url;
    expect(readUrl('https://example.com/v1/')).toBe('https://example.com/v1/chat/completions');
    const wholeUrl = 'http://127.0.0.1:8000/v1/chat/completions';
    expect(readUrl(wholeUrl)).toBe(wholeUrl);
    for (const env of [{ KONTOR_LLM_URL: wholeUrl }, { KONTOR_LLM_KEY: 'k' }]) {
      expect(() => readConfig(env)).toThrow(/^KONTOR_LLM_\w+ /);
    }
  });

  test('a watchlist address without TLS is refused beyond this host', () => {
    for (const url of ['http://example.com', 'https://user:secret@example.com', 'ftp://x', 'x']) {
      const read = () => readConfig({ KONTOR_WATCHLIST_URL: url });
      expect(read).toThrow(/^KONTOR_WATCHLIST_URL: (?:(?!secret)[^\n])+$/);
    }
    expect(() => readConfig({ KONTOR_WATCHLIST_KEY: 'k' })).toThrow(/^KONTOR_WATCHLIST_KEY /);
    const read = readConfig({ KONTOR_WATCHLIST_URL: 'http://127.0.0.1:8000' }).watchlist;
    expect(read).toEqual({
      url: 'http://127.0.0.1:8000/',
      dataset: 'default',
      key: null,
      timeoutMs: 5000,
    });
  });

  test.each(['rates.xml', 'http://example.com/rates', 'ftp://127.0.0.1/x', 'file:///etc/passwd'])(
    'exchange rates over the network do not come from %s',
    (from) => {
      const env = { KONTOR_RATES: 'ecb', KONTOR_RATES_FROM: from };
      expect(() => readConfig(env)).toThrow(/^KONTOR_RATES_FROM: [^\n]+$/);
    },
  );

  test('several unknown names are reported together', () => {
    expect(() => readConfig({ KONTOR_A: '1', KONTOR_B: '2' })).toThrow('KONTOR_A, KONTOR_B');
  });

  test('no secret appears in the error', () => {
    const wrongKey = `${PAYLOAD_KEY}x`;
    expect(() => readConfig({ KONTOR_PAYLOAD_KEY: wrongKey })).toThrow(ConfigError);
    expect(() => readConfig({ KONTOR_PAYLOAD_KEY: wrongKey })).not.toThrow(wrongKey);
    const refusedSettings = 'op_too-short-but-secret';
    expect(() => readConfig({ KONTOR_OPERATOR_KEY: refusedSettings })).toThrow(ConfigError);
    expect(() => readConfig({ KONTOR_OPERATOR_KEY: refusedSettings })).not.toThrow(refusedSettings);
  });
});

test('the configuration cannot be changed, and reading it changes nothing', () => {
  const env = Object.freeze({ KONTOR_PORT: '8081' });
  const config = readConfig(env);
  expect(Object.isFrozen(config)).toBe(true);
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
});

describe('the configuration of the chain', () => {
  const RPC = {
    KONTOR_CHAIN: 'rpc',
    KONTOR_CHAIN_RPC_URL: 'https://a.example/key, https://b.example',
    KONTOR_CHAIN_ID: '42161',
  };
  const address = `0x${'5'.repeat(40)}`;

  test('in rpc mode has every address, and takes finality from the network', () => {
    expect(readConfig(RPC).chain).toMatchObject({
      mode: 'rpc',
      external: true,
      rpcUrls: ['https://a.example/key', 'https://b.example'],
      chainId: 42_161,
      finality: 'finalized',
    });
  });

  test('needs the chain id that the addresses must confirm', () => {
    expect(() => readConfig({ ...RPC, KONTOR_CHAIN_ID: '' })).toThrow('KONTOR_CHAIN_ID');
  });

  test('accepts a keystore file only with its passphrase, and a signer only with its address', () => {
    const keystoreSettings = { ...RPC, KONTOR_CHAIN_KEY_PRODUCTION: '/run/secrets/key.json' };
    expect(() => readConfig(keystoreSettings)).toThrow('KONTOR_CHAIN_PASSPHRASE');
    expect(readConfig({ ...keystoreSettings, KONTOR_CHAIN_PASSPHRASE: 'x' }).chain.keys).toEqual({
      sandbox: null,
      production: '/run/secrets/key.json',
    });
    const signer = { ...RPC, KONTOR_CHAIN_KEY_PRODUCTION: `https://signer.internal#${address}` };
    const { production } = readConfig(signer).chain.keys;
    expect(production).toBe(signer.KONTOR_CHAIN_KEY_PRODUCTION);
  });

  test('never allows one key for both environments', () => {
    const sharedKeyFile = {
      KONTOR_CHAIN_KEY_SANDBOX: 'a.json',
      KONTOR_CHAIN_KEY_PRODUCTION: 'a.json',
    };
    expect(() => readConfig(sharedKeyFile)).toThrow('a key for each');
  });

  test('accepts one key for each environment, not a list', () => {
    const listOfKeys = { KONTOR_CHAIN_KEY_SANDBOX: 'a.json,b.json' };
    expect(() => readConfig(listOfKeys)).toThrow('KONTOR_CHAIN_KEY_SANDBOX: expected one key');
  });

  test('does not repeat a refused address, because it may contain a key', () => {
    const secret = { ...RPC, KONTOR_CHAIN_RPC_URL: 'wss://a.example/s3cret' };
    expect(() => readConfig(secret)).toThrow(/^(?!.*s3cret)/s);
  });
});

const GUIDES = [
  'docs/start/first-transfer.md',
  'docs/build/agents.md',
  'docs/build/cli.md',
  'docs/build/webhooks.md',
];
const PACKAGES = ['client', 'cli', 'python'].map((name) => `packages/${name}/README.md`);

test.each(['README.md', ...GUIDES, ...PACKAGES])(
  'the bank ignores the variables of shells and programs in %s',
  (page) => {
    const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
    const names = new Set(text.match(/\bKONTOR_[A-Z_]+\b/g));
    const env = Object.fromEntries([...names].map((name) => [name, '']));
    expect(readConfig(env).port).toBe(8080);
  },
);
