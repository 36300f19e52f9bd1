// Writes the file of an archive on its own thread with its own connection, because reading and
// compressing 10,000 rows would block the thread that answers requests for too long. The file is
// flushed, read and compared with the rows before it is reported.

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  ARCHIVE_KINDS,
  type ArchivedNoun,
  type ArchivedRow,
  type ArchivedValue,
  type ArchiveKind,
  kindOf,
  rangeQuery,
} from './archive-kinds.ts';
import { decodeRows, encodeRows } from './parquet.ts';
import type { ArchiveRow } from './tables.ts';

/** The range of rows of a file; both ends are included. */
export interface ArchiveRange {
  readonly noun: ArchivedNoun;
  /** The first row number for events; the first transaction id for other nouns. */
  readonly from: number | string;
  readonly to: number | string;
  /** The number of the first row. */
  readonly firstRow: number;
}

export interface WriteOrder extends ArchiveRange {
  /** The file of the ledger. */
  readonly ledgerFile: string;
  /** The folder of archives of this ledger. */
  readonly folder: string;
  /**
   * Files that the ledger has recorded. Any other file in the folder was left by a process that
   * ended before it recorded the file.
   */
  readonly recordedFiles: readonly string[];
}

/** Metadata of a written and verified file. */
export type WrittenArchive = Omit<ArchiveRow, 'id' | 'deletedRow' | 'createdAt'> & {
  /** Number of customer erasures begun before the rows were read; a later erasure changes rows. */
  readonly erasures: number;
};

/** Longer than any write takes: a file older than this is not being written. */
const OLD_MS = 3_600_000;

const ARCHIVE_FILE = new RegExp(`^(${ARCHIVE_KINDS.map(({ noun }) => noun).join('|')})-.*`);

/** Removes files that a process left without recording them. */
function removeUnrecordedFiles(folder: string, names: ReadonlySet<string>): void {
  const before = Date.now() - OLD_MS;
  for (const name of readdirSync(folder)) {
    if (!ARCHIVE_FILE.test(name) || !/\.(parquet|partial)$/.test(name) || names.has(name)) continue;
    const path = join(folder, name);
    const mtime = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before;
    if (mtime < before) rmSync(path, { force: true });
  }
}

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/** @throws Error when the written file does not contain the same rows */
export async function writeArchive(order: WriteOrder): Promise<WrittenArchive> {
  const { ledgerFile, folder, recordedFiles, noun, firstRow } = order;
  const kind = kindOf(noun);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  removeUnrecordedFiles(folder, new Set(recordedFiles));
  const { rows, erasures } = rowsIn(ledgerFile, kind, order);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error(`no ${noun} from ${order.from} to ${order.to}`);
  const { rowColumn, idColumn, timeColumn } = kind;
  const lastRow = rowColumn === null ? firstRow + rows.length - 1 : Number(last[rowColumn]);
  const bytes = await encodeRows(kind, rows);
  const sha256 = hashOf(bytes);
  // Some archives number their own rows. Two workers that read at different times then give the
  // same numbers to different rows, so the hash in the name distinguishes their files.
  const suffix = rowColumn === null ? `-${sha256.slice(0, 8)}` : '';
  const name = `${noun}-${firstRow}-${lastRow}${suffix}.parquet`;
  await keepFile(folder, name, bytes);
  await requireSame(kind, readArchiveFile(join(folder, name), sha256), rows);
  const times = rows.map((row) => Number(row[timeColumn]));
  return {
    ...{ noun, firstRow, lastRow, rows: rows.length },
    ...{ firstId: String(first[idColumn]), lastId: String(last[idColumn]) },
    sequenceSum: rows.reduce((sum, row) => sum + kind.sumOf(row), 0),
    fromAt: times.reduce((min, time) => Math.min(min, time)),
    toAt: times.reduce((max, time) => Math.max(max, time)),
    ...{ file: name, bytes: bytes.length, sha256, erasures },
  };
}

/** Safe while another worker writes the same file: equal rows give equal bytes. */
async function keepFile(folder: string, name: string, bytes: Buffer): Promise<void> {
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
}

function rowsIn(file: string, kind: ArchiveKind, { from, to }: ArchiveRange) {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    db.exec('BEGIN');
    const erasures = db.prepare<[], number>('SELECT count(*) FROM customer_erasures').pluck().get();
    const rows = db
      .prepare<[number | string, number | string], ArchivedRow>(rangeQuery(db, kind))
      .all(from, to);
    return { rows, erasures: erasures ?? 0 };
  } finally {
    db.close();
  }
}

/**
 * Returns the bytes of a file.
 * @throws Error when the hash of the file differs from `sha256`
 */
export function readArchiveFile(path: string, sha256: string): Buffer {
  const bytes = readFileSync(path);
  if (hashOf(bytes) !== sha256)
    throw new Error(`the SHA-256 of ${path} differs from the recorded one`);
  return bytes;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function requireSame(
  kind: ArchiveKind,
  bytes: Buffer,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const read = await decodeRows(kind, bytes);
  const isSame =
    read.length === rows.length &&
    read.every((row, index) =>
      kind.columns.every(({ name }) => isEqual(row[name], rows[index]?.[name])),
    );
  if (!isSame) throw new Error('the written file of an archive differs from its rows');
}

function isEqual(a: ArchivedValue | undefined, other: ArchivedValue | undefined): boolean {
  return Buffer.isBuffer(a) && Buffer.isBuffer(other) ? a.equals(other) : a === other;
}
