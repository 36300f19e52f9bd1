// Makes archived rows visible to the invariants: temporary views of the connection replace the
// tables and include the archived rows, so that no rule has to know about archives.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Check } from '../invariants.ts';
import { columnsOf } from '../kernel/columns.ts';
import { ARCHIVE_KINDS, type ArchivedRow, type ArchiveKind, columnList } from './archive-kinds.ts';
import { decodeRows } from './parquet.ts';
import { type ArchiveRow, archives } from './tables.ts';
import { readArchiveFile } from './write.ts';

const EXAMPLES = 5;

interface Fault {
  readonly file: string;
  readonly says: string;
}

/**
 * Reads the archives of a ledger into a connection. The connection is only usable for checks
 * afterwards, and must be closed.
 * @param folder where the files of this ledger lie
 * @returns the check of the files themselves
 */
export async function loadArchives(db: BetterSqlite3.Database, folder: string): Promise<Check> {
  const faults: Fault[] = [];
  const archives = listArchives(db);
  for (const kind of ARCHIVE_KINDS) {
    const archivesOfKind = archives.filter(({ noun }) => noun === kind.noun);
    if (archivesOfKind.length === 0) continue;
    const insert = createArchivedTable(db, kind);
    for (const archive of archivesOfKind) {
      const path = join(folder, archive.file);
      try {
        if (!existsSync(path)) throw new Error('the file is not there');
        const rows = await decodeRows(kind, readArchiveFile(path, archive.sha256));
        const difference = findDifference(kind, archive, rows);
        if (difference !== null) faults.push({ file: archive.file, says: difference });
        db.transaction(() => {
          for (const row of deletedRowsIn(kind, archive, rows)) insert.run(row);
        })();
      } catch (error) {
        faults.push({
          file: archive.file,
          says: error instanceof Error ? error.message : 'no file',
        });
      }
    }
  }
  return {
    name: 'archives_are_whole',
    guarantee:
      'Each archive file has the hash, the number of rows and the sums that were recorded ' +
      'when it was written.',
    violations: faults.length,
    examples: faults.slice(0, EXAMPLES).map((fault) => ({ ...fault })),
  };
}

/**
 * Returns the check for a process that has not read the files: it names the archives whose rows
 * the other rules cannot see.
 */
export function checkUnreadArchives(db: BetterSqlite3.Database): Check {
  const archives = listArchives(db);
  return {
    name: 'archives_are_whole',
    guarantee:
      'Each archive file has the hash, the number of rows and the sums that were recorded ' +
      'when it was written.',
    violations: archives.length,
    examples: archives.slice(0, EXAMPLES).map(({ file }) => ({ file, says: 'it was not read' })),
  };
}

function listArchives(db: BetterSqlite3.Database): ArchiveRow[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'archives'").get();
  if (!table) return [];
  return db
    .prepare<[], ArchiveRow>(`SELECT ${columnsOf(archives)} FROM archives ORDER BY noun, first_row`)
    .all();
}

/** Returns the rows of a file that were deleted from the table. */
function deletedRowsIn(
  { rowColumn }: ArchiveKind,
  archive: ArchiveRow,
  rows: readonly ArchivedRow[],
) {
  return rowColumn === null
    ? rows.slice(0, archive.deletedRow - archive.firstRow + 1)
    : rows.filter((row) => Number(row[rowColumn]) <= archive.deletedRow);
}

function createArchivedTable(db: BetterSqlite3.Database, kind: ArchiveKind) {
  const { table, columns, indexes } = kind;
  const names = columnList(kind);
  const archived = `archived_${table}`;
  db.pragma('temp_store = FILE');
  db.exec(`CREATE TEMP TABLE ${archived} (${names})`);
  for (const [number, index] of indexes.entries()) {
    db.exec(`CREATE INDEX temp.${archived}_${number} ON ${archived} (${index})`);
  }
  db.exec(`CREATE TEMP VIEW ${table} AS SELECT ${names} FROM main.${table}
    UNION ALL SELECT ${names} FROM temp.${archived}`);
  const values = columns.map(({ name }) => `@${name}`).join(', ');
  return db.prepare(`INSERT INTO temp.${archived} (${names}) VALUES (${values})`);
}

function findDifference(
  kind: ArchiveKind,
  archive: ArchiveRow,
  rows: readonly ArchivedRow[],
): string | null {
  const { idColumn, rowColumn } = kind;
  const [first, last] = [rows[0], rows.at(-1)];
  if (rows.length !== archive.rows) return `it has ${rows.length} rows, not ${archive.rows}`;
  if (first?.[idColumn] !== archive.firstId || last?.[idColumn] !== archive.lastId)
    return 'it has another first or last id';
  const ends =
    rowColumn === null
      ? [archive.firstRow, archive.firstRow + rows.length - 1]
      : [first?.[rowColumn], last?.[rowColumn]];
  if (ends[0] !== archive.firstRow || ends[1] !== archive.lastRow)
    return 'it has other row numbers';
  const sum = rows.reduce((total, row) => total + kind.sumOf(row), 0);
  return sum === archive.sequenceSum
    ? null
    : `its numbers sum to ${sum}, not ${archive.sequenceSum}`;
}
