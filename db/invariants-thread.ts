// Runs the checks in a thread of their own with a read-only connection: on a large ledger they take
// seconds, in which the event loop has transfers to carry.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { checkInvariants, type Verdict } from './invariants.ts';

interface Task {
  readonly file: string;
  readonly now: number;
}

/**
 * Checks a ledger file.
 * @param now milliseconds since 1970 UTC
 */
export function checkFile(file: string, now: number): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const task: Task = { file, now };
    const worker = new Worker(new URL(import.meta.url), {
      workerData: task,
      execArgv: ['--import', 'tsx'],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread && parentPort && (workerData as Task | null)?.file) {
  const { file, now } = workerData as Task;
  const db = new BetterSqlite3(file, { readonly: true });
  parentPort.postMessage(checkInvariants(db, now));
  db.close();
}
