// Runs a program on a file from outside in a process of its own, which the system keeps within
// limits of memory and time: a hostile file ends that process, never ours.

import { type ChildProcess, spawn } from 'node:child_process';

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

/**
 * Runs it. It reads the length of the header (4 bytes, little endian), the header as JSON and the
 * file on its standard input, and says its answer on its standard output.
 * @param program path of a module without an environment, arguments or open files
 */
export function runConfined(
  program: string,
  given: { readonly header: object; readonly file: Uint8Array },
  limits: Limits,
): Promise<Confined> {
  const child = start(program, limits);
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
    const header = Buffer.from(JSON.stringify(given.header));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    child.stdin?.write(Buffer.concat([length, header]));
    child.stdin?.end(given.file);
  });
}

/**
 * A shell sets the limits, because Node cannot: `--max-old-space-size` bounds JavaScript only, and
 * a library's memory is not JavaScript's. Where a system has no such limit (macOS), the deadline
 * and the look at the memory afterwards are what is left.
 */
function start(program: string, { dataKb, cpuSeconds, heapMb }: Limits): ChildProcess {
  const limits = `ulimit -d ${dataKb}; ulimit -t ${cpuSeconds}; ulimit -c 0`;
  const node = [process.execPath, `--max-old-space-size=${heapMb}`];
  return spawn(
    '/bin/sh',
    ['-c', `${limits}; exec "$@"`, 'sh', ...node, program],
    // No environment: nothing of the bank's settings is there to be read.
    { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
  );
}

/** Lets so many run at a time, because each takes a core; the others wait for their turn. */
export function turnsOf({ atOnce, waiting: most }: { atOnce: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** True when no more should be taken now: each that waits keeps a file in memory. */
    isBusy: () => waiting.length >= most,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
