// The analyses that read much and compute much. Each is a function of an order and of a ledger that
// is only read, so that it can run on any thread.

import { createHash } from 'node:crypto';
import type { BookReader } from '../../db/movements/reads.ts';
import { analyseBehaviour } from './behaviour.ts';
import { adviseInvestment } from './investment.ts';
import { analyseSpending } from './spending.ts';

const JOBS = {
  spending: analyseSpending,
  behaviour: analyseBehaviour,
  investment: adviseInvestment,
};

export type JobName = keyof typeof JOBS;
export type JobOrder<Name extends JobName> = Parameters<(typeof JOBS)[Name]>[1];
export type JobResult<Name extends JobName> = ReturnType<(typeof JOBS)[Name]>;

/** What an analysis found, and a hash over it: made here, off the thread of HTTP. */
export interface Found<Name extends JobName> {
  readonly result: JobResult<Name>;
  readonly digest: string;
}

/** Runs an analysis where it is called. */
export function runJob<Name extends JobName>(
  name: Name,
  reader: BookReader,
  order: JobOrder<Name>,
): Found<Name> {
  const job = JOBS[name] as (reader: BookReader, order: JobOrder<Name>) => JobResult<Name>;
  const result = job(reader, order);
  const digest = createHash('sha256').update(JSON.stringify(result)).digest('hex');
  return { result, digest };
}
