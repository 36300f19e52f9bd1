// Writes the file of an archive, on a thread of its own and with a connection of its own: reading
// and packing 20,000 events takes longer than the thread that answers may be held. The file is
// flushed, read back, and compared with the rows before it is reported.

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type ArchivedEvent, decodeEvents, EVENT_COLUMNS, encodeEvents } from './parquet.ts';
import type { ArchiveRow } from './tables.ts';

export interface ArchiveRange {
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface WriteOrder extends ArchiveRange {
  /** The file of the ledger. */
  readonly ledgerFile: string;
  /** The folder of archives of this ledger. */
  readonly folder: string;
  /** Files that rows of the ledger name: what else lies there, a bank that ended left. */
  readonly named: readonly string[];
}

/** What is known of a file that lies on disk and holds its rows. */
export type WrittenArchive = Omit<ArchiveRow, 'id' | 'deletedRow' | 'createdAt'> & {
  /** Erasures of customers that had begun when the rows were read: a later one changes rows. */
  readonly erasures: number;
};

/** Nothing that is written takes so long. */
const OLD_MS = 3_600_000;

/** Files without a row that a bank left when it ended. */
function removeLeftOver(folder: string, named: ReadonlySet<string>): void {
  const before = Date.now() - OLD_MS;
  for (const name of readdirSync(folder)) {
    if (!/^events-.*\.(parquet|partial)$/.test(name) || named.has(name)) continue;
    const path = join(folder, name);
    const mtime = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before;
    if (mtime < before) rmSync(path, { force: true });
  }
}

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/** @throws Error when the file does not read back as the rows that it was made of */
export async function writeArchive(order: WriteOrder): Promise<WrittenArchive> {
  const { ledgerFile, folder, firstRow, lastRow, named } = order;
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  removeLeftOver(folder, new Set(named));
  const { events, erasures } = rowsIn(ledgerFile, { firstRow, lastRow });
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error(`no events from row ${firstRow} to ${lastRow}`);
  const bytes = await encodeEvents(events);
  const name = `events-${firstRow}-${lastRow}.parquet`;
  // Another worker may write the same at the same time: the same rows make the same bytes.
  const partial = join(folder, `${name}.${randomBytes(6).toString('hex')}.partial`);
  const handle = await open(partial, 'w', OWNER_ONLY.file);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(partial, join(folder, name));
  const directory = await open(folder, 'r');
  await directory.sync();
  await directory.close();
  const sha256 = hashOf(bytes);
  await requireSame(readArchiveFile(join(folder, name), sha256), events);
  const times = events.map((event) => event.created_at);
  return {
    ...{ noun: 'events', firstRow, lastRow, firstId: first.id, lastId: last.id },
    rows: events.length,
    sequenceSum: events.reduce((sum, { sequence }) => sum + sequence, 0),
    fromAt: times.reduce((least, at) => Math.min(least, at)),
    toAt: times.reduce((most, at) => Math.max(most, at)),
    ...{ file: name, bytes: bytes.length, sha256, erasures },
  };
}

function rowsIn(file: string, { firstRow, lastRow }: ArchiveRange) {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    db.exec('BEGIN');
    const erasures = db.prepare<[], number>('SELECT count(*) FROM customer_erasures').pluck().get();
    const events = db
      .prepare<[number, number], ArchivedEvent>(
        `SELECT ${EVENT_COLUMNS.map((name) => `"${name}"`).join(', ')} FROM events
         WHERE row BETWEEN ? AND ? ORDER BY row`,
      )
      .all(firstRow, lastRow);
    return { events, erasures: erasures ?? 0 };
  } finally {
    db.close();
  }
}

/** The bytes of a file that has the hash. @throws Error when it has another one */
export function readArchiveFile(path: string, sha256: string): Buffer {
  const bytes = readFileSync(path);
  if (hashOf(bytes) !== sha256)
    throw new Error(`${path} has another SHA-256 than it was kept with`);
  return bytes;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function requireSame(bytes: Buffer, events: readonly ArchivedEvent[]): Promise<void> {
  const read = await decodeEvents(bytes);
  const isSame =
    read.length === events.length &&
    read.every((event, index) =>
      EVENT_COLUMNS.every((name) => event[name] === events[index]?.[name]),
    );
  if (!isSame) throw new Error('the file of an archive does not read back as its rows');
}
