// Where each ledger lies: written once, as the ledger is made, and read before it is opened.

import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../kernel/connect.ts';

export interface LedgerPlace {
  /** Of the ledger. */
  readonly name: string;
  /** As the settings name it; null: where the platform lies. */
  readonly database: string | null;
  /** Has the random name of the ledger in it: another one in its place is noticed. */
  readonly taskQueue: string;
}

/** By the name of a ledger. */
export type LedgerPlaces = ReadonlyMap<string, LedgerPlace>;

export interface PlaceBook {
  ledgerPlaces(): LedgerPlaces;
  /** Writes those that are not written yet; what is stays. */
  keepLedgerPlaces(places: readonly LedgerPlace[], at: number): Promise<void>;
}

export function placeBook({ raw, write }: Pick<Database, 'raw' | 'write'>): PlaceBook {
  return {
    ledgerPlaces: () => ledgerPlacesIn(raw),
    keepLedgerPlaces: (places, at) =>
      write(() => {
        const insert = raw.prepare(
          'INSERT INTO ledger_places VALUES (?, ?, ?, ?) ON CONFLICT (ledger) DO NOTHING',
        );
        for (const { name, database, taskQueue } of places) {
          insert.run(name, database, taskQueue, at);
        }
      }),
  };
}

/** Empty for a platform of a version that knew no places. */
export function ledgerPlacesIn(raw: BetterSqlite3.Database): LedgerPlaces {
  const table = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger_places'").get();
  if (table === undefined) return new Map();
  const rows = raw.prepare<[], LedgerPlace>(
    `SELECT ledger AS name, database_name AS database, task_queue AS taskQueue FROM ledger_places`,
  );
  return new Map(rows.all().map((row) => [row.name, row]));
}

/** What the file of a platform says; empty where there is none. */
export function placesInFile(file: string): LedgerPlaces {
  if (!existsSync(file)) return new Map();
  const raw = new BetterSqlite3(file, { readonly: true });
  try {
    return ledgerPlacesIn(raw);
  } finally {
    raw.close();
  }
}
