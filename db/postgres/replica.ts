// Opens a schema of PostgreSQL as a database on which acts and reads work as on SQLite: each
// process keeps a whole copy (copy.ts), and PostgreSQL is the truth (group.ts).

import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type pg from 'pg';
import { AnotherBank } from '../kernel/bank-name.ts';
import { type Migration, migrationsIn } from '../kernel/baseline.ts';
import { migrationsOf, openDatabase, type WritableDatabase } from '../kernel/connect.ts';
import { marking, openActId, outsideActs } from '../kernel/open-act.ts';
import { withStatementCache } from '../kernel/statements.ts';
import type { Position } from './commits.ts';
import { type Copy, claimCopy, type Model, modelOf, openCopy, type SchemaName } from './copy.ts';
import { FOLLOWERS_TABLE } from './followers.ts';
import type { WriteGate } from './gate.ts';
import { type Precedence, type ReplicatedGroups, replicatedGroups } from './group.ts';
import type { DatabaseHearing } from './hearing.ts';
import { connectTo } from './hosts.ts';
import { bankNameOn, requireWritable, SchemaGone, ServerAway, ServerReadOnly } from './identity.ts';
import { LEASE_TABLE } from './lease.ts';
import { type Link, linkTo } from './link.ts';
import { type LossBook, lossBook } from './loss.ts';
import { newsOf } from './news.ts';
import { route } from './route.ts';
import { schemaParts, tablesOf } from './schema.ts';
import { type Arrival, fetchSnapshot, type SnapshotPlace } from './snapshot.ts';
import { fillTable, noteApplied, upgradeSchema } from './upgrade.ts';

export interface ReplicaOptions {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Name of the schema there. */
  readonly name: string;
  readonly schema: SchemaName;
  /** Folder of the copy. */
  readonly folder: string;
  /** False: a schema that is not there is not made. */
  readonly isMade?: boolean;
  /** True: it was made before, so that it is an error where it is not there. */
  readonly isThere?: boolean;
  /** News of the schema that wait until other copies are up to date; optional. */
  readonly precedence?: Precedence;
  /**
   * The bank that the schema must belong to. When omitted, any bank is accepted, and an empty copy
   * takes its name.
   */
  readonly bank?: string | null;
  /** Receives the notices that a person needs to see; optional. */
  readonly hearing?: DatabaseHearing;
  /** Says when this process may write; omitted: always. */
  readonly gate?: WriteGate;
  /** Where another process leaves its copy for this one; omitted: the rows come from PostgreSQL. */
  readonly snapshots?: SnapshotPlace;
}

export interface Replica {
  readonly database: WritableDatabase;
  /** Writes whether or not this process may: what opening writes, an open bank has already. */
  readonly writeOpening: WritableDatabase['write'];
  /** The commit that the copy has. */
  position(): Position;
  /** Ends when nothing is under way. */
  idle(): Promise<void>;
  /** The copy. */
  readonly file: string;
  /** Questions asked of PostgreSQL so far. */
  roundTrips(): number;
  /** Applies the commits of other processes. */
  catchUp(): Promise<void>;
  readonly reach: ReplicatedGroups['reach'];
  close(): Promise<void>;
}

/** It is of another version than this bank, which is not to upgrade it. */
class AnotherVersion extends Error {}

/** A copy of a schema, and the parts that keep it up to date. */
export interface Parts {
  readonly link: Link;
  readonly copy: Copy;
  readonly model: Model;
  readonly groups: ReplicatedGroups;
  readonly losses: LossBook;
  /** The copy of another process, in the place of an own one. */
  readonly arrival: Arrival | null;
}

/** Opens a schema; where there is none it is made. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { url, name } = options;
  const parts = await openParts(options);
  const { link, copy, groups } = parts;
  const news = newsOf(url, name, {
    hasCommit: groups.hasCommit,
    onNews: hearingOf(groups, options.gate),
  });
  async function close(): Promise<void> {
    await news.stop();
    await closeParts(parts);
  }
  try {
    await loadCopy(parts);
    await parts.arrival?.forget();
    parts.losses.list();
    return {
      database: databaseOf(copy, groups, options.gate),
      writeOpening: groups.write,
      position: copy.position,
      idle: groups.idle,
      file: copy.file,
      roundTrips: () => link.roundTrips,
      catchUp: groups.catchUp,
      reach: groups.reach,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A process that follows takes over what is new so often: many commits at once cost less. Who brings
 * `Kontor-Commit` does not wait for it, and who takes over reads the rest in some hundredths of a second.
 */
