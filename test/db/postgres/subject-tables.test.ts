// A ledger on PostgreSQL has only the tables of the subjects with which it was opened, and gets the
// tables of further subjects when it is opened with them.

import { describe, expect, onTestFinished, test } from 'vitest';
import { SUBJECT_TABLES, subjectsIn } from '../../../db/all-subject-tables.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { tableNamesIn } from '../../../db/kernel/subject-schema.ts';
import { modelOf } from '../../../db/postgres/copy.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { Loss } from '../../../db/postgres/loss.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import { compareWith, withFreshCopy } from '../../../db/postgres/verify.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { dumpOf } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';
import { makeCopyFolder, openForTest, queryServer, readCatalog } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
const SCHEMA = 'ledger_sandbox';

let databases = 0;
const createDatabase = () => (server as PostgresServer).database(`subjects_${++databases}`);

async function readTables(url: string): Promise<Set<string>> {
  const { rows } = await queryServer(
    url,
    `SELECT tablename FROM pg_tables WHERE schemaname = '${SCHEMA}'`,
  );
  return new Set(rows.map(({ tablename }) => tablename));
}

const readVersion = async (url: string) =>
  (await queryServer(url, 'SELECT version FROM commit_head')).rows[0]?.version;

test('the version of a schema with every subject is that of the whole baseline', () => {
  expect(modelOf('ledger', [])).toBe(modelOf('ledger'));
  const versions = SUBJECT_TABLES.map((subject) => modelOf('ledger', [subject]).version);
  expect(new Set([modelOf('ledger').version, ...versions]).size).toBe(SUBJECT_TABLES.length + 1);
  const names = [...SUBJECT_TABLES].reverse();
  expect(modelOf('ledger', names)).toBe(modelOf('ledger', SUBJECT_TABLES));
});

