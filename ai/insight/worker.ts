// The thread that analyses: it opens ledgers to read them only, one job after the other.

import { openedReadOnly } from '../../db/kernel/read-only.ts';
import { answerCalls } from '../../threads/answers.ts';
import { type JobName, type JobOrder, runJob } from './jobs.ts';

export interface InsightTask {
  readonly file: string;
  readonly name: JobName;
  readonly order: JobOrder<JobName>;
}

answerCalls(({ file, name, order }: InsightTask) => {
  const database = openedReadOnly(file);
  return database.read(() => runJob(name, { database }, order));
});
