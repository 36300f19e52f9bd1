// The cost of a judged transfer in the lane's commit, in figures that do not depend on the load of
// the machine: processor time, bytes written to the WAL and bytes kept in the file, by table and
// index. `npm run node -- bench/footprint.ts [transfers] [accounts]` prints all;
// docs/operate/scaling.md calculates with them.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Ledger } from '../db/ledger.ts';
import { createArtifactStore } from '../models/artifact-store.ts';
import { createSessionPool } from '../models/session-pool.ts';
import { bookTransfers, type ComparedLedger, openComparedLedger } from './judging-cost.ts';
import { temporaryFolder } from './measure.ts';

const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const SALT_OFFSET = 16;
const GROUPS = [1, 32] as const;
/** Number of commits whose pages are counted; they write fewer pages than start a checkpoint. */
const COMMITS = 40;
const FULL_GROUP = 256;
const print = (line: string) => process.stdout.write(`${line}\n`);

interface NamedSize {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the bytes of each table and index. */
function readSizes({ database: { raw } }: Ledger): Map<string, number> {
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const rows = raw
    .prepare<[], NamedSize>('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY 1')
    .all();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Returns the page numbers of the frames that commits have added to the WAL since it was reset. */
function readFrames(wal: Buffer, pageBytes: number): number[] {
  const salts = wal.subarray(SALT_OFFSET, SALT_OFFSET + 8);
  const frames: number[] = [];
  for (let index = WAL_HEADER; index < wal.length; index += FRAME_HEADER + pageBytes) {
    if (wal.compare(salts, 0, 8, index + 8, index + 16) !== 0) break;
    frames.push(wal.readUInt32BE(index));
  }
  return frames;
}

/**
 * Returns the calls and bytes of all writes of this process; null when the system does not report
 * them.
 */
function readWritten(): { readonly calls: number; readonly bytes: number } | null {
  if (process.platform !== 'linux') return null;
  const text = readFileSync('/proc/self/io', 'utf8');
  const figureOf = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1]);
  return { calls: figureOf('syscw'), bytes: figureOf('wchar') };
}

/**
 * Prints the bytes written to all files, not only to the WAL: SQLite keeps the pages of a statement
 * that it may have to undo in a temporary file once they are more than 64 KB.
 */
function showAllWritten(before: ReturnType<typeof readWritten>, group: number): void {
  const after = readWritten();
  if (before === null || after === null) {
    print('what the process wrote in all: NOT RUN here');
    return;
  }
  const perTransfer = (name: 'calls' | 'bytes') => {
    return Math.round((after[name] - before[name]) / (group * COMMITS));
  };
  print(
    `${group} a commit: ${perTransfer('bytes')} bytes in ${perTransfer('calls')} calls a transfer, all files`,
  );
}

/** Counts the bytes that `COMMITS` commits of `group` transfers write. */
async function showWritten(side: ComparedLedger, file: string, group: number): Promise<void> {
  const { raw } = side.ledger.database;
  const pageBytes = raw.pragma('page_size', { simple: true }) as number;
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const before = readWritten();
  const written = await bookTransfers(side, { group, turn: group * COMMITS });
  showAllWritten(before, group);
  const frames = readFrames(readFileSync(`${file}-wal`), pageBytes);
  const pages = raw.prepare<[], { name: string; page: number }>(
    'SELECT name, pageno AS page FROM dbstat',
  );
  const nameOf = new Map(pages.all().map(({ name, page }) => [page, name]));
  const counts = new Map<string, number>();
  for (const page of frames) {
    const name = nameOf.get(page) ?? 'other';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const transfers = group * COMMITS;
  const bytes = (frames.length * (pageBytes + FRAME_HEADER)) / transfers;
  print(`${group} a commit: ${Math.round(written)} µs of processor time a transfer`);
  print(`${group} a commit: ${Math.round(bytes)} bytes written a transfer, pages a commit:`);
  showAll(counts, (count) => String(count / COMMITS));
}

function showAll(figures: ReadonlyMap<string, number>, format: (figure: number) => string): void {
  const all = [...figures].sort(([, a], [, b]) => b - a);
  print(`  ${all.map(([name, figure]) => `${name} ${format(figure)}`).join(', ')}`);
}

/** Prints the statements that one transfer alone runs, with the number of calls of each. */
async function showStatements(side: ComparedLedger): Promise<void> {
  const probe = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  const counts = new Map<string, number>();
  const names = ['run', 'get', 'all', 'iterate'] as const;
  const methods = names.map((name) => prototype[name]);
  names.forEach((name, index) => {
    prototype[name] = function counted(this: BetterSqlite3.Statement, ...values: unknown[]) {
      const source = this.source.replace(/\s+/g, ' ').trim();
      counts.set(source, (counts.get(source) ?? 0) + 1);
      return methods[index].apply(this, values);
    };
  });
  try {
    await bookTransfers(side, { group: 1, turn: 1 });
  } finally {
    names.forEach((name, index) => {
      prototype[name] = methods[index];
    });
  }
  const all = [...counts].map(([source, count]) => `  ${count} × ${source.slice(0, 96)}`);
  print(`one transfer alone runs ${all.length} statements:\n${all.join('\n')}`);
}

async function measureFootprint(transfers: number, accounts: number): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'ledger.db');
  const artifacts = createArtifactStore(join(folder.path, 'models'));
  const pool = createSessionPool(artifacts, 4);
  const side = await openComparedLedger(file, artifacts, pool, accounts);
  const before = readSizes(side.ledger);
  await bookTransfers(side, { group: FULL_GROUP, turn: transfers });
  const sizes = readSizes(side.ledger);
  const sum = (sizes: ReadonlyMap<string, number>) =>
    [...sizes.values()].reduce((total, size) => total + size, 0);
  print(`${Math.round((sum(sizes) - sum(before)) / transfers)} bytes kept a transfer:`);
  const grown = [...sizes].map(([name, bytes]): [string, number] => {
    return [name, (bytes - (before.get(name) ?? 0)) / transfers];
  });
  showAll(new Map(grown.filter(([, bytes]) => bytes >= 1)), (bytes) => String(Math.round(bytes)));
  print(`file: ${statSync(file).size} bytes`);
  for (const group of GROUPS) await showWritten(side, file, group);
  await showStatements(side);
  side.ledger.close();
  await pool.close();
  folder.remove();
}

const [transfers = 20_480, accounts = 1_000] = process.argv.slice(2).map(Number);
await measureFootprint(transfers, accounts);
