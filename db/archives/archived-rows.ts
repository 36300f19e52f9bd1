// What the checks of the books see of archives: views of the connection take the place of tables
// and have the archived rows in them, so that every rule counts them without knowing of it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Check } from '../invariants.ts';
import { decodeEvents, EVENT_COLUMNS } from './parquet.ts';
import type { ArchiveRow } from './tables.ts';
import { readArchiveFile } from './write.ts';

const EXAMPLES = 5;

interface Fault {
  readonly file: string;
  readonly says: string;
}

type Named = Pick<ArchiveRow, 'file' | 'sha256' | 'rows'> & {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstId: string;
  readonly lastId: string;
  readonly sequenceSum: number;
  readonly deletedRow: number;
};

/**
 * Reads the archives of a ledger into its connection; use it for a check and close it afterwards.
 * @param folder where the files of this ledger lie
 * @returns the check of the files themselves
 */
export async function loadArchives(db: BetterSqlite3.Database, folder: string): Promise<Check> {
  const faults: Fault[] = [];
  const named = listNamed(db);
  if (named.length > 0) {
    const insert = beginTable(db);
    for (const one of named) {
      const path = join(folder, one.file);
      try {
        if (!existsSync(path)) throw new Error('the file is not there');
        const events = await decodeEvents(readArchiveFile(path, one.sha256));
        const says = difference(one, events);
        if (says !== null) faults.push({ file: one.file, says });
        db.transaction(() => {
          for (const event of events.filter(({ row }) => row <= one.deletedRow)) insert.run(event);
        })();
      } catch (error) {
        faults.push({ file: one.file, says: error instanceof Error ? error.message : 'no file' });
      }
    }
  }
  return {
    name: 'archives_are_whole',
    guarantee: 'Each archive has the hash, the rows and the sums that it was kept with.',
    violations: faults.length,
    examples: faults.slice(0, EXAMPLES).map((fault) => ({ ...fault })),
  };
}

/**
 * The check for a process that has not read the files: rows that lie in archives are missed
 * elsewhere too.
 */
export function archivesUnread(db: BetterSqlite3.Database): Check {
  const named = listNamed(db);
  return {
    name: 'archives_are_whole',
    guarantee: 'Each archive has the hash, the rows and the sums that it was kept with.',
    violations: named.length,
    examples: named.slice(0, EXAMPLES).map(({ file }) => ({ file, says: 'it was not read' })),
  };
}

function listNamed(db: BetterSqlite3.Database): Named[] {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'archives'").get();
  if (!isThere) return [];
  return db
    .prepare<[], Named>(
      `SELECT file, sha256, rows, first_row AS firstRow, last_row AS lastRow, first_id AS firstId,
       last_id AS lastId, sequence_sum AS sequenceSum, deleted_row AS deletedRow
       FROM archives ORDER BY first_row`,
    )
    .all();
}

function beginTable(db: BetterSqlite3.Database) {
  const names = EVENT_COLUMNS.map((name) => `"${name}"`).join(', ');
  db.pragma('temp_store = FILE');
  db.exec(`CREATE TEMP TABLE archived_events (${names});
    CREATE INDEX temp.archived_by_row ON archived_events (row);
    CREATE INDEX temp.archived_by_sequence ON archived_events (tenant_id, sequence);
    CREATE TEMP VIEW events AS SELECT ${names} FROM main.events
      UNION ALL SELECT ${names} FROM temp.archived_events`);
  const values = EVENT_COLUMNS.map((name) => `@${name}`).join(', ');
  return db.prepare(`INSERT INTO temp.archived_events (${names}) VALUES (${values})`);
}

type Event = Awaited<ReturnType<typeof decodeEvents>>[number];

function difference(one: Named, events: readonly Event[]): string | null {
  const [first, last] = [events[0], events.at(-1)];
  if (events.length !== one.rows) return `it has ${events.length} rows, not ${one.rows}`;
  if (first?.id !== one.firstId || last?.id !== one.lastId) return 'it begins or ends otherwise';
  if (first.row !== one.firstRow || last.row !== one.lastRow)
    return 'its rows are numbered otherwise';
  const sum = events.reduce((total, { sequence }) => total + sequence, 0);
  return sum === one.sequenceSum ? null : `its sequences sum to ${sum}, not ${one.sequenceSum}`;
}
