// A schema in PostgreSQL of an earlier release is upgraded: its tables, checks, keys, references
// and triggers equal those of a new schema, and its rows equal those that the migrations produce in
// SQLite.

import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { SUBJECT_TABLES } from '../../../db/all-subject-tables.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { CommitFailed } from '../../../db/kernel/group-commit.ts';
import { migrateTo, migrationsIn, migrationsOf } from '../../../db/kernel/migrations.ts';
import { removeSubjects, type SubjectSchema } from '../../../db/kernel/subject-schema.ts';
import { tryWrite } from '../../../db/kernel/write-probe.ts';
import type { SchemaName } from '../../../db/postgres/copy.ts';
import { createSchema, openReplica } from '../../../db/postgres/replica.ts';
import { tablesOf } from '../../../db/postgres/schema.ts';
import { withFreshCopy } from '../../../db/postgres/verify.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { openWire } from '../../kit/outside/postgres-wire.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { EARLIER, EARLIER_ROWS, useLaterRelease } from '../earlier-release.ts';
import { tellerOf } from '../teller.ts';
import {
  createLedgerDatabase,
  makeCopyFolder,
  openForTest,
  queryServer,
  readCatalog,
} from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
const NAMES = { ledger: 'ledger_sandbox', platform: 'platform' } as const;

// The schemas of this file are upgraded to a later release.
afterAll(useLaterRelease());

/** Returns the numbers of migrations that an earlier release of the schema may have applied. */
function listMigrationCounts(schema: SchemaName): number[] {
  const all = migrationsIn(migrationsOf(schema)).length;
  return Array.from({ length: all - EARLIER }, (_, index) => EARLIER + index);
}

/**
 * Creates a SQLite database with that number of migrations, and with rows where some are defined.
 */
function createOlder(schema: SchemaName, count: number, file = ':memory:'): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file);
  if (schema === 'ledger') {
    migrateTo(raw, migrationsOf(schema), EARLIER);
    raw.exec(`${EARLIER_ROWS} UPDATE ledger SET name = 'parity'`);
  }
  migrateTo(raw, migrationsOf(schema), count);
  return raw;
}

let databases = 0;

