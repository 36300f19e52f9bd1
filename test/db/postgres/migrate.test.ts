// `npm run migrate` on PostgreSQL: a schema of a release before is brought to this one with all of
// its rows, or stays as it was; a second run finds nothing to do.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openReplica } from '../../../db/postgres/replica.ts';
import { postgresForTests } from './server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OLDER = fileURLToPath(new URL('./older-schema.ts', import.meta.url));
const server = await postgresForTests();
let databases = 0;

/** Runs a program as a process of its own; answers with what it printed. */
async function run(args: readonly string[], url: string): Promise<string> {
  const env = { ...process.env, KONTOR_DATABASE_URL: url };
  const done = await promisify(execFile)(process.execPath, [...args], { cwd: ROOT, env });
  return done.stdout;
}
const migrate = (url: string) => run(['bank/migrate.ts'], url);
/** The ledger of the release that lacks the last `behind` migrations, with a customer in it. */
const older = (url: string, behind: number) => run([OLDER, String(behind)], url);

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe.skipIf(server === null)('migrating PostgreSQL', () => {
  const newDatabase = () => server?.database(`migrated_${++databases}`) ?? '';

  test('an empty database gets its schemas, and a second run does nothing', async () => {
    const url = newDatabase();
    expect(await migrate(url)).toBe(
      'platform: made\nledger_sandbox: made\nledger_production: made\n',
    );
    expect(await migrate(url)).toMatch(/^(\w+: up to date\n){3}$/);
  });

  test('a schema of a release before keeps its rows, its name and its commits', async () => {
    const url = newDatabase();
    const [from, ...missing] = (await older(url, 3)).trim().split('\n');
    const client = await connected(url);
    const before = await client.query('SELECT name FROM ledger_sandbox.ledger');
    const said = await migrate(url);
    expect(said).toContain(': 3 migrations\n');
    for (const tag of missing) expect(said).toContain(`  ${tag}\n`);
    const after = await client.query('SELECT name FROM ledger_sandbox.ledger');
    expect(after.rows).toEqual(before.rows);
    const { rows } = await client.query('SELECT id, name FROM ledger_sandbox.customers');
    expect(rows).toEqual([{ id: 'cus_of_before', name: 'Ada Lovelace' }]);
    const head = await client.query('SELECT number, version FROM ledger_sandbox.commit_head');
    expect(Number(head.rows[0].number)).toBeGreaterThan(0);
    expect(head.rows[0].version).not.toBe(from);
    const schemas = await client.query(
      "SELECT 1 FROM pg_namespace WHERE nspname = 'ledger_sandbox_before'",
    );
    expect(schemas.rowCount).toBe(0);

    // And a process of this release works on it.
    const folder = mkdtempSync(join(tmpdir(), 'kontor-migrated-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = { url, folder, name: 'ledger_sandbox', schema: 'ledger' } as const;
    const replica = await openReplica({ ...place, isMade: false });
    const found = replica.database.raw.prepare('SELECT name FROM customers').pluck().all();
    expect(found).toEqual(['Ada Lovelace']);
    await replica.close();
    expect(await migrate(url)).toMatch(/^(\w+: up to date\n){3}$/);
  }, 60_000);

  test('a process that has opened a schema gets no commit once it was migrated', async () => {
    const url = newDatabase();
    await migrate(url);
    const folder = mkdtempSync(join(tmpdir(), 'kontor-migrated-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = { url, folder, name: 'ledger_sandbox', schema: 'ledger' } as const;
    const { database, close } = await openReplica(place);
    onTestFinished(close);
    const client = await connected(url);
    await client.query("UPDATE ledger_sandbox.commit_head SET version = 'of a later release'");
    const write = database.write(() => database.raw.exec('PRAGMA user_version = 1'));
    await expect(write).rejects.toThrow('could not commit');
  });

  test('a schema that no migration of this release leads to stays as it is', async () => {
    const url = newDatabase();
    await migrate(url);
    const client = await connected(url);
    await client.query("UPDATE ledger_sandbox.commit_head SET version = 'of a later release'");
    await expect(migrate(url)).rejects.toThrow('is of a version that this release does not know');
    const { rows } = await client.query('SELECT version FROM ledger_sandbox.commit_head');
    expect(rows[0].version).toBe('of a later release');
  });
});
