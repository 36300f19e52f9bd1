// Opens a schema of PostgreSQL as a database whose acts and reads are those of SQLite: each process
// keeps a whole copy (copy.ts), and PostgreSQL is the truth (group.ts).

import type BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type pg from 'pg';
import { type Database, openDatabase } from '../kernel/connect.ts';
import { marking, openActId, outsideActs } from '../kernel/open-act.ts';
import { remembering } from '../kernel/statements.ts';
import { type Copy, modelOf, openCopy, type SchemaName } from './copy.ts';
import { type ReplicatedGroups, replicatedGroups } from './group.ts';
import { clientOf, type Link, linkTo } from './link.ts';
import { type News, newsOf } from './news.ts';
import { routed } from './routed.ts';
import { postgresSchema, type Table, tablesOf } from './schema.ts';
import { intoPostgres, rowJson } from './sets.ts';

export interface ReplicaOptions {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Name of the schema there. */
  readonly name: string;
  readonly schema: SchemaName;
  /** Where the copy lies. */
  readonly folder: string;
  /** False: a schema that is not there is not made. */
  readonly isMade?: boolean;
}

export interface Replica {
  readonly database: Database;
  /** The copy. */
  readonly file: string;
  /** Questions asked of PostgreSQL so far. */
  roundTrips(): number;
  /** Takes over what others have committed. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a schema; where there is none it is made. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { url, name, schema, folder } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name of a schema`);
  const model = modelOf(schema);
  await ensureSchema(options, model.version);
  const link = linkTo(url, name, model.version);
  const copy = openCopy(folder, name, model);
  const groups = replicatedGroups(link, copy, model);
  const news = newsOf(url, name, {
    position: groups.reached,
    heard: groups.catchUp,
  });
  const parts = { link, copy, groups, news };
  try {
    await groups.catchUp();
    if (copy.position().number < 0) throw new Error(`schema ${name} could not be read`);
    return {
      database: databaseOf(copy, groups),
      file: copy.file,
      roundTrips: () => link.roundTrips,
      catchUp: groups.catchUp,
      close: () => closed(parts),
    };
  } catch (error) {
    await closed(parts);
    throw error;
  }
}

function databaseOf(copy: Copy, groups: ReplicatedGroups): Database {
  const { isActing, write, part, onCommit, onUndo } = groups;
  const raw = routed({ acts: copy.acts, reads: copy.reads, isActing });
  const marked = marking(raw);
  const snapshot = raw.transaction((work: () => unknown) => work());
  return {
    raw,
    orm: drizzle({ client: remembering(raw) }),
    read: <T>(work: () => T) => snapshot(work) as T,
    part,
    onCommit,
    onUndo,
    write(work) {
      const actId = openActId();
      if (actId === null) return write(work);
      return outsideActs(() => write(() => marked(actId, work)));
    },
    // It is on its way when the process has asked for it: whoever closes the replica waits for it.
    writeAtOnce: (work) => void write(work).catch(() => {}),
    marked,
    close() {},
  };
}

interface Parts {
  readonly link: Link;
  readonly copy: Copy;
  readonly groups: ReplicatedGroups;
  readonly news: News;
}

async function closed({ link, copy, groups, news }: Parts): Promise<void> {
  await news.stop();
  await groups.idle();
  await link.close();
  copy.close();
}

/** Makes the schema in a database without it; of several processes one does. */
async function ensureSchema(options: ReplicaOptions, version: string): Promise<void> {
  const { url, name, schema, isMade = true } = options;
  const client = clientOf(url);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('kontor ${name}'))`);
    const { rows } = await client.query(`SELECT to_regclass('${name}.commit_head') AS found`);
    if (rows[0]?.found === null) {
      if (!isMade) throw new Error(`there is no schema ${name} in PostgreSQL`);
      await makeSchema(client, name, schema, version);
    }
    const found = await client.query(`SELECT version FROM ${name}.commit_head`);
    if (found.rows[0]?.version !== version) {
      throw new Error(`schema ${name} in PostgreSQL is of another version: run npm run migrate`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** The schema with the rows that a new SQLite file begins with. */
export async function makeSchema(
  client: pg.Client,
  name: string,
  schema: SchemaName,
  version: string,
): Promise<void> {
  const { raw, close } = openDatabase(':memory:', schema);
  await fillSchema(client, raw, { name, version, number: 0 });
  close();
}

interface NewSchema {
  readonly name: string;
  readonly version: string;
  /** Of the commit that its rows are those of. */
  readonly number: number;
}

/** Makes a schema with the tables and the rows of a SQLite database. */
export async function fillSchema(
  client: pg.Client,
  raw: BetterSqlite3.Database,
  { name, version, number }: NewSchema,
): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path TO ${name}`);
  const statements = postgresSchema(raw);
  // What looks at rows comes after them: they are those of a life, not of one commit.
  const isFirst = (sql: string) => /^CREATE (TABLE|FUNCTION)/.test(sql);
  await client.query(statements.filter(isFirst).join(';\n'));
  await client.query(`
    CREATE TABLE commit_head (id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL,
      mark TEXT NOT NULL, version TEXT NOT NULL);
    INSERT INTO commit_head VALUES (1, ${number}, gen_random_uuid()::text, '${version}');
    CREATE TABLE commits (number BIGINT PRIMARY KEY, mark TEXT NOT NULL, before TEXT NOT NULL,
      at TIMESTAMPTZ NOT NULL DEFAULT now(), names TEXT[] NOT NULL, sets TEXT[] NOT NULL)`);
  for (const table of tablesOf(raw).values()) {
    for (const rows of pagesOf(raw, table)) {
      await client.query(intoPostgres({ table, kind: 'born', rows }, '$1'), [rows]);
    }
  }
  await client.query(statements.filter((sql) => !isFirst(sql)).join(';\n'));
}

/** Characters of JSON in one statement, about. */
const PAGE = 1_000_000;

/** The rows of a table as texts of JSON, none of them empty. */
function* pagesOf(raw: BetterSqlite3.Database, table: Table): Generator<string> {
  const all = raw.prepare<[], string>(`SELECT ${rowJson(table, 't')} FROM "${table.name}" t`);
  let page: string[] = [];
  let size = 0;
  for (const row of all.pluck().iterate()) {
    page.push(row);
    size += row.length;
    if (size < PAGE) continue;
    yield `[${page.join(',')}]`;
    [page, size] = [[], 0];
  }
  if (page.length > 0) yield `[${page.join(',')}]`;
}
