// The database URL of a running bank leads to another server: that of another bank, an empty one or
// a read-only one. The bank keeps reading its own data, writes nothing, reports the fault, and
// recovers when its own server answers. A bank does not start on such a server.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BANK_NAME_FILE, WrongBank } from '../../db/kernel/bank-name.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { callApi, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';

const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`foreign databases are skipped: ${postgresMissing}`);

const POLL = { timeout: 20_000, interval: 100 };

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Creates the database of another bank. The bank gets another name, because test databases are
 * copies.
 */
async function createOtherBank(): Promise<string> {
  const url = await newBankDatabase();
  await query(
    url,
    `SET session_replication_role = replica;
     UPDATE platform.bank SET name = 'fedcba9876543210'`,
  );
  return url;
}

async function createEmptyDatabase(): Promise<string> {
  const url = await newBankDatabase();
  const schemas = ['platform', 'ledger_sandbox', 'ledger_production'];
  await query(url, schemas.map((name) => `DROP SCHEMA ${name} CASCADE`).join(';'));
  return url;
}

const databaseName = (url: string) => new URL(url).pathname.slice(1);

/** Runs statements about a database while it accepts no connections. */
async function runWithoutConnections(url: string, statements: readonly string[]): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const name = databaseName(url);
  await query(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await query(
    server.href,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  for (const statement of statements) await query(server.href, statement);
}

/** Replaces the database of a bank. Returns a function that restores the database. */
async function replaceDatabase(
  ownDatabase: string,
  otherDatabase: string,
): Promise<() => Promise<void>> {
  const [name, foreignName] = [databaseName(ownDatabase), databaseName(otherDatabase)];
  await runWithoutConnections(ownDatabase, [
    `ALTER DATABASE ${name} RENAME TO ${name}_own`,
    `ALTER DATABASE ${foreignName} RENAME TO ${name}`,
  ]);
  return () =>
    runWithoutConnections(ownDatabase, [
      `ALTER DATABASE ${name} RENAME TO ${foreignName}`,
      `ALTER DATABASE ${name}_own RENAME TO ${name}`,
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
    ]);
}

async function makeReadOnly(ownDatabase: string): Promise<() => Promise<void>> {
  const settingStatements = (value: string) => [
    `ALTER DATABASE ${databaseName(ownDatabase)} SET default_transaction_read_only = ${value}`,
    `ALTER DATABASE ${databaseName(ownDatabase)} ALLOW_CONNECTIONS true`,
  ];
  await runWithoutConnections(ownDatabase, settingStatements('on'));
  return () => runWithoutConnections(ownDatabase, settingStatements('off'));
}

async function openOwnBank() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-foreign-'));
  const bankDatabase = await newBankDatabase();
  const bank = await openTestBank({ databaseUrl: bankDatabase }, dataDir);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { bank, ownUrl: bankDatabase, dataDir };
}

async function fetchAdmin({ bank }: TestBank, path: string) {
  const answer = await fetch(`http://127.0.0.1:${bank.adminPort}${path}`);
  return { status: answer.status, text: await answer.text() };
}

async function readForeignSchemas(bank: TestBank): Promise<string[]> {
  const { text } = await fetchAdmin(bank, '/metrics');
  return [...text.matchAll(/^kontor_database_foreign\{schema="(\w+)"\} 1$/gm)].map(
    ([, schema = '']) => schema,
  );
}

const customer = { type: 'individual', name: 'Ada Lovelace' };

const FOREIGN_DATABASES = [
  [
    "another bank's server",
    async (ownDatabase: string) => replaceDatabase(ownDatabase, await createOtherBank()),
  ],
  [
    'an empty server',
    async (ownDatabase: string) => replaceDatabase(ownDatabase, await createEmptyDatabase()),
  ],
  ['a read-only server', makeReadOnly],
] as const;

test.skipIf(postgresMissing !== null).each(FOREIGN_DATABASES)(
  'a bank whose URL leads to %s writes nothing, and still reads its own data',
  async (_, redirect) => {
    const { bank, ownUrl } = await openOwnBank();
    onTestFinished(() => bank.close());
    const { key } = await register(bank);
    const post = (callerKey: string) =>
      callApi(bank.url, '/v1/customers', { method: 'POST', key: callerKey, body: customer });
    const created = await post(key);
    expect(created.status).toBe(201);

    const restore = await redirect(ownUrl);
    const refused = await post(key);
    expect(refused).toMatchObject({ status: 503, body: { code: 'ledger_unavailable' } });
    const read = await callApi(bank.url, `/v1/customers/${created.body.id}`, { key });
    expect(read).toMatchObject({ status: 200, body: { id: created.body.id } });
    // An unknown object may exist in the bank's own database, so the answer is neither 401 nor 404.
    const unavailable = {
      status: 503,
      body: { code: 'ledger_unavailable', retryable: true },
    };
    expect(await post(`sk_sandbox_${'a'.repeat(43)}`)).toMatchObject(unavailable);
    const missingPath = `/v1/customers/cust_${'0'.repeat(26)}`;
    expect(await callApi(bank.url, missingPath, { key })).toMatchObject(unavailable);
    await vi.waitFor(async () => {
      expect(await fetchAdmin(bank, '/readyz')).toMatchObject({ status: 503 });
      expect((await fetchAdmin(bank, '/readyz')).text).toContain('not_writable');
      expect(await readForeignSchemas(bank)).toEqual(
        expect.arrayContaining(['platform', 'ledger_sandbox']),
      );
    }, POLL);

    await restore();
    await vi.waitFor(async () => {
      expect(await post(key)).toMatchObject({ status: 201 });
      expect((await fetchAdmin(bank, '/readyz')).status).toBe(200);
      expect(await readForeignSchemas(bank)).toEqual([]);
    }, POLL);
    expect(await callApi(bank.url, missingPath, { key })).toMatchObject({ status: 404 });
  },
  120_000,
);

test.skipIf(postgresMissing !== null)(
  'a data directory starts only with the database of its bank',
  async () => {
    const { bank, ownUrl, dataDir } = await openOwnBank();
    await bank.close();
    expect(readFileSync(join(dataDir, BANK_NAME_FILE), 'utf8')).toMatch(/^[0-9a-f]{16}\n$/);
    const start = (databaseUrl: string) => openTestBank({ databaseUrl }, dataDir);
    await expect(start(await createOtherBank())).rejects.toThrow(WrongBank);
    const emptyUrl = await createEmptyDatabase();
    await expect(start(emptyUrl)).rejects.toThrow(/has no bank/);
    const restore = await makeReadOnly(ownUrl);
    await expect(start(ownUrl)).rejects.toThrow(/read-only/);
    await restore();
    // No bank was created in the other database.
    await query(emptyUrl, 'CREATE SCHEMA platform');
    const reopenedBank = await start(ownUrl);
    await reopenedBank.close();
  },
  120_000,
);
