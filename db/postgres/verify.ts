// Reads the rows of PostgreSQL into a fresh copy on which the invariants are checked, and compares
// the copies of a bank with it.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { modelIn } from './copy.ts';
import { openReplica } from './replica.ts';

/** A schema, and the folder of its copies. */
export interface CheckedCopy {
  readonly url: string;
  readonly name: string;
  readonly dataDir: string;
}

export interface ComparedCopies {
  /** Files of the copies at the same commit. */
  readonly compared: readonly string[];
  /** Files of the copies at another commit; the bank brings them up to date. */
  readonly behind: readonly string[];
  /** Tables in which a copy differs, as `file: table`. */
  readonly differences: readonly string[];
}

/** Reads a schema into a temporary file for the duration of the work. */
export async function withFreshCopy<T>(
  { url, name }: Omit<CheckedCopy, 'dataDir'>,
  work: (file: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-verify-'));
  try {
    const schema = name === 'platform' ? 'platform' : 'ledger';
    const replica = await openReplica({ url, name, schema, folder, canCreate: false });
    await replica.close();
    return await work(replica.file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Like `withFreshCopy` for several schemas, with all files present at once, because moved rows are
 * in two of them.
 */
export async function withFreshCopies<T>(
  url: string,
  names: readonly string[],
  work: (files: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const files = new Map<string, string>();
  const withNextCopy = (remaining: readonly string[]): Promise<T> => {
    const [name, ...rest] = remaining;
    if (name === undefined) return work(files);
    return withFreshCopy({ url, name }, (file) => {
      files.set(name, file);
      return withNextCopy(rest);
    });
  };
  return withNextCopy(names);
}

/** Compares the copies of a schema with PostgreSQL, row for row. */
export function verifyDatabase(checked: CheckedCopy): Promise<ComparedCopies> {
  return withFreshCopy(checked, (file) => compareWith(file, checked));
}

/** Compares the copies in a folder with a fresh one. */
export function compareWith(freshFile: string, { name, dataDir }: CheckedCopy): ComparedCopies {
  const [compared, behind, differences]: string[][] = [[], [], []];
  const ownFile = new RegExp(`^${name}-copy-\\d+\\.db$`);
  for (const file of readdirSync(dataDir).filter((file) => ownFile.test(file))) {
    const db = new BetterSqlite3(freshFile, { readonly: true });
    try {
      db.prepare('ATTACH ? AS other').run(join(dataDir, file));
      db.exec('BEGIN');
      const position = (schemaName: string) =>
        JSON.stringify(db.prepare(`SELECT number, mark FROM ${schemaName}.__copy`).get());
      if (position('main') !== position('other')) {
        behind?.push(file);
        continue;
      }
      compared?.push(file);
      const { tables } = modelIn(db, name === 'platform' ? 'platform' : 'ledger');
      for (const table of tables.keys()) {
        if (tableDiffers(db, table)) differences?.push(`${file}: ${table}`);
      }
    } finally {
      db.close();
    }
  }
  return { compared: compared ?? [], behind: behind ?? [], differences: differences ?? [] };
}

/** Returns true when a table differs from the one in the database attached as `other`. */
export function tableDiffers(db: BetterSqlite3.Database, table: string): boolean {
  const rowsOnlyIn = (a: string, b: string) =>
    db
      .prepare(`SELECT 1 FROM (SELECT * FROM ${a}."${table}" EXCEPT SELECT * FROM ${b}."${table}")`)
      .get() !== undefined;
  return rowsOnlyIn('main', 'other') || rowsOnlyIn('other', 'main');
}