const FOLLOWED_EVERY_MS = 1_000;

/** How a process hears of the commits of others: at once where it writes itself. */
function hearingOf({ hear }: ReplicatedGroups, gate?: WriteGate): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  async function hearSoon(): Promise<void> {
    await pause(FOLLOWED_EVERY_MS, undefined, { ref: false });
    waiting = null;
    await hear();
  }
  return () => {
    if (gate?.isOpen() ?? true) return hear();
    waiting ??= hearSoon();
    return waiting;
  };
}

/** Opens a schema of which nothing was read so far. */
export async function openParts(options: ReplicaOptions): Promise<Parts> {
  const { url, name, schema, folder, precedence = null, bank = null, hearing, gate } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name of a schema`);
  const model = modelOf(schema);
  await ensureSchema(options, model.version);
  const { version } = model;
  const claimed = claimCopy(folder, name, model, bank);
  const { snapshots } = options;
  const arrival =
    snapshots === undefined || claimed.isUsable()
      ? null
      : await fetchSnapshot({ ...snapshots, url, name, version }, claimed.file).catch(() => null);
  const copy = openCopy(claimed, model);
  const link = linkTo({
    ...{ url, schema: name, version, bank: copy.bankName, hearing },
    epoch: gate?.epoch,
  });
  const heard = hearing ? (tables: readonly string[]) => hearing.differed(name, tables) : undefined;
  const losses = lossBook({ name, schema, copy: copy.file, tell: hearing?.lost });
  const groups = replicatedGroups({ link, copy, model, precedence, losses, onDifference: heard });
  return { link, copy, model, groups, losses, arrival };
}

/**
 * Brings a newly opened copy up to date, however long it takes.
 * @throws the error with which PostgreSQL could not be read
 */
export async function loadCopy({ groups }: Parts): Promise<void> {
  await groups.load();
}

export async function closeParts({ link, copy, groups, losses }: Parts): Promise<void> {
  await groups.idle();
  losses.close();
  await link.close();
  copy.close();
}

/** A schema as acts and reads see it. */
export function databaseOf(
  copy: Copy,
  groups: ReplicatedGroups,
  gate?: WriteGate,
): WritableDatabase {
  const { isActing, part, onCommit, onUndo, underWay } = groups;
  function write<T>(work: () => T): Promise<T> {
    const parked = gate?.enter() ?? null;
    return parked === null ? groups.write(work) : parked.then(() => groups.write(work));
  }
  const raw = route({ acts: copy.acts, reads: copy.reads, isActing });
  const marked = marking(raw);
  const snapshot = raw.transaction((work: () => unknown) => work());
  return {
    raw,
    orm: drizzle({ client: withStatementCache(raw) }),
    read: <T>(work: () => T) => snapshot(work) as T,
    part,
    onCommit,
    onUndo,
    underWay,
    write(work) {
      const actId = openActId();
      if (actId === null) return write(work);
      return outsideActs(() => write(() => marked(actId, work)));
    },
    // It runs as soon as the process has asked for it: closing the replica waits for it.
    writeAtOnce: (work) => void write(work).catch(() => {}),
    marked,
    hearsOthers: true,
    catchUp: groups.catchUp,
    close() {},
  };
}

/**
 * Makes a schema that is not there, or brings it up to date; of several processes one does.
 * @throws ServerAway, SchemaGone, AnotherVersion
 */
export async function ensureSchema(options: ReplicaOptions, version: string): Promise<void> {
  const { url, name, schema, folder, isMade = true, isThere = false, bank = null } = options;
  const client = await connectWithin(url, isMade ? REACHED_MS : 0);
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('kontor ${name}'))`);
    const { rows } = await client.query(`SELECT to_regclass('${name}.commit_head') AS found`);
    if (rows[0]?.found === null) {
      if (!isMade || isThere) throw new SchemaGone(`there is no schema ${name} in PostgreSQL`);
      const { raw, close } = openDatabase(':memory:', schema);
      await makeSchema(client, { name, raw, version, seen: migrationsIn(migrationsOf(schema)) });
      close();
    }
    await client.query(`SET LOCAL search_path TO ${name}`);
    await addEpoch(client, name);
    if (schema === 'platform') await client.query(`${LEASE_TABLE}; ${FOLLOWERS_TABLE}`);
    const found = await client.query('SELECT version FROM commit_head');
    if (found.rows[0]?.version !== version) {
      if (!isMade) {
        const text = `schema ${name} in PostgreSQL is of another version: start the bank once`;
        throw new AnotherVersion(text);
      }
      await upgradeSchema(client, { name, schema, folder, version });
    } else if (isMade) {
      await noteApplied(client, migrationsIn(migrationsOf(schema)));
    }
    await requireOwn(client, name, bank);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** A schema of a version before this one has no epoch. */
