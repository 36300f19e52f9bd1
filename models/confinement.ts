// Runs a program on a file from outside in a process of its own, which the system keeps within
// limits of memory and time: a hostile file ends that process, never ours.

import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

export interface Limits {
  /** Memory that it may write to, in whatever language it was asked for. */
  readonly dataKb: number;
  readonly heapMb: number;
  readonly cpuSeconds: number;
  readonly deadlineMs: number;
  /** Bytes of an answer that is listened to. */
  readonly answerBytes: number;
}

/** What the process said, or how it ended without a word. */
export type Confined =
  | { readonly kind: 'answered'; readonly answer: Buffer }
  | { readonly kind: 'ended'; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'failed'; readonly message: string };

/** Where the file is open in the process. */
export const FILE_DESCRIPTOR = 3;

/**
 * Runs it. It reads the header as JSON on its standard input and the file from its descriptor 3,
 * and says its answer on its standard output. No byte of the file passes through this process.
 * @param program path of a module without an environment, arguments or other open files
 */
export async function runConfined(
  program: string,
  given: { readonly header: object; readonly path: string },
  limits: Limits,
): Promise<Confined> {
  const file = await open(given.path, 'r');
  const child = start(program, limits, file.fd);
  // The process has its own descriptor from now on.
  await file.close();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let said = 0;
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, limits.deadlineMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      said += chunk.length;
      if (said > limits.answerBytes) child.kill('SIGKILL');
    });
    // It may end before it has read everything.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => resolve({ kind: 'failed', message: error.message }));
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      if (code === 0) resolve({ kind: 'answered', answer: Buffer.concat(parts) });
      else resolve({ kind: 'ended', signal: late ? 'SIGXCPU' : signal });
    });
    child.stdin?.end(JSON.stringify(given.header));
  });
}

/**
 * A shell sets the limits, because Node cannot: `--max-old-space-size` bounds JavaScript only, and
 * a library's memory is not JavaScript's. Where a system has no such limit (macOS), the deadline
 * and the look at the memory afterwards are what is left.
 */
function start(program: string, limits: Limits, file: number): ChildProcess {
  const { dataKb, cpuSeconds, heapMb } = limits;
  const within = `ulimit -d ${dataKb}; ulimit -t ${cpuSeconds}; ulimit -c 0`;
  const node = [process.execPath, `--max-old-space-size=${heapMb}`];
  const child = spawn(
    '/bin/sh',
    ['-c', `${within}; exec "$@"`, 'sh', ...node, program],
    // No environment: nothing of the bank's settings is there to be read.
    { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore', file] },
  );
  if (child.pid !== undefined) giveWay(child.pid);
  return child;
}

/** Payments come first: the examination of a file gets the time that is left. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which its exit event reports.
  }
}
