// Records which rows the acts of a group write, by temporary triggers on their connection. Rows
// written by the schema's triggers are recorded too; a rollback of a write also removes its
// records.

import type BetterSqlite3 from 'better-sqlite3';
import type { CountedSet } from './commits.ts';
import type { Table } from './schema.ts';
import { type ChangeKind, keyJson, rowJson } from './sets.ts';

export interface Capture {
  /**
   * Returns the rows that the open transaction has written so far, as sets, and deletes their
   * records.
   */
  takeSets(): CountedSet[];
}

/** Approximate limits of a set: another copy applies that many rows in a few milliseconds. */
const MAX_ROWS = 2_000;
const MAX_CHARACTERS = 200_000;

type CapturedRow = readonly [wasThere: 0 | 1, isThere: 0 | 1, json: string, was: string | null];

/** @param acts the connection that runs acts; it must not have capture yet */
export function captureOn(
  acts: BetterSqlite3.Database,
  tables: ReadonlyMap<string, Table>,
): Capture {
  const all = [...tables.values()];
  const maxKeyLength = Math.max(...all.map(({ key }) => key.length));
  const keys = Array.from({ length: maxKeyLength }, (_, index) => `k${index}`);
  acts.exec(`CREATE TEMP TABLE written
    (note INTEGER PRIMARY KEY, of INTEGER, was_there INTEGER, was TEXT, ${keys.join(', ')})`);
  for (const [tableIndex, table] of all.entries()) acts.exec(captureTriggersSql(table, tableIndex));
  const touchedTables = acts.prepare<[], number>('SELECT DISTINCT of FROM temp.written').pluck();
  const deleteRecords = acts.prepare('DELETE FROM temp.written');
  const reads = new Map<number, BetterSqlite3.Statement<[], CapturedRow>>();

  function statementFor(tableIndex: number): BetterSqlite3.Statement<[], CapturedRow> {
    const cachedStatement = reads.get(tableIndex);
    if (cachedStatement) return cachedStatement;
    const statement = acts
      .prepare<[], CapturedRow>(capturedRowsSql(all[tableIndex] as Table, tableIndex))
      .raw();
    reads.set(tableIndex, statement);
    return statement;
  }

  return {
    takeSets() {
      const touched = touchedTables.all();
      if (touched.length === 0) return [];
      const sets = touched.flatMap((tableIndex) =>
        setsOf(all[tableIndex] as Table, statementFor(tableIndex).all()),
      );
      deleteRecords.run();
      return sets;
    },
  };
}

function captureTriggersSql(table: Table, tableIndex: number): string {
  const { name, key } = table;
  const list = key.map((_, index) => `k${index}`).join(', ');
  const noteSql = (wasThere: 0 | 1, row: 'OLD' | 'NEW') =>
    `BEGIN INSERT INTO written (of, was_there, was, ${list})
     VALUES (${tableIndex}, ${wasThere}, ${wasThere === 1 ? rowJson(table, row) : 'NULL'},
       ${key.map((column) => `${row}."${column}"`).join(', ')}); END`;
  const keyChangedSql = key.map((column) => `OLD."${column}" IS NOT NEW."${column}"`).join(' OR ');
  const on = `ON main."${name}"`;
  return `
    CREATE TEMP TRIGGER note_born_${tableIndex} AFTER INSERT ${on} ${noteSql(0, 'NEW')};
    CREATE TEMP TRIGGER note_changed_${tableIndex} AFTER UPDATE ${on} ${noteSql(1, 'OLD')};
    CREATE TEMP TRIGGER note_moved_${tableIndex} AFTER UPDATE ${on} WHEN ${keyChangedSql} ${noteSql(0, 'NEW')};
    CREATE TEMP TRIGGER note_gone_${tableIndex} AFTER DELETE ${on} ${noteSql(1, 'OLD')};`;
}

/**
 * The first record of a row states whether the row existed before the transaction, and its values;
 * the row itself states whether it exists now. The statement has no parameter, because SQLite
 * recompiles a join for each value of `column = ?`, which takes ten times as long as the read.
 */
function capturedRowsSql(table: Table, tableIndex: number): string {
  const keys = table.key.map((_, index) => `k${index}`).join(', ');
  const sameKeySql = table.key.map((column, index) => `t."${column}" = w.k${index}`).join(' AND ');
  const isThere = `t."${table.key[0]}" IS NOT NULL`;
  return `SELECT w.was_there, ${isThere},
      iif(${isThere}, ${rowJson(table, 't')}, ${keyJson(table, 'w')}), w.was
    FROM (SELECT min(note) AS note, was_there, was, ${keys} FROM temp.written
          WHERE of = ${tableIndex} GROUP BY ${keys}) w
    LEFT JOIN main."${table.name}" t ON ${sameKeySql} ORDER BY w.note`;
}

const KINDS: readonly (readonly [ChangeKind, wasThere: 0 | 1, isThere: 0 | 1])[] = [
  ['born', 0, 1],
  ['changed', 1, 1],
  ['gone', 1, 0],
];

function setsOf(table: Table, rows: readonly CapturedRow[]): CountedSet[] {
  // A row without columns besides its key, deleted and inserted again, is unchanged.
  const isAllKey = table.columns.every(({ name }) => table.key.includes(name));
  return KINDS.flatMap(([kind, kindWasThere, kindIsThere]) => {
    if (kind === 'changed' && isAllKey) return [];
    const matching = rows.filter(
      ([wasThere, isThere]) => wasThere === kindWasThere && isThere === kindIsThere,
    );
    return splitRows(matching).map((slice) => ({
      table,
      kind,
      rows: arrayOf(slice.map(([, , json]) => json)),
      ...(kindWasThere === 1
        ? { previousRows: arrayOf(slice.map(([, , , row]) => row ?? 'null')) }
        : {}),
      count: slice.length,
    }));
  });
}

const arrayOf = (rows: readonly string[]) => `[${rows.join(',')}]`;

function splitRows(rows: readonly CapturedRow[]): CapturedRow[][] {
  const all: CapturedRow[][] = [];
  let characters = 0;
  for (const row of rows) {
    const [, , json] = row;
    const last = all.at(-1);
    characters += json.length;
    if (last && last.length < MAX_ROWS && characters <= MAX_CHARACTERS) {
      last.push(row);
    } else {
      all.push([row]);
      characters = json.length;
    }
  }
  return all;
}
