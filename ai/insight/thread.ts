// Where analyses run: on a thread of their own, which starts with the first one and ends with the
// bank. A ledger in memory is read where it is, because no other thread finds it.

import { Worker } from 'node:worker_threads';
import { fileOf } from '../../db/kernel/read-only.ts';
import type { Ledger } from '../../db/ledger.ts';
import { type Found, type JobName, type JobOrder, runJob } from './jobs.ts';
import type { InsightReply, InsightTask } from './worker.ts';

export interface InsightThread {
  /** Null: too many wait already. */
  run<Name extends JobName>(
    name: Name,
    ledger: Ledger,
    order: JobOrder<Name>,
  ): Promise<Found<Name> | null>;
}

/** Some seconds of work. */
const MOST_WAITING = 64;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param closing ends the thread */
export function insightThread(closing: AbortSignal): InsightThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let next = 1;

  function started(): Worker {
    if (thread) return thread;
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', take);
    worker.on('error', (error) => ended(worker, error));
    worker.on('exit', (code) => ended(worker, new Error(`the thread of analyses ended: ${code}`)));
    thread = worker;
    return worker;
  }

  function ended(worker: Worker, error: unknown): void {
    if (thread !== worker) return;
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function take(reply: InsightReply): void {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'done') one?.resolve(reply.result);
    else one?.reject(new Error(`an analysis failed: ${reply.message}`));
  }

  closing.addEventListener('abort', () => void thread?.terminate(), { once: true });

  return {
    async run<Name extends JobName>(name: Name, ledger: Ledger, order: JobOrder<Name>) {
      const file = fileOf(ledger.database);
      if (file === null) return runJob(name, ledger, order);
      if (waiting.size >= MOST_WAITING) return null;
      return new Promise<Found<Name>>((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve: (result) => resolve(result as Found<Name>), reject });
        const task: InsightTask = { id, file, name, order };
        started().postMessage(task);
      });
    },
  };
}
