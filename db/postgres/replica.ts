// Opens a schema of PostgreSQL as a database that acts and reads use like SQLite: each process
// keeps a complete copy (copy.ts), and PostgreSQL is authoritative (group.ts).

import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type pg from 'pg';
import { subjectsMissingIn } from '../all-subject-tables.ts';
import { WrongBank } from '../kernel/bank-name.ts';
import { openDatabase, type WritableDatabase } from '../kernel/connect.ts';
import { createActMarker, currentActId, outsideActs } from '../kernel/current-act.ts';
import { type Migration, migrationsIn, migrationsOf } from '../kernel/migrations.ts';
import { withStatementCache } from '../kernel/statements.ts';
import type { SubjectSchema } from '../kernel/subject-schema.ts';
import type { Position } from './commits.ts';
import {
  type Copy,
  claimCopy,
  type Model,
  modelIn,
  modelOf,
  openCopy,
  type SchemaName,
} from './copy.ts';
import { FOLLOWERS_TABLE } from './followers.ts';
import type { WriteGate } from './gate.ts';
import { createReplicatedGroups, type Precedence, type ReplicatedGroups } from './group.ts';
import { connectTo } from './hosts.ts';
import {
  bankNameOn,
  requireWritable,
  SchemaGone,
  ServerReadOnly,
  ServerUnavailable,
} from './identity.ts';
import { LEASE_TABLE } from './lease.ts';
import { type Link, openLink } from './link.ts';
import { createLossStore, type LossStore } from './loss.ts';
import type { DatabaseNotices } from './notices.ts';
import { subscribe } from './notifications.ts';
import { route } from './route.ts';
import { schemaParts, tablesOf } from './schema.ts';
import { fetchSnapshot, type ReceivedCopy, type SnapshotPlace } from './snapshot.ts';
import { fillTable, recordApplied, tableNamesOn, upgradeSchema } from './upgrade.ts';

export interface ReplicaOptions {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Name of the schema there. */
  readonly name: string;
  readonly schema: SchemaName;
  /** Folder of the copy. */
  readonly folder: string;
  /**
   * Subjects of a ledger whose tables a new schema lacks; an existing schema gets the tables of the
   * others. Omitted: a new schema has all tables, and an existing one keeps those that it has.
   */
  readonly absent?: readonly SubjectSchema[] | undefined;
  /** False to neither create nor upgrade the schema. */
  readonly canCreate?: boolean;
  /** True when the schema must exist: a missing one is an error. */
  readonly mustExist?: boolean;
  /** Commits of the schema that wait until other copies are up to date; optional. */
  readonly precedence?: Precedence;
  /**
   * The bank that the schema must belong to. When omitted, any bank is accepted, and an empty copy
   * takes its name.
   */
  readonly bank?: string | null;
  /** Receives notices for the operator; optional. */
  readonly notices?: DatabaseNotices;
  /** Decides when this process may write; omitted: always. */
  readonly gate?: WriteGate;
  /**
   * The folder in which another process leaves its copy; omitted: the rows come from PostgreSQL.
   */
  readonly snapshots?: SnapshotPlace;
}

export interface Replica {
  readonly database: WritableDatabase;
  /**
   * Writes even when this process is not the writer: an open bank already has the rows that opening
   * writes.
   */
  readonly writeOpening: WritableDatabase['write'];
  /** The commit that the copy has. */
  position(): Position;
  /** Resolves when no group is in progress. */
  idle(): Promise<void>;
  /** The copy. */
  readonly file: string;
  /** The version of the tables. */
  readonly version: string;
  /** Number of round trips to PostgreSQL so far. */
  roundTrips(): number;
  /** Applies the commits of other processes. */
  catchUp(): Promise<void>;
  readonly reach: ReplicatedGroups['waitForCommit'];
  close(): Promise<void>;
}

/** Thrown when the schema has another version than this bank, and must not be upgraded. */
class AnotherVersion extends Error {}

/** A copy of a schema, and the parts that keep it up to date. */
export interface Parts {
  readonly link: Link;
  readonly copy: Copy;
  readonly model: Model;
  readonly groups: ReplicatedGroups;
  readonly losses: LossStore;
  /** A copy received from another process. */
  readonly receivedCopy: ReceivedCopy | null;
}

