// The thread that analyses: it opens ledgers to read them only, one job after the other.

import { openReadOnly } from '../../db/kernel/read-only.ts';
import { answerCalls } from '../../threads/answers.ts';
import { type JobName, type JobOrder, runJob } from './jobs.ts';

export interface InsightTask {
  readonly file: string;
  readonly name: JobName;
  readonly order: JobOrder<JobName>;
}

const opened = new Map<string, ReturnType<typeof openReadOnly>>();

function databaseOf(file: string) {
  const known = opened.get(file) ?? openReadOnly(file);
  opened.set(file, known);
  return known;
}

answerCalls(({ file, name, order }: InsightTask) => {
  const database = databaseOf(file);
  return database.read(() => runJob(name, { database }, order));
});
