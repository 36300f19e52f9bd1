// Moves a stopped bank from its files into PostgreSQL: all rows in one transaction, compared with
// the files afterwards. The files then remain under another name.

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type pg from 'pg';
import { openDatabase } from '../kernel/connect.ts';
import { ledgerFiles } from '../kernel/ledger-files.ts';
import { migrationsIn, migrationsOf } from '../kernel/migrations.ts';
import { flushFolder } from '../kernel/whole-file.ts';
import { modelIn, type SchemaName } from './copy.ts';
import { schemaOf } from './databases.ts';
import { connectTo } from './hosts.ts';
import { createSchema } from './replica.ts';
import { tablesOf } from './schema.ts';
import { MOVED_FOLDER } from './storage-place.ts';
import { tableDiffers, withFreshCopies } from './verify.ts';

/**
 * Thrown when the move did not begin, or the rows differ from those of the files. The message is
 * for the operator.
 */
export class BankNotMoved extends Error {}

export type BankMoveStep = 'written' | 'committed' | 'compared' | 'renamed';

export interface BankMove {
  readonly dataDir: string;
  /** The target database. */
  readonly url: string;
  /** Called with each line of progress, for the operator. */
  readonly report: (line: string) => void;
  /** Called after each step; a test ends the process there. */
  readonly failPoint?: (step: BankMoveStep) => void;
}

/** A file of the bank, which no other process has open. */
interface BankFile {
  readonly name: string;
  readonly schema: SchemaName;
  readonly raw: BetterSqlite3.Database;
}

/**
 * Moves the bank of a data directory. Continues a move that was killed.
 * @throws BankNotMoved when the bank runs or does not exist, or the database has another bank
 */
export async function moveBank({ dataDir, url, report, failPoint = () => {} }: BankMove) {
  const folder = resolve(dataDir);
  const movedFolder = join(folder, MOVED_FOLDER);
  if (!existsSync(movedFolder)) {
    const bankFiles = lockFiles(folder);
    try {
      if (await hasNoBank(url)) {
        await writeSchemas(url, bankFiles, report, () => failPoint('written'));
        failPoint('committed');
      } else {
        report('the database has a bank already: its rows are compared with those of the files');
      }
      await compareSchemas(url, bankFiles, report);
      failPoint('compared');
      // Renamed before the locks are released: from now on the files are not the bank any more.
      mkdirSync(movedFolder);
      flushFolder(folder);
    } finally {
      for (const { raw } of bankFiles) raw.close();
    }
  }
  renameFiles(folder, movedFolder, () => failPoint('renamed'));
  report(`the unchanged files are in ${movedFolder}`);
}

/** Opens each database of the bank at this version, and locks it against other processes. */
function lockFiles(folder: string): BankFile[] {
  const platform = join(folder, 'platform.db');
  if (!existsSync(platform)) throw new BankNotMoved(`${folder} has no bank in files`);
  const bankFiles: BankFile[] = [];
  try {
    for (const name of ['platform', ...ledgerFiles(folder)]) {
      const schema = name === 'platform' ? 'platform' : 'ledger';
      const file = join(folder, `${name}.db`);
      openDatabase(file, schema).close();
      bankFiles.push({ name, schema, raw: openAlone(file) });
    }
  } catch (error) {
    for (const { raw } of bankFiles) raw.close();
    throw error;
  }
  return bankFiles;
}

/** @throws BankNotMoved while another process has the file open */
function openAlone(file: string): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file, { timeout: 1_000 });
  try {
    // SQLite leaves the WAL only where no other connection is open.
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.pragma('journal_mode = DELETE');
    raw.exec('BEGIN EXCLUSIVE; COMMIT');
    if (raw.pragma('journal_mode', { simple: true }) === 'delete') return raw;
    throw new BankNotMoved(inUseMessage(file));
  } catch (cause) {
    raw.close();
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw cause;
    throw new BankNotMoved(inUseMessage(file), { cause });
  }
}

const inUseMessage = (file: string) => `${file} is open in another process: stop the bank first`;

/** Returns true when the database has no bank. */
async function hasNoBank(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace
       WHERE nspname = 'platform' OR nspname LIKE 'ledger\\_%'`,
    );
    return rows.length === 0;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url, { answerMs: 0 });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function writeSchemas(
  url: string,
  bankFiles: readonly BankFile[],
  report: BankMove['report'],
  onWrite: () => void,
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    // A bank that starts meanwhile waits for these locks, and so for the rows.
    for (const { name } of bankFiles) {
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [
        `kontor ${schemaOf(name)}`,
      ]);
    }
    for (const { name, schema, raw } of bankFiles) {
      const seenMigrations = migrationsIn(migrationsOf(schema));
      const { version } = modelIn(raw, schema);
      await createSchema(client, {
        name: schemaOf(name),
        raw,
        version,
        migrations: seenMigrations,
      });
      report(`${name}: ${rowsIn(raw)} rows written`);
    }
    onWrite();
    await client.query('COMMIT');
  });
}

function rowsIn(raw: BetterSqlite3.Database): number {
  return [...tablesOf(raw).keys()].reduce((sum, name) => {
    const count = raw.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck();
    return sum + (count.get() ?? 0);
  }, 0);
}

const BANK_UNCHANGED =
  'The bank stays in its files: name an empty database, or drop the schemas platform and ' +
  'ledger_… of this one';

type CopyReader = (files: ReadonlyMap<string, string>) => Promise<void>;

/** @throws BankNotMoved when the schemas are not those of a bank of this version */
async function readCopies(url: string, names: readonly string[], work: CopyReader): Promise<void> {
  try {
    await withFreshCopies(url, names, work);
  } catch (cause) {
    if (cause instanceof BankNotMoved) throw cause;
    throw new BankNotMoved(`${(cause as Error).message}. ${BANK_UNCHANGED}`, { cause });
  }
}

/** Reads PostgreSQL again, and compares every row with the files. */
async function compareSchemas(
  url: string,
  bankFiles: readonly BankFile[],
  report: BankMove['report'],
): Promise<void> {
  const names = bankFiles.map(({ name }) => schemaOf(name));
  await readCopies(url, names, async (files) => {
    for (const { name, raw } of bankFiles) {
      raw.prepare('ATTACH ? AS other').run(files.get(schemaOf(name)));
      const differing = [...tablesOf(raw).keys()].filter((table) => tableDiffers(raw, table));
      raw.exec('DETACH other');
      if (differing.length === 0) {
        report(`${name}: PostgreSQL has the same rows`);
        continue;
      }
      throw new BankNotMoved(
        `${name}: PostgreSQL has other rows in ${differing.join(', ')}. ${BANK_UNCHANGED}`,
      );
    }
  });
}

/** The platform is last: while its file exists, no start uses PostgreSQL as the bank. */
function renameFiles(folder: string, movedFolder: string, onRename: () => void): void {
  const names = existsSync(join(folder, 'platform.db')) ? ledgerFiles(folder) : [];
  for (const name of [...names, 'platform']) {
    const [from, to] = [join(folder, `${name}.db`), join(movedFolder, `${name}.db`)];
    if (!existsSync(from)) continue;
    renameSync(from, to);
    flushFolder(movedFolder);
    flushFolder(folder);
    onRename();
  }
}