/** Opens a schema, and creates it if it does not exist. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { url, name } = options;
  const parts = await openParts(options);
  const { link, copy, groups, model } = parts;
  const news = subscribe(url, name, {
    hasCommit: groups.hasCommit,
    onNotification: createCommitHandler(groups, options.gate),
  });
  async function close(): Promise<void> {
    await news.stop();
    await closeParts(parts);
  }
  try {
    await loadCopy(parts);
    await parts.receivedCopy?.forget();
    parts.losses.list();
    return {
      database: databaseOf(copy, groups, options.gate),
      writeOpening: groups.write,
      position: copy.position,
      idle: groups.idle,
      file: copy.file,
      version: model.version,
      roundTrips: () => link.roundTrips,
      catchUp: groups.catchUp,
      reach: groups.waitForCommit,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * How often a following process applies new commits: many at once cost less. A request with
 * `Kontor-Commit` does not wait for this interval, and a takeover reads the rest within hundredths
 * of a second.
 */
const FOLLOWED_EVERY_MS = 1_000;

/**
 * Returns the handler of notifications: a process that writes catches up immediately, another one
 * after the interval.
 */
function createCommitHandler(
  { catchUpQuietly }: ReplicatedGroups,
  gate?: WriteGate,
): () => Promise<void> {
  let pendingCatchUp: Promise<void> | null = null;
  async function catchUpSoon(): Promise<void> {
    await pause(FOLLOWED_EVERY_MS, undefined, { ref: false });
    pendingCatchUp = null;
    await catchUpQuietly();
  }
  return () => {
    if (gate?.isOpen() ?? true) return catchUpQuietly();
    pendingCatchUp ??= catchUpSoon();
    return pendingCatchUp;
  };
}

/** Opens a schema that was not read before. */
export async function openParts(options: ReplicaOptions): Promise<Parts> {
  const { url, name, schema, folder, precedence = null, bank = null, notices, gate } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name of a schema`);
  const model = await ensureSchema(options);
  const { version } = model;
  const claimed = claimCopy(folder, name, model, bank);
  const { snapshots } = options;
  const arrival =
    snapshots === undefined || claimed.isUsable()
      ? null
      : await fetchSnapshot({ ...snapshots, url, name, version }, claimed.file).catch(() => null);
  const copy = openCopy(claimed, model);
  const link = openLink({
    ...{ url, schema: name, version, bank: copy.bankName, notices },
    epoch: gate?.epoch,
  });
  const onDifference = notices
    ? (tables: readonly string[]) => notices.onDifference(name, tables)
    : undefined;
  const losses = createLossStore({ name, schema, copy: copy.file, report: notices?.onLoss });
  const groups = createReplicatedGroups({
    link,
    copy,
    model,
    precedence,
    losses,
    onDifference,
  });
  return { link, copy, model, groups, losses, receivedCopy: arrival };
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

/** Presents a schema to acts and reads. */
export function databaseOf(
  copy: Copy,
  groups: ReplicatedGroups,
  gate?: WriteGate,
): WritableDatabase {
  const { isActing, runPart, onCommit, onUndo, currentWrite } = groups;
  function write<T>(work: () => T): Promise<T> {
    const parked = gate?.enter() ?? null;
    return parked === null ? groups.write(work) : parked.then(() => groups.write(work));
  }
  const raw = route({ acts: copy.acts, reads: copy.reads, isActing });
  const marked = createActMarker(raw);
  const snapshot = raw.transaction((work: () => unknown) => work());
  return {
    raw,
    orm: drizzle({ client: withStatementCache(raw) }),
    read: <T>(work: () => T) => snapshot(work) as T,
    runPart,
    onCommit,
    onUndo,
    currentWrite,
    write(work) {
      const actId = currentActId();
      if (actId === null) return write(work);
      return outsideActs(() => write(() => marked(actId, work)));
    },
    // It starts as soon as it is requested; closing the replica waits for it.
    writeAtOnce: (work) => void write(work).catch(() => {}),
    runMarked: marked,
    followsOtherProcesses: true,
    catchUp: groups.catchUp,
    close() {},
  };
}

/**
 * Creates a missing schema, or upgrades it; one process of several does so.
 * @returns the model of its tables
 * @throws ServerUnavailable, SchemaGone, AnotherVersion
 */
export async function ensureSchema(options: ReplicaOptions): Promise<Model> {
  const { url, name, schema, folder, canCreate = true, mustExist = false, bank = null } = options;
  const { absent } = options;
  const client = await connectWithin(url, canCreate ? CONNECT_TIMEOUT_MS : 0);
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('kontor ${name}'))`);
    const { rows } = await client.query(`SELECT to_regclass('${name}.commit_head') AS found`);
    if (rows[0]?.found === null) {
      if (!canCreate || mustExist) throw new SchemaGone(`there is no schema ${name} in PostgreSQL`);
      const { raw, close } = openDatabase(':memory:', schema, absent);
      const { version } = modelIn(raw, schema);
      await createSchema(client, {
        name,
        raw,
        version,
        migrations: migrationsIn(migrationsOf(schema)),
      });
      close();
    }
    await client.query(`SET LOCAL search_path TO ${name}`);
    const missing = subjectsMissingIn(await tableNamesOn(client, name));
    let model = modelOf(
      schema,
      missing.filter((subject) => absent?.includes(subject) ?? true),
    );
    if (schema === 'platform') await client.query(`${LEASE_TABLE}; ${FOLLOWERS_TABLE}`);
    const head = await client.query('SELECT version FROM commit_head');
    if (head.rows[0]?.version !== model.version) {
      if (!canCreate) {
        const text = `schema ${name} in PostgreSQL is of another version: start the bank once`;
        throw new AnotherVersion(text);
      }
      model = await upgradeSchema(client, { name, schema, folder, absent });
    }
    await requireOwn(client, name, bank);
    await client.query('COMMIT');
    return model;
  } finally {
    await client.end();
  }
}

