// The thread that analyses: it opens ledgers to read them only, one job after the other.

import { parentPort } from 'node:worker_threads';
import { openReadOnly, type ReadOnlyDatabase } from '../../db/kernel/read-only.ts';
import { type JobName, type JobOrder, runJob } from './jobs.ts';

export interface InsightTask {
  readonly id: number;
  readonly file: string;
  readonly name: JobName;
  readonly order: JobOrder<JobName>;
}

export type InsightReply = { readonly id: number } & (
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string }
);

const opened = new Map<string, ReadOnlyDatabase>();

function databaseOf(file: string): ReadOnlyDatabase {
  const known = opened.get(file) ?? openReadOnly(file);
  opened.set(file, known);
  return known;
}

function replyTo({ id, file, name, order }: InsightTask): InsightReply {
  try {
    const database = databaseOf(file);
    return { id, kind: 'done', result: database.read(() => runJob(name, { database }, order)) };
  } catch (error) {
    return { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: InsightTask) => parentPort?.postMessage(replyTo(task)));
