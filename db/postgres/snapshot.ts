// A new copy starts from a file. A process without a copy asks the other processes of its bank, and
// one of them writes its own copy into the shared data directory, in one step and in a separate
// process. A following process does this at once; the writer does it only when no follower has,
// because its WAL grows meanwhile. Reading every row from PostgreSQL would take many times as long.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { connectTo } from './hosts.ts';
import { type Subscription, subscribe } from './notifications.ts';

/** A smaller schema is read from PostgreSQL within seconds. */
const MIN_BYTES = 100_000_000;
/** Time for another process to claim the request. */
const CLAIMED_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 250;
/** Head start of a following process before the writer serves the request. */
export const WRITER_WAITS_MS = 2_000;
/** Time without growth after which the process that writes the file counts as ended. */
const GROWS_WITHIN_MS = 20_000;
/** The WAL cannot be reused while all pages are copied; when it has grown by this, the copying ends. */
const MAX_WAL_BYTES = 1024 ** 3;
const LOOK_EVERY_MS = 100;
/** Age at which files of ended requesters are removed. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Number of commits by which a following copy may lag. */
const MAX_BEHIND = 5_000;

const PROGRAM = fileURLToPath(new URL('./snapshot-process.ts', import.meta.url));

/** The folder in which the processes of a bank leave copies for each other. */
export interface SnapshotPlace {
  readonly folder: string;
  /** Bytes of the tables below which a copy is read from them; for tests. */
  readonly minBytes?: number;
}

interface SnapshotRequest extends SnapshotPlace {
  readonly url: string;
  /** Name of the schema. */
  readonly name: string;
  /** Version of the copies of this process. */
  readonly version: string;
}

const channelOf = (name: string) => `${name}.snapshot`;

function filesOf(folder: string, token: string) {
  const fileWith = (end: string) => join(folder, `${token}.${end}`);
  return {
    asked: fileWith('asked'),
    claim: fileWith('claim'),
    part: fileWith('part'),
    whole: fileWith('db'),
  };
}

/** A received copy. Later commits are kept until `forget` is called. */
export interface ReceivedCopy {
  forget(): Promise<void>;
}

/**
 * Asks another process to write its copy, and moves the copy to the given path.
 * @returns null when no process provided a copy; then the rows are read from PostgreSQL
 */
export async function fetchSnapshot(
  order: SnapshotRequest,
  target: string,
): Promise<ReceivedCopy | null> {
  const { url, name, folder, version } = order;
  const client = await connectTo(url, {
    onCreate: (connection) => connection.on('error', () => {}),
  });
  const token = randomUUID().replaceAll('-', '');
  const files = filesOf(folder, token);
  const forget = () => forgetArrival(url, token);
  try {
    if (!(await isWorthAsking(client, order))) return null;
    await keepCommits(client, name, token);
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(files.asked, 'wx'));
    const payload = `${channelOf(name)} ${token} ${version}`;
    const until = performance.now() + CLAIMED_WITHIN_MS;
    while (!existsSync(files.claim)) {
      if (performance.now() > until) {
        await forget();
        return null;
      }
      await client.query("SELECT pg_notify('kontor', $1)", [payload]);
      await pause(ASK_EVERY_MS);
    }
    if (await waitForFile(files)) {
      await move(files.whole, target);
      return { forget };
    }
    await forget();
    return null;
  } finally {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    await client.end().catch(() => {});
  }
}

/** Returns true when the tables are large and another process of the bank is connected. */
async function isWorthAsking(client: pg.Client, order: SnapshotRequest): Promise<boolean> {
  const { name, minBytes = MIN_BYTES } = order;
  const { rows } = await client.query<{ bytes: string; others: boolean }>(
    `SELECT (SELECT coalesce(sum(pg_relation_size(c.oid)), 0) FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r') AS bytes,
       EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
         AND application_name LIKE 'kontor%'
         AND application_name <> current_setting('application_name')) AS others`,
    [name],
  );
  return rows[0]?.others === true && Number(rows[0].bytes) >= minBytes;
}

const arrivalOf = (token: string) => `arrival:${token}`;

/** Registers the file as a follower, so that the commits that it may lack are kept until `forget`. */
async function keepCommits(client: pg.Client, name: string, token: string): Promise<void> {
  await client.query(
    `INSERT INTO platform.followers
     SELECT $1, 'a copy that is on its way', ARRAY[$2], ARRAY[number - ${MAX_BEHIND}],
       clock_timestamp() - interval '1 minute' FROM ${name}.commit_head`,
    [arrivalOf(token), name],
  );
}

