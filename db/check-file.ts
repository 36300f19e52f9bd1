// Checks a ledger file in a separate process with a read-only connection, because the check of a
// large ledger takes seconds and would block the bank's event loop.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { type Check, checkInvariants, type Verdict } from './invariants.ts';

const THIS_FILE = fileURLToPath(import.meta.url);

/** Loaded before the check: a file that exports `loadArchives`, and the folder of the archives. */
interface Loader {
  readonly file: string;
  readonly folder: string;
}

type LoadArchives = (db: BetterSqlite3.Database, folder: string) => Promise<Check>;

const running = new Map<string, Promise<Verdict>>();

/**
 * Checks a ledger file; other processes may continue to write to it. A caller that asks while a
 * check of the file runs gets the verdict of that check.
 * @param now milliseconds since 1970 UTC
 * @param loader reads the archives into the connection; null checks without archives
 */
export function checkFile(file: string, now: number, loader: Loader | null): Promise<Verdict> {
  const check = running.get(file);
  if (check !== undefined) return check;
  const runningCheck = checkOnce(file, now, loader).finally(() => running.delete(file));
  running.set(file, runningCheck);
  return runningCheck;
}

function checkOnce(file: string, now: number, loader: Loader | null): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const loaderPaths = loader ? [loader.file, loader.folder] : [];
    const child = fork(THIS_FILE, [file, String(now), ...loaderPaths], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let stderrTail = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderrTail = (stderrTail + chunk.toString()).slice(-2_000);
    });
    child.once('message', (verdict) => resolve(verdict as Verdict));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the check ended with ${code}: ${stderrTail}`)));
  });
}

if (process.argv[1] === THIS_FILE) {
  const [file = '', now = '0', loader, folder = ''] = process.argv.slice(2);
  const db = new BetterSqlite3(file, { readonly: true });
  const module: { loadArchives?: LoadArchives } = loader ? await import(loader) : {};
  const archived = await module.loadArchives?.(db, folder);
  const options = archived ? { archived } : {};
  process.send?.(checkInvariants(db, Number(now), options), () => process.exit(0));
}