/** Creates a schema in PostgreSQL with these rows, as an earlier release would. */
async function createOlderInPostgres(
  raw: BetterSqlite3.Database,
  schema: SchemaName,
  count: number,
) {
  const url = (server as PostgresServer).database(`older_${++databases}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  const appliedMigrations = migrationsIn(migrationsOf(schema)).slice(0, count);
  await createSchema(client, {
    name: NAMES[schema],
    raw,
    version: `after ${count}`,
    migrations: appliedMigrations,
  });
  await client.query('COMMIT');
  await client.end();
  return url;
}

function readRows(raw: BetterSqlite3.Database): Record<string, unknown[]> {
  // A bank has a random name.
  const tables = [...tablesOf(raw).keys()].filter((name) => !/^(__copy|bank)$/.test(name)).sort();
  const cells = (row: unknown[]) =>
    row.map((cell) => (Buffer.isBuffer(cell) ? cell.toString('hex') : cell));
  return Object.fromEntries(
    tables.map((name) => [
      name,
      raw
        .prepare<[], unknown[]>(`SELECT * FROM "${name}" ORDER BY 1, 2`)
        .raw()
        .all()
        .map((row) => JSON.stringify(cells(row))),
    ]),
  );
}

async function openCopy(url: string, schema: SchemaName, absent?: readonly SubjectSchema[]) {
  const folder = makeCopyFolder();
  const place = { url, name: NAMES[schema], folder: folder.path };
  const replica = await openReplica({ ...place, schema, absent });
  onTestFinished(async () => {
    await replica.close();
    folder.remove();
  });
  return replica;
}

describe.skipIf(!server).each(['ledger', 'platform'] as const)('a %s in PostgreSQL', (schema) => {
  test.each(listMigrationCounts(schema))(
    'with %i migrations is upgraded to the schema of a new one',
    async (count) => {
      const folder = makeCopyFolder();
      onTestFinished(folder.remove);
      const file = `${folder.path}/older.db`;
      const raw = createOlder(schema, count, file);
      const url = await createOlderInPostgres(raw, schema, count);
      raw.close();
      const { database } = await openCopy(url, schema);

      const freshUrl = (server as PostgresServer).database(`fresh_${++databases}`);
      await openCopy(freshUrl, schema);
      expect(await readCatalog(url, NAMES[schema])).toEqual(
        await readCatalog(freshUrl, NAMES[schema]),
      );
      const sqlite = openDatabase(file, schema);
      onTestFinished(() => sqlite.close());
      expect(readRows(database.raw)).toEqual(readRows(sqlite.raw));
    },
    120_000,
  );
});

/** The statements at which an upgrade is cut off. */
const STEPS = ['DROP TRIGGER', 'DROP TABLE', 'ADD FOREIGN KEY', 'CREATE TRIGGER', 'COMMIT'];

describe.skipIf(!server)('a PostgreSQL upgrade', () => {
  const COUNT = EARLIER;
  const createOlderLedger = () =>
    createOlderInPostgres(createOlder('ledger', COUNT), 'ledger', COUNT);

  test('keeps the rows: a waiting hold can be captured, and entries cannot be deleted', async () => {
    const url = await createOlderLedger();
    const { ledger } = await openForTest({ url, environment: 'sandbox' });
    const { database } = ledger;
    await database.write(
      () => void database.raw.exec('UPDATE log_head SET size = 1, posted_at = 2'),
    );
    const idlePorts = { balance: async () => null, execute: async () => undefined };
    const teller = tellerOf({ store: ledger, people: ledger, ...idlePorts }, 'dev_a');
    expect(await teller.capture('txn_b', 200)).toMatchObject({ status: 'posted' });
    await expect(
      queryServer(url, "DELETE FROM entries WHERE transaction_id = 'txn_a'"),
    ).rejects.toThrow();
  });

  test('of a ledger without subjects creates none of their tables, and a later upgrade adds all', async () => {
    const count = migrationsIn(migrationsOf('ledger')).length - 1;
    const raw = createOlder('ledger', count);
    raw.pragma('foreign_keys = OFF');
    raw.transaction(() => removeSubjects(raw, SUBJECT_TABLES))();
    const url = await createOlderInPostgres(raw, 'ledger', count);
    const { database } = await openCopy(url, 'ledger', SUBJECT_TABLES);
    const coreUrl = (server as PostgresServer).database(`fresh_${++databases}`);
    await openCopy(coreUrl, 'ledger', SUBJECT_TABLES);
    expect(await readCatalog(url, NAMES.ledger)).toEqual(await readCatalog(coreUrl, NAMES.ledger));
    expect(readRows(database.raw)).toMatchObject(readRows(raw));
    await openCopy(url, 'ledger', []);
    const freshUrl = await createLedgerDatabase(server as PostgresServer);
    expect(await readCatalog(url, NAMES.ledger)).toEqual(await readCatalog(freshUrl, NAMES.ledger));
  });

  test('by two processes at once happens once', async () => {
    const url = await createOlderLedger();
    const openedPair = await Promise.all([
      openForTest({ url, environment: 'sandbox' }),
      openForTest({ url, environment: 'sandbox' }),
    ]);
    const { rows } = await queryServer(url, 'SELECT number FROM commit_head');
    // Each opening writes one commit, and only one of the two upgrades the schema.
    expect(Number(rows[0]?.number)).toBeLessThanOrEqual(3);
    const names = openedPair.map(({ ledger }) => ledger.taskQueue);
    expect(names).toEqual(['bank-parity', 'bank-parity']);
  });

  test('waits for a process that is writing, whose commit goes through', async () => {
    const url = await createOlderLedger();
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    onTestFinished(() => writer.end());
    // The statement of a group locks its tables first, and then the head.
    await writer.query(`SET search_path TO ${NAMES.ledger}; BEGIN;
      LOCK TABLE accounts IN ROW EXCLUSIVE MODE`);
    const upgraded = openForTest({ url, environment: 'sandbox' });
    const countWaiting = async () => {
      const { rows } = await queryServer(
        url,
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      return rows.length;
    };
    await expect.poll(countWaiting, { timeout: 20_000, interval: 10 }).toBe(1);
    await writer.query('UPDATE commit_head SET mark = mark; COMMIT');
    await upgraded;
    const { rows } = await queryServer(url, 'SELECT version FROM commit_head');
    expect(rows[0]?.version).not.toContain('after');
  });

  test('that is interrupted leaves the schema unchanged, and the next start repeats it', async () => {
    const url = await createOlderLedger();
    const before = await readCatalog(url, NAMES.ledger);
    const wire = await openWire(url);
    onTestFinished(wire.end);
    for (const step of isDeep ? STEPS : ['DROP TABLE', 'COMMIT']) {
      wire.cut({ from: 'client', at: step });
      await expect(openForTest({ url: wire.url, environment: 'sandbox' })).rejects.toThrow();
      expect(wire.isArmed(), step).toBe(false);
      expect(await readCatalog(url, NAMES.ledger), step).toEqual(before);
    }
    await openForTest({ url, environment: 'sandbox' });
    expect(await readCatalog(url, NAMES.ledger)).not.toEqual(before);
  });

  test('runs a migration that changes only rows', async () => {
    const url = await createLedgerDatabase(server as PostgresServer);
    const insert = "INSERT INTO counters (name, value) VALUES ('of a migration', 7)";
    onTestFinished(useLaterRelease({ ledger: [insert], platform: [] }));
    await openCopy(url, 'ledger');
    const { rows } = await queryServer(
      url,
      "SELECT value FROM counters WHERE name = 'of a migration'",
    );
    expect(rows).toEqual([{ value: '7' }]);
  });

  test('stops a process of the previous version, which does not know the tables', async () => {
    const url = await createLedgerDatabase(server as PostgresServer);
    const { ledger } = await openForTest({ url, environment: 'sandbox' });
    await tryWrite(ledger.database);
    await queryServer(url, "UPDATE commit_head SET version = 'the next one', number = number + 1");
    const failed = await tryWrite(ledger.database).catch((error: Error) => error);
    expect(failed).toBeInstanceOf(CommitFailed);
    expect(String((failed as Error).cause)).toContain('was brought to another version');
  });

  test('is refused when the schema is of a newer version, with that reason', async () => {
    const url = await createLedgerDatabase(server as PostgresServer);
    await queryServer(
      url,
      `UPDATE commit_head SET version = 'of tomorrow';
       INSERT INTO applied_migrations VALUES ('of tomorrow', 99999999999999)`,
    );
    await expect(openForTest({ url, environment: 'sandbox' })).rejects.toThrow('newer version');
  });

  test('is not done by a check, which states how to upgrade', async () => {
    const url = await createOlderLedger();
    const check = withFreshCopy({ url, name: NAMES.ledger }, () => {});
    await expect(check).rejects.toThrow('start the bank once');
  });
});