/**
 * Called before the upgrade is committed, because a schema of another bank must not be upgraded. A
 * schema without a name gets the name of the bank that opens it.
 */
async function requireOwn(client: pg.Client, name: string, bank: string | null): Promise<void> {
  const bankName = bank === null ? null : await bankNameOn(client, name);
  if (bankName === null || bankName === bank) return;
  throw new WrongBank(
    `schema ${name} in PostgreSQL is of bank ${bankName}, and this is bank ${bank}: see "Another bank ` +
      'in the place of this one" in docs/operate/runbook.md',
  );
}

/** How long a start waits for a server that is restarting or being replaced. */
const CONNECT_TIMEOUT_MS = 30_000;
const CONNECT_PAUSE_MS = 500;

/**
 * Connects once the server accepts connections. The connection has no timeout, because an upgrade
 * of many rows takes long.
 */
async function connectWithin(url: string, withinMs: number): Promise<pg.Client> {
  const until = performance.now() + withinMs;
  for (;;) {
    let client: pg.Client | null = null;
    try {
      // The next query reports the end of the connection.
      client = await connectTo(url, {
        answerMs: 0,
        onCreate: (connection) => connection.on('error', () => {}),
      });
      await requireWritable(client);
      return client;
    } catch (cause) {
      await client?.end().catch(() => {});
      const isLastAttempt = performance.now() >= until || hasNoAddress(cause);
      if (cause instanceof ServerReadOnly) {
        // A standby may be promoted a moment later.
        if (isLastAttempt) throw cause;
      } else if (!isUnavailable(cause)) throw cause;
      else if (isLastAttempt) throw new ServerUnavailable(errorText(cause), { cause });
      await pause(CONNECT_PAUSE_MS);
    }
  }
}

/** The combined error of a host with several addresses has no text. */
const errorText = (cause: unknown) =>
  (cause as Error).message || String((cause as { code?: unknown }).code ?? cause);

/**
 * Returns true for a server that is unreachable, starting or stopping; not for a wrong name or
 * password.
 */
export function isUnavailable(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  const isAnswer =
    typeof code === 'string' && !/^(ECONN|ETIMEDOUT|EHOST|EPIPE|57P|53300)/.test(code);
  return !isAnswer || hasNoAddress(cause);
}

/**
 * Returns true when a host name cannot be resolved: a stopped container has no DNS name. A wrong
 * name fails in the same way, and waiting does not help then.
 */
function hasNoAddress(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(ENOTFOUND|EAI_AGAIN|ENETUNREACH)/.test(code);
}

interface NewSchema {
  readonly name: string;
  /** The database with the tables and rows. */
  readonly raw: BetterSqlite3.Database;
  readonly version: string;
  /** The migrations that it has. */
  readonly migrations: readonly Migration[];
}

/** Creates a schema inside the open transaction. */
export async function createSchema(
  client: pg.Client,
  { name, raw, version, migrations }: NewSchema,
) {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path TO ${name}`);
  const { functions, tables, triggers } = schemaParts(raw);
  const all = [...tables.values()];
  await client.query([...functions, ...all.flatMap(({ create }) => create)].join(';\n'));
  await client.query(`
    CREATE TABLE commit_head (id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL,
      mark TEXT NOT NULL, version TEXT NOT NULL, epoch BIGINT NOT NULL DEFAULT 0);
    INSERT INTO commit_head VALUES (1, 0, gen_random_uuid()::text, '${version}', 0);
    CREATE TABLE commits (number BIGINT PRIMARY KEY, mark TEXT NOT NULL, before TEXT NOT NULL,
      at TIMESTAMPTZ NOT NULL DEFAULT now(), names TEXT[] NOT NULL, sets TEXT[] NOT NULL)`);
  // Rows are written before the references and triggers that check them.
  for (const table of tablesOf(raw).values()) await fillTable(client, raw, table);
  const references = all.flatMap((table) => table.references);
  await client.query([...references, ...triggers].join(';\n'));
  await recordApplied(client, migrations);
}
