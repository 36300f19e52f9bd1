// Where the bank is: its cell, and the ledgers that it has. Both are written once, the ledgers as each
// is made, and read before a ledger is opened.

import type BetterSqlite3 from 'better-sqlite3';
import type { WritableDatabase } from '../kernel/connect.ts';

export interface LedgerPlace {
  /** Name of the ledger. */
  readonly name: string;
  /** Has the random name of the ledger in it: another one in its place is noticed. */
  readonly taskQueue: string;
}

interface KnownPlace extends LedgerPlace {
  /** A version before has made it in another database than the platform's. */
  readonly isApart: boolean;
}

/** By the name of a ledger. */
export type LedgerPlaces = ReadonlyMap<string, KnownPlace>;

export interface PlaceBook {
  ledgerPlaces(): LedgerPlaces;
  /** Writes the places that are not stored yet. Stored ones stay unchanged. */
  keepLedgerPlaces(places: readonly LedgerPlace[], at: number): Promise<void>;
  /** Stores the cell at the first start; returns the cell that is stored. */
  keepCell(cell: string): Promise<string>;
}

export function placeBook({ raw, write }: Pick<WritableDatabase, 'raw' | 'write'>): PlaceBook {
  return {
    ledgerPlaces: () => ledgerPlacesIn(raw),
    keepLedgerPlaces: (places, at) =>
      write(() => {
        const insert = raw.prepare(
          'INSERT INTO ledger_places VALUES (?, NULL, ?, ?) ON CONFLICT (ledger) DO NOTHING',
        );
        for (const { name, taskQueue } of places) insert.run(name, taskQueue, at);
      }),
    keepCell: (cell) =>
      write(() => {
        raw.prepare('INSERT INTO cell VALUES (1, ?) ON CONFLICT DO NOTHING').run(cell);
        return raw.prepare<[], string>('SELECT name FROM cell').pluck().get() ?? cell;
      }),
  };
}

/** Empty for a platform of a version that knew no places. */
export function ledgerPlacesIn(raw: BetterSqlite3.Database): LedgerPlaces {
  const table = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger_places'").get();
  if (table === undefined) return new Map();
  const rows = raw.prepare<[], LedgerPlace & { readonly isApart: number }>(
    `SELECT ledger AS name, database_name IS NOT NULL AS isApart, task_queue AS taskQueue
     FROM ledger_places`,
  );
  return new Map(rows.all().map((row) => [row.name, { ...row, isApart: row.isApart === 1 }]));
}
