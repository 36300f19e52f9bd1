// Starts writer.ts in a separate process with a task.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Report, Task } from './writer.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

/** A process that waits for its task; it is killed when the test ends. */
export async function startWriter(): Promise<ChildProcess> {
  const child = fork(WRITER, { execArgv: [] });
  onTestFinished(() => void child.kill());
  await messageOf(child);
  return child;
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
  });
}

/**
 * Sends a task to a writer and returns its report.
 * @throws Error when the writer fails
 */
export async function reportOf(child: ChildProcess, task: Task): Promise<Report> {
  const message = messageOf(child);
  child.send(task);
  const report = (await message) as Report & { error?: string };
  if (report.error !== undefined) throw new Error(report.error);
  return report;
}
