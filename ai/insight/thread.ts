// Where analyses run: on a thread of their own, which starts with the first one and ends with the
// bank. A ledger in memory is read where it is, because no other thread finds it.

import type { Ledger } from '../../db/ledger.ts';
import { openThread } from '../../threads/calls.ts';
import { type Found, type JobName, type JobOrder, runJob } from './jobs.ts';
import type { InsightTask } from './worker.ts';

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

/** @param closing ends the thread */
export function insightThread(closing: AbortSignal): InsightThread {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = openThread<InsightTask, unknown>({ name: 'the analysis', file, closing });
  return {
    async run<Name extends JobName>(name: Name, ledger: Ledger, order: JobOrder<Name>) {
      if (ledger.file === null) return runJob(name, ledger, order);
      if (thread.waiting() >= MOST_WAITING) return null;
      return (await thread.call({ file: ledger.file, name, order })) as Found<Name>;
    },
  };
}
