// One commit over several schemas of a database: what leaves one of them and arrives in another is
// in one of them at any moment, whatever ends the process. The acts run on copies of this process,
// as those of a group do (group.ts), and what they write goes to PostgreSQL in one transaction.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import type pg from 'pg';
import type { Database } from '../kernel/connect.ts';
import {
  answersTo,
  differingTables,
  lockedHead,
  type Position,
  readAnswers,
  setsIn,
  writingOf,
} from './commits.ts';
import type { SchemaName } from './copy.ts';
import { fateOf } from './group.ts';
import { clientOf, PLANS, SESSION } from './link.ts';
import { closeParts, databaseOf, loadCopy, openParts, type Parts } from './replica.ts';

/** A schema of a joint commit. */
export interface Side {
  /** The schema as acts see it. */
  readonly database: Database;
  /** The connection that acts run on, which may be prepared while no commit is under way. */
  readonly acts: BetterSqlite3.Database;
  /** The copy. */
  readonly file: string;
  /** Takes over what others have committed. */
  catchUp(): Promise<void>;
}

/** Takes the lock of a schema: from then on its acts run in the transaction, and none elsewhere. */
export type Taking = (name: string) => Promise<void>;

export interface Joint {
  side(name: string): Side;
  /**
   * Runs work in one transaction of PostgreSQL. What throws undoes all of it; where nothing was
   * written, nothing is committed.
   * @throws Error of the work; CommitFailed when the fate of the commit is unknown
   */
  commit<T>(work: (take: Taking) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface JointOptions {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Where copies lie. */
  readonly folder: string;
  /** By their names. */
  readonly schemas: ReadonlyMap<string, SchemaName>;
  /** False: this process has opened others of the same database already. */
  readonly isFirst?: boolean;
}

/** Rows come and go for good, which triggers and references of a schema forbid otherwise. */
const UNGUARDED = 'SET LOCAL session_replication_role = replica';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Another process writes several schemas at once. */
export class JointTaken extends Error {}

/** The role of the URL lacks a right; the message says which, and how it is given. */
export class JointRefused extends Error {}

interface Opened extends Side {
  readonly name: string;
  readonly parts: Parts;
  /** True while its acts run in the transaction. */
  readonly taking: { isTaken: boolean };
}

/**
 * Opens schemas that are there, in the version of this process.
 * @throws JointTaken while another process has opened some: one at a time; JointRefused where the
 *   role of the URL may not do it
 */
export async function openJoint(options: JointOptions): Promise<Joint> {
  const { url, folder, schemas } = options;
  const line = lineOf(options);
  const sides = new Map<string, Opened>();
  async function close(): Promise<void> {
    for (const { parts } of sides.values()) await closeParts(parts);
    await line.drop();
  }
  try {
    await line.client();
    for (const [name, schema] of schemas) {
      sides.set(name, await openSide({ url, folder, name, schema }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { ...committing(line, sides), close };
}

/** The connection that joint commits are written on; one that is lost is dialed anew. */
interface Line {
  client(): Promise<pg.Client>;
  drop(): Promise<void>;
}

function lineOf({ url, isFirst = true }: JointOptions): Line {
  let current: pg.Client | null = null;
  let isAgain = false;
  async function drop(): Promise<void> {
    const lost = current;
    current = null;
    await lost?.end().catch(() => {});
  }
  return {
    drop,
    async client() {
      if (current) return current;
      const made = clientOf(url);
      const forget = () => {
        if (current === made) current = null;
      };
      made.on('error', forget);
      made.on('end', forget);
      current = made;
      try {
        await made.connect();
        await made.query(`${SESSION}; ${PLANS}`);
        await requireRights(made);
        if (isFirst) await requireAlone(made, isAgain ? LOST_MS : 0);
        isAgain = true;
      } catch (error) {
        await drop();
        throw error;
      }
      return made;
    },
  };
}

async function requireRights(client: pg.Client): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(UNGUARDED);
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw cause;
    const text =
      'the role of KONTOR_DATABASE_URL may not carry rows between schemas: as a superuser, ' +
      'GRANT SET ON PARAMETER session_replication_role TO the role, or run the command as one';
    throw new JointRefused(text, { cause });
  } finally {
    await client.query('ROLLBACK');
  }
}

/** The server ends a session whose connection is lost, and its locks, within this time. */
const LOST_MS = 5_000;
const LOST_PAUSE_MS = 50;

async function requireAlone(client: pg.Client, withinMs: number): Promise<void> {
  const text = "SELECT pg_try_advisory_lock(hashtext('kontor joint')) AS alone";
  const until = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ alone: boolean }>(text);
    if (rows[0]?.alone) return;
    if (performance.now() > until) break;
    await pause(LOST_PAUSE_MS);
  }
  throw new JointTaken('another process writes several schemas at once');
}

async function openSide(options: Parameters<typeof openParts>[0]): Promise<Opened> {
  const parts = await openParts({ ...options, isMade: false });
  try {
    await loadCopy(parts);
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
  const { copy, groups } = parts;
  const taking = { isTaken: false };
  const isActing = () => taking.isTaken || groups.isActing();
  const database = databaseOf(copy, { ...groups, isActing });
  const { acts, file } = copy;
  return { name: options.name, parts, taking, database, acts, file, catchUp: groups.catchUp };
}

function committing(line: Line, sides: ReadonlyMap<string, Opened>) {
  const sideOf = (name: string): Opened => {
    const side = sides.get(name);
    if (!side) throw new Error(`${name} is not open`);
    return side;
  };

  async function take(client: pg.Client, name: string, taken: Opened[]): Promise<void> {
    const side = sideOf(name);
    await client.query(`SET LOCAL search_path TO ${name}`);
    await upToDate(client, side);
    side.acts.exec('BEGIN');
    side.taking.isTaken = true;
    taken.push(side);
  }

  async function commit<T>(work: (take: Taking) => Promise<T>): Promise<T> {
    const taken: Opened[] = [];
    const client = await line.client();
    try {
      await client.query('BEGIN');
      const value = await work((name) => take(client, name, taken));
      const last = await writeParts(client, taken);
      if (last === null) {
        await client.query('ROLLBACK');
        undo(taken);
      } else {
        await commitOn(client, last);
        keep(taken);
      }
      return value;
    } catch (error) {
      undo(taken);
      await client.query('ROLLBACK').catch(line.drop);
      throw error;
    }
  }

  return { side: sideOf as (name: string) => Side, commit };
}

/** Takes the lock of a schema, and over into its copy what it lacks. */
async function upToDate(client: pg.Client, { name, parts }: Opened): Promise<void> {
  const { copy, model } = parts;
  for (;;) {
    const at = copy.position();
    const answers = await answersTo(client.query(lockedHead(at.number)));
    const { head, news } = readAnswers(answers, { schema: name, version: model.version });
    if (head.number === at.number && head.mark === at.mark) return;
    let { mark } = at;
    for (const one of news) {
      if (one.before !== mark) break;
      await copy.follow(setsIn(one, model.tables), one);
      ({ mark } = one);
    }
    if (mark === at.mark) throw new Error(`the copy of ${name} is far behind: try again`);
  }
}

interface Last {
  readonly side: Opened;
  /** The commit that its own follows. */
  readonly at: Position;
  readonly own: Position;
}

/** Writes what the acts have written; null: nothing. PostgreSQL counts the rows, too. */
async function writeParts(client: pg.Client, taken: readonly Opened[]): Promise<Last | null> {
  let last: Last | null = null;
  for (const side of taken) {
    const { name, parts } = side;
    const sets = parts.copy.capture.takeSets();
    if (sets.length === 0) continue;
    const at = parts.copy.position();
    const own = { number: at.number + 1, mark: randomUUID() };
    parts.copy.note(own);
    await client.query(`${UNGUARDED}; SET LOCAL search_path TO ${name}`);
    const order = { schema: name, at, mark: own.mark, isCounted: true };
    const { text, values } = writingOf(sets, order);
    const { rows } = await client
      .query<{ taken: number[] }>({ text, values: [...values] })
      .catch((cause: unknown) => throwDifference(side, cause));
    for (const [index, { table, kind, count }] of sets.entries()) {
      const found = rows[0]?.taken[index];
      if (found === count) continue;
      throw new Error(`${name}: ${found} of ${count} rows of ${table.name} are ${kind}`);
    }
    last = { side, at, own };
  }
  return last;
}

/** A copy that was wrong is to be fetched anew before its acts run again. */
function throwDifference({ name, parts }: Opened, cause: unknown): never {
  const tables = differingTables(cause);
  if (tables === null) throw cause;
  const text = `the copy of ${name} differs from PostgreSQL in ${tables.join(', ')}`;
  throw new Error(`${text}: delete ${parts.copy.file} and run it again`, { cause });
}

async function commitOn(client: pg.Client, { side, at, own }: Last): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (cause) {
    if (await fateOf(own, at, side.parts.link)) return;
    throw cause;
  }
}

/** What PostgreSQL has counts: a copy that cannot commit takes it over later. */
function keep(taken: readonly Opened[]): void {
  for (const side of taken) {
    side.taking.isTaken = false;
    try {
      side.acts.exec('COMMIT');
    } catch {
      if (side.acts.inTransaction) side.acts.exec('ROLLBACK');
    }
    side.parts.copy.onCommit();
  }
}

function undo(taken: readonly Opened[]): void {
  for (const side of taken) {
    side.taking.isTaken = false;
    if (side.acts.inTransaction) side.acts.exec('ROLLBACK');
  }
}