async function forgetArrival(url: string, token: string): Promise<void> {
  const client = await connectTo(url, {
    onCreate: (connection) => connection.on('error', () => {}),
  });
  try {
    await client.query('DELETE FROM platform.followers WHERE copy = $1', [arrivalOf(token)]);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Waits for the whole file. Returns false when it will not come. */
async function waitForFile({ claim, part, whole }: ReturnType<typeof filesOf>): Promise<boolean> {
  let [size, grownAt] = [-1, performance.now()];
  while (!existsSync(whole)) {
    if (!existsSync(claim)) return existsSync(whole);
    const now = sizeOf(part);
    if (now !== size) [size, grownAt] = [now, performance.now()];
    if (performance.now() - grownAt > GROWS_WITHIN_MS) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Moves a file to the folder of the copies, which may be on another disk. */
async function move(from: string, to: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    await copyFile(from, `${to}.arriving`);
    await rename(`${to}.arriving`, to);
  }
}

/** The result of writing a copy for another process: the duration, or the error. */
export type WrittenOut = { readonly seconds: number } | { readonly error: unknown };

interface SnapshotOffer extends Omit<SnapshotRequest, 'minBytes'> {
  /** The file of the copy of this process. */
  readonly file: string;
  readonly isWriter: () => boolean;
  /** Called with the result of each request that this process has served. */
  readonly reportWritten?: ((detail: WrittenOut) => void) | undefined;
  /** Bytes by which the WAL may grow meanwhile; for tests. */
  readonly maxWalBytes?: number;
}

/** Writes out the copy of this process when another one asks for it. */
export function offerSnapshots(offer: SnapshotOffer): Subscription {
  const { url, name, version, isWriter, reportWritten } = offer;
  const tokens = new Set<string>();
  async function onRequest(message = ''): Promise<void> {
    const [token = '', wantedVersion] = message.split(' ');
    if (!/^[0-9a-f]{32}$/.test(token) || wantedVersion !== version || tokens.has(token)) return;
    tokens.add(token);
    if (isWriter()) await pause(WRITER_WAITS_MS, undefined, { ref: false });
    const startedAt = performance.now();
    try {
      const isMade = await writeOut(offer, token);
      if (isMade) reportWritten?.({ seconds: Math.round((performance.now() - startedAt) / 1_000) });
    } catch (error) {
      reportWritten?.({ error });
    }
  }
  return subscribe(url, channelOf(name), { hasCommit: () => false, onNotification: onRequest });
}

/** Returns false when another process serves the request, or the requester no longer waits. */
async function writeOut(offer: SnapshotOffer, token: string): Promise<boolean> {
  const { folder, file } = offer;
  const { asked, claim, part, whole } = filesOf(folder, token);
  try {
    await rename(asked, claim);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
  removeOldFiles(folder);
  try {
    await copyInProcess(file, part, offer.maxWalBytes ?? MAX_WAL_BYTES);
    await rename(part, whole);
    return true;
  } catch (error) {
    for (const file of [part, claim]) rmSync(file, { force: true });
    throw error;
  }
}

function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const { mtimeMs = 0 } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > FORGOTTEN_AFTER_MS) rmSync(join(folder, name), { force: true });
  }
}

/** @throws Error when the process fails, or when the WAL of the source grows too much meanwhile */
async function copyInProcess(source: string, target: string, maxWalBytes: number): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, source, target], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (bytes: Buffer) => {
    message = `${message}${bytes}`.slice(-1_000);
  });
  let isWalTooLong = false;
  const before = sizeOf(`${source}-wal`);
  const checkWal = (): void => {
    if (sizeOf(`${source}-wal`) - before < maxWalBytes) return;
    isWalTooLong = true;
    child.kill('SIGKILL');
  };
  // A small copy is written out before the first turn of the timer.
  checkWal();
  const timer = setInterval(checkWal, LOOK_EVERY_MS);
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  clearInterval(timer);
  if (isWalTooLong) throw new Error(`the WAL of ${source} grew by ${maxWalBytes} bytes meanwhile`);
  if (code !== 0)
    throw new Error(`the copy was not written out (${String(code)}): ${message.trim()}`);
}
