// A running bank whose database URL leads to another server: another bank's, an empty one or a
// read-only one. The bank keeps reading its own data, writes nothing, reports the fault, and
// recovers when its own server answers. A start on such a server ends with one line.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BANK_NAME_FILE, WrongBank } from '../../db/kernel/bank-name.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { callApi, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`foreign databases are skipped: ${reason}`);

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
 * Creates the database of another bank. It gets another name, because test databases are copies.
 */
async function otherBank(): Promise<string> {
  const url = await newBankDatabase();
  await query(
    url,
    `SET session_replication_role = replica;
     UPDATE platform.bank SET name = 'fedcba9876543210'`,
  );
  return url;
}

async function emptyDatabase(): Promise<string> {
  const url = await newBankDatabase();
  const schemas = ['platform', 'ledger_sandbox', 'ledger_production'];
  await query(url, schemas.map((name) => `DROP SCHEMA ${name} CASCADE`).join(';'));
  return url;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Runs statements about a database while nobody is connected to it. */
async function runElsewhere(url: string, statements: readonly string[]): Promise<void> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const name = nameOf(url);
  await query(server.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await query(
    server.href,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  for (const statement of statements) await query(server.href, statement);
}

/**
 * Replaces the database of a bank. Returns a function that restores it.
 */
async function exchange(ownDatabase: string, other: string): Promise<() => Promise<void>> {
  const [name, foreignName] = [nameOf(ownDatabase), nameOf(other)];
  await runElsewhere(ownDatabase, [
    `ALTER DATABASE ${name} RENAME TO ${name}_own`,
    `ALTER DATABASE ${foreignName} RENAME TO ${name}`,
  ]);
  return () =>
    runElsewhere(ownDatabase, [
      `ALTER DATABASE ${name} RENAME TO ${foreignName}`,
      `ALTER DATABASE ${name}_own RENAME TO ${name}`,
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
    ]);
}

async function closeToWrites(ownDatabase: string): Promise<() => Promise<void>> {
  const setting = (value: string) => [
    `ALTER DATABASE ${nameOf(ownDatabase)} SET default_transaction_read_only = ${value}`,
    `ALTER DATABASE ${nameOf(ownDatabase)} ALLOW_CONNECTIONS true`,
  ];
  await runElsewhere(ownDatabase, setting('on'));
  return () => runElsewhere(ownDatabase, setting('off'));
}

async function openBankWith() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-foreign-'));
  const bankDatabase = await newBankDatabase();
  const bank = await openTestBank({ databaseUrl: bankDatabase }, dataDir);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { bank, own: bankDatabase, dataDir };
}

async function adminOf({ bank }: TestBank, path: string) {
  const answer = await fetch(`http://127.0.0.1:${bank.adminPort}${path}`);
  return { status: answer.status, text: await answer.text() };
}

async function foreignSchemas(bank: TestBank): Promise<string[]> {
  const { text } = await adminOf(bank, '/metrics');
  return [...text.matchAll(/^kontor_database_foreign\{schema="(\w+)"\} 1$/gm)].map(
    ([, schema = '']) => schema,
  );
}

const customer = { type: 'individual', name: 'Ada Lovelace' };

const FOREIGN_DATABASES = [
  [
    "another bank's server",
    async (ownDatabase: string) => exchange(ownDatabase, await otherBank()),
  ],
  ['an empty server', async (ownDatabase: string) => exchange(ownDatabase, await emptyDatabase())],
  ['a read-only server', closeToWrites],
] as const;

test.skipIf(reason !== null).each(FOREIGN_DATABASES)(
  'a bank that is directed to %s writes nothing, and still reads',
  async (_, lead) => {
    const { bank, own } = await openBankWith();
    onTestFinished(() => bank.close());
    const { key } = await register(bank);
    const post = (callerKey: string) =>
      callApi(bank.url, '/v1/customers', { method: 'POST', key: callerKey, body: customer });
    const created = await post(key);
    expect(created.status).toBe(201);

    const leadBack = await lead(own);
    const refused = await post(key);
    expect(refused).toMatchObject({ status: 503, body: { code: 'ledger_unavailable' } });
    const read = await callApi(bank.url, `/v1/customers/${created.body.id}`, { key });
    expect(read).toMatchObject({ status: 200, body: { id: created.body.id } });
    // An unknown object may exist in the bank's own database, so the answer is neither 401 nor 404.
    const unavailableAnswer = {
      status: 503,
      body: { code: 'ledger_unavailable', retryable: true },
    };
    expect(await post(`sk_sandbox_${'a'.repeat(43)}`)).toMatchObject(unavailableAnswer);
    const missing = `/v1/customers/cust_${'0'.repeat(26)}`;
    expect(await callApi(bank.url, missing, { key })).toMatchObject(unavailableAnswer);
    await vi.waitFor(async () => {
      expect(await adminOf(bank, '/readyz')).toMatchObject({ status: 503 });
      expect((await adminOf(bank, '/readyz')).text).toContain('not_writable');
      expect(await foreignSchemas(bank)).toEqual(
        expect.arrayContaining(['platform', 'ledger_sandbox']),
      );
    }, POLL);

    await leadBack();
    await vi.waitFor(async () => {
      expect(await post(key)).toMatchObject({ status: 201 });
      expect((await adminOf(bank, '/readyz')).status).toBe(200);
      expect(await foreignSchemas(bank)).toEqual([]);
    }, POLL);
    expect(await callApi(bank.url, missing, { key })).toMatchObject({ status: 404 });
  },
  120_000,
);

test.skipIf(reason !== null)(
  'a data directory starts only with the database of its bank',
  async () => {
    const { bank, own, dataDir } = await openBankWith();
    await bank.close();
    expect(readFileSync(join(dataDir, BANK_NAME_FILE), 'utf8')).toMatch(/^[0-9a-f]{16}\n$/);
    const start = (databaseUrl: string) => openTestBank({ databaseUrl }, dataDir);
    await expect(start(await otherBank())).rejects.toThrow(WrongBank);
    const empty = await emptyDatabase();
    await expect(start(empty)).rejects.toThrow(/has no bank/);
    const leadBack = await closeToWrites(own);
    await expect(start(own)).rejects.toThrow(/read-only/);
    await leadBack();
    // No bank was created in the other database.
    await query(empty, 'CREATE SCHEMA platform');
    const reopenedBank = await start(own);
    await reopenedBank.close();
  },
  120_000,
);
