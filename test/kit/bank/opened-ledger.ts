// Opens a ledger or a platform for a test on SQLite, or on PostgreSQL in a run with `npm test --
// --database postgres`. The same test runs on both.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WritableDatabase } from '../../../db/kernel/connect.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import {
  type Ledger,
  type LedgerOptions,
  type OpenedLedger,
  openLedger,
} from '../../../db/ledger.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import { openPlatform, type Platform } from '../../../identity/platform.ts';
import {
  databaseFileOf,
  dropBankDatabase,
  findOrCreateDatabase,
  isOnPostgres,
  newBankDatabase,
} from './postgres.ts';
import { subjectsOfRun } from './run-modules.ts';

/** Accepts any code; each code belongs to another time step. */
const ANY_CODE_IS_VALID = { timeStepOf: ({ after }: { readonly after: number }) => after + 1 };

const subjects = await subjectsOfRun();
const RUN_OPTIONS = subjects ? { subjects } : {};

/**
 * Opens a ledger. On PostgreSQL `:memory:` is a new database, and the same path is the same
 * database, also for another process; `close` continues in the background.
 */
export async function openTestLedger(overrides: LedgerOptions): Promise<OpenedLedger> {
  // A slice of a batch has the same size on every machine.
  const options = { workClock: () => 0, codes: ANY_CODE_IS_VALID, ...RUN_OPTIONS, ...overrides };
  if (!isOnPostgres) return openLedger(options);
  const { file, ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copy-'));
  const url = await databaseAt(file, options.subjects === undefined);
  const { ledger, close } = await openPostgresLedger({ ...rest, url, folder });
  return { ...ledger, close: createCloser({ close, folder, file, url }) };
}

/** Waits until reads of the ledger see the commits of others; on SQLite they always do. */
export function catchUp(ledger: Ledger): Promise<void> {
  return writerOf(ledger).write(() => {});
}

/** Returns the database of a ledger in this process, so that a test writes past its acts. */
export const writerOf = ({ database }: Ledger) => database as WritableDatabase;

/** Opens a platform database, as `openTestLedger` does a ledger. */
export async function openTestPlatform(
  file: string,
  ...rest: Parameters<typeof openPlatform> extends [unknown, ...infer R] ? R : never
): Promise<Platform> {
  if (!isOnPostgres) return openPlatform(file, ...rest);
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copy-'));
  const url = await databaseAt(file);
  const replica = await openReplica({ url, folder, name: 'platform', schema: 'platform' });
  const platform = await replica.database.write(() => openPlatform(replica.database, ...rest));
  const close = createCloser({ close: replica.close, folder, file, url });
  return {
    ...platform,
    close() {
      platform.close();
      close();
    },
  };
}

/** Returns the file from which tests read the rows of an open environment beside the bank. */
export function rowsFileIn(dataDir: string, name: 'platform' | EnvironmentName): string {
  if (!isOnPostgres) return join(dataDir, `${name}.db`);
  return join(dataDir, `${name === 'platform' ? name : `ledger_${name}`}-copy-1.db`);
}

async function databaseAt(file: string, hasLedgers = true): Promise<string> {
  if (file === ':memory:') return newBankDatabase(hasLedgers);
  const ofBank = databaseFileOf(dirname(file));
  if (existsSync(ofBank)) return readFileSync(ofBank, 'utf8');
  mkdirSync(dirname(file), { recursive: true });
  return findOrCreateDatabase(`${file}.url`, hasLedgers);
}

interface ClosableLedger {
  readonly close: () => Promise<void>;
  /** Folder of the local copy. */
  readonly folder: string;
  /** Name of the file; a database in memory is dropped when it closes. */
  readonly file: string;
  readonly url: string;
}

const closers = new Set<() => Promise<void>>();

/**
 * Closes the ledgers that a test file left open, because each keeps connections, and a server has a
 * limited number.
 */
export async function closeOpenLedgers(): Promise<void> {
  await Promise.all([...closers].map((close) => close()));
}

function createCloser({ close, folder, file, url }: ClosableLedger): () => void {
  let closing: Promise<void> | null = null;
  async function end(): Promise<void> {
    await close();
    rmSync(folder, { recursive: true, force: true });
    if (file === ':memory:') await dropBankDatabase(url);
    closers.delete(closeOnce);
  }
  function closeOnce(): Promise<void> {
    closing ??= end();
    return closing;
  }
  closers.add(closeOnce);
  return () => void closeOnce();
}
