// The cell and the ledgers of the bank. The cell is written at the first start and a ledger when it
// is created; both are read before a ledger is opened.

import type BetterSqlite3 from 'better-sqlite3';
import type { WritableDatabase } from '../kernel/connect.ts';

export interface NamedLedger {
  /** Name of the ledger. */
  readonly name: string;
  /** Contains the random name of the ledger, by which a replaced ledger is detected. */
  readonly taskQueue: string;
}

/** The ledgers of the bank, by name. */
export type KnownLedgers = ReadonlyMap<string, NamedLedger>;

export interface LedgerStore {
  knownLedgers(): KnownLedgers;
  /** Writes the ledgers that are not stored yet. Stored ones stay unchanged. */
  storeLedgers(ledgers: readonly NamedLedger[], time: number): Promise<void>;
  /** Stores the cell at the first start; returns the cell that is stored. */
  storeCell(cell: string): Promise<string>;
}

/** Returns the functions that read and write the cell and the ledgers. */
export function createLedgerStore({
  raw,
  write,
}: Pick<WritableDatabase, 'raw' | 'write'>): LedgerStore {
  return {
    knownLedgers: () => readKnownLedgers(raw),
    storeLedgers: (ledgers, time) =>
      write(() => {
        const insert = raw.prepare(
          'INSERT INTO ledger_places VALUES (?, ?, ?) ON CONFLICT (ledger) DO NOTHING',
        );
        for (const { name, taskQueue } of ledgers) insert.run(name, taskQueue, time);
      }),
    storeCell: (cell) =>
      write(() => {
        raw.prepare('INSERT INTO cell VALUES (1, ?) ON CONFLICT DO NOTHING').run(cell);
        return raw.prepare<[], string>('SELECT name FROM cell').pluck().get() ?? cell;
      }),
  };
}

/** Returns the ledgers of the bank. */
export function readKnownLedgers(raw: BetterSqlite3.Database): KnownLedgers {
  const rows = raw.prepare<[], NamedLedger>(
    'SELECT ledger AS name, task_queue AS taskQueue FROM ledger_places',
  );
  return new Map(rows.all().map((row) => [row.name, row]));
}