async function addEpoch(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attname = 'epoch' AND attrelid = '${name}.commit_head'::regclass`,
  );
  if (rows.length > 0) return;
  await client.query('ALTER TABLE commit_head ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0');
}

/**
 * Before anything of it is committed: a schema of another bank is not upgraded either. One that has
 * no name yet is claimed by the bank that opens it.
 */
async function requireOwn(client: pg.Client, name: string, bank: string | null): Promise<void> {
  const found = bank === null ? null : await bankNameOn(client, name);
  if (found === null || found === bank) return;
  throw new AnotherBank(
    `schema ${name} in PostgreSQL is of bank ${found}, and this is bank ${bank}: see "Another bank ` +
      'in the place of this one" in docs/runbook.md',
  );
}

/** A server that starts again, or that is being replaced, is waited for this long at the start. */
const REACHED_MS = 30_000;
const REACHED_PAUSE_MS = 500;

/** Connects once the server takes connections. An upgrade of many rows may take its time on it. */
async function connectWithin(url: string, withinMs: number): Promise<pg.Client> {
  const until = performance.now() + withinMs;
  for (;;) {
    let client: pg.Client | null = null;
    try {
      // It hears of its end by the question that it asks then.
      client = await connectTo(url, { answerMs: 0, onMade: (made) => made.on('error', () => {}) });
      await requireWritable(client);
      return client;
    } catch (cause) {
      await client?.end().catch(() => {});
      const isOver = performance.now() >= until || hasNoAddress(cause);
      if (cause instanceof ServerReadOnly) {
        // It may be promoted a moment later.
        if (isOver) throw cause;
      } else if (!isAway(cause)) throw cause;
      else if (isOver) throw new ServerAway(textOf(cause), { cause });
      await pause(REACHED_PAUSE_MS);
    }
  }
}

/**
 * Where a host has several addresses, each has its own error, and the combined error has no text.
 */
const textOf = (cause: unknown) =>
  (cause as Error).message || String((cause as { code?: unknown }).code ?? cause);

/** True for a server that is away, or starts or stops; not for a wrong name or password. */
export function isAway(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  const isThere =
    typeof code === 'string' && !/^(ECONN|ETIMEDOUT|EHOST|EPIPE|57P|53300)/.test(code);
  return !isThere || hasNoAddress(cause);
}

/** A container that is down has no name either; or the name is wrong: waiting would not help. */
function hasNoAddress(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(ENOTFOUND|EAI_AGAIN|ENETUNREACH)/.test(code);
}

interface Making {
  readonly name: string;
  /** Has the tables and the rows. */
  readonly raw: BetterSqlite3.Database;
  readonly version: string;
  /** The migrations that have made it. */
  readonly seen: readonly Migration[];
}

/** Makes a schema. The transaction is open. */
export async function makeSchema(client: pg.Client, { name, raw, version, seen }: Making) {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path TO ${name}`);
  const { functions, tables, triggers } = schemaParts(raw);
  const made = [...tables.values()];
  await client.query([...functions, ...made.flatMap(({ make }) => make)].join(';\n'));
  await client.query(`
    CREATE TABLE commit_head (id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL,
      mark TEXT NOT NULL, version TEXT NOT NULL, epoch BIGINT NOT NULL DEFAULT 0);
    INSERT INTO commit_head VALUES (1, 0, gen_random_uuid()::text, '${version}', 0);
    CREATE TABLE commits (number BIGINT PRIMARY KEY, mark TEXT NOT NULL, before TEXT NOT NULL,
      at TIMESTAMPTZ NOT NULL DEFAULT now(), names TEXT[] NOT NULL, sets TEXT[] NOT NULL)`);
  // Rows are written before the references and triggers that check them.
  for (const table of tablesOf(raw).values()) await fillTable(client, raw, table);
  const references = made.flatMap((one) => one.references);
  await client.query([...references, ...triggers].join(';\n'));
  await noteApplied(client, seen);
}