describe.skipIf(!server)('a ledger on PostgreSQL', () => {
  test('that is opened with the core alone has the tables of the core', async () => {
    const url = createDatabase();
    await openForTest({ url, environment: 'sandbox', subjects: [] });
    const fullUrl = createDatabase();
    await openForTest({ url: fullUrl, environment: 'sandbox' });
    const subjects = SUBJECT_TABLES.flatMap(({ tables }) => tables);
    const names = await readTables(url);
    expect(subjects.filter((table) => names.has(table))).toEqual([]);
    expect([...(await readTables(fullUrl))].filter((table) => !names.has(table)).sort()).toEqual(
      [...subjects].sort(),
    );
    const subjectReference = new RegExp(`(REFERENCES |ON ${SCHEMA}\\.)(${subjects.join('|')})\\b`);
    expect((await readCatalog(url, SCHEMA)).filter((line) => subjectReference.test(line))).toEqual(
      [],
    );
    expect(await readVersion(url)).toBe(modelOf('ledger', SUBJECT_TABLES).version);
    expect(await readVersion(fullUrl)).toBe(modelOf('ledger').version);
  });

  test('gets the tables of further subjects, and keeps its rows', async () => {
    const url = createDatabase();
    const folder = makeCopyFolder();
    onTestFinished(folder.remove);
    const options = { url, environment: 'sandbox', folder: folder.path } as const;
    const idlePorts = { balance: async () => null, execute: async () => undefined };
    const core = await openPostgresLedger({ ...options, subjects: [] });
    const teller = tellerOf({ store: core.ledger, people: core.ledger, ...idlePorts }, 'dev_a');
    await teller.account({ funds: 500 });
    const rows = dumpOf(core.ledger);
    await core.close();

    const [access, screening] = EVERY_SUBJECT;
    if (!access || !screening) throw new Error('the subjects of two tables are missing');
    const withTwoSubjects = await openPostgresLedger({ ...options, subjects: [access, screening] });
    expect(subjectsIn(withTwoSubjects.ledger.database.raw)).toEqual([
      access.tables,
      screening.tables,
    ]);
    const names = await readTables(url);
    expect(SUBJECT_TABLES.filter(({ tables }) => tables.some((one) => names.has(one)))).toEqual([
      access.tables,
      screening.tables,
    ]);
    await withTwoSubjects.close();

    const withAllSubjects = await openPostgresLedger(options);
    const freshUrl = createDatabase();
    await openForTest({ url: freshUrl, environment: 'sandbox' });
    expect(await readCatalog(url, SCHEMA)).toEqual(await readCatalog(freshUrl, SCHEMA));
    expect(await readVersion(url)).toBe(modelOf('ledger').version);
    expect(dumpOf(withAllSubjects.ledger)).toEqual(rows);
    // One of the added tables starts with a row.
    expect((await queryServer(url, 'SELECT kept_from FROM delivery_retention')).rowCount).toBe(1);
    const tellerAfterUpgrade = tellerOf(
      { store: withAllSubjects.ledger, people: withAllSubjects.ledger, ...idlePorts },
      'dev_a',
    );
    await tellerAfterUpgrade.account({ funds: 100 });
    await withAllSubjects.close();

    // A ledger that is opened with fewer subjects than before keeps all its tables.
    const reopenedWithCore = await openPostgresLedger({ ...options, subjects: [] });
    expect(subjectsIn(reopenedWithCore.ledger.database.raw)).toEqual(SUBJECT_TABLES);
    expect(await readVersion(url)).toBe(modelOf('ledger').version);
    await reopenedWithCore.close();
  });

  test('is checked without the tables of the subjects that it lacks', async () => {
    const url = createDatabase();
    const folder = makeCopyFolder();
    onTestFinished(folder.remove);
    const { close } = await openPostgresLedger({
      ...{ url, environment: 'sandbox', folder: folder.path },
      subjects: [],
    });
    await close();
    const target = { url, name: SCHEMA, dataDir: folder.path };
    const { found, absent } = await withFreshCopy(target, (file) => {
      const { raw, close: end } = openDatabase(file, 'ledger');
      const present = tableNamesIn(raw);
      end();
      const tables = SUBJECT_TABLES.flatMap((subject) => subject.tables);
      return {
        found: compareWith(file, target),
        absent: tables.every((table) => !present.has(table)),
      };
    });
    expect(absent).toBe(true);
    expect(found).toMatchObject({ compared: [`${SCHEMA}-copy-1.db`], differences: [] });
  });

  test('reports lost rows, even when it got further tables before it had listed them', async () => {
    const { database, urlOf } = server as PostgresServer;
    const url = database('subjects_lost');
    const folder = makeCopyFolder();
    onTestFinished(folder.remove);
    const options = { url, name: SCHEMA, schema: 'ledger', folder: folder.path } as const;
    const first = await openReplica({ ...options, absent: SUBJECT_TABLES });
    await first.close();
    // A standby that lacks the later commit takes over.
    database('subjects_behind', 'subjects_lost');
    const before = await openReplica({ ...options, absent: SUBJECT_TABLES });
    const { raw } = before.database;
    await before.database.write(() => void raw.exec("INSERT INTO counters VALUES ('lost', 1)"));
    await before.close();
    await queryServer(urlOf('postgres'), 'ALTER DATABASE subjects_lost RENAME TO subjects_gone');
    await queryServer(urlOf('postgres'), 'ALTER DATABASE subjects_behind RENAME TO subjects_lost');
    // This process keeps the copy, and ends before it has listed the lost rows.
    await (await openReplica({ ...options, absent: SUBJECT_TABLES })).close();
    const losses: Loss[] = [];
    const after = await openReplica({
      ...{ ...options, absent: [] },
      notices: {
        onForeignServer() {},
        onOwnServer() {},
        onDifference() {},
        onCopyWritten() {},
        onLoss: async (loss) => void losses.push(loss),
      },
    });
    onTestFinished(after.close);
    await expect.poll(() => losses.map(({ lost }) => lost)).toEqual([{ counters: 1 }]);
  });
});
