// Runs a program on a file from outside in a process of its own, which the system keeps within
// limits of memory and time: a hostile file ends that process, never ours.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the system holds a process to. */
export interface Bounds {
  /** Memory that it may write to, in whatever language it was asked for. */
  readonly dataKb: number;
  readonly heapMb: number;
  /** Of its whole life; null: whoever has started it looks at the time. */
  readonly cpuSeconds: number | null;
  /** How far it stands behind the bank: 1 to 19, as `nice` counts. */
  readonly niceness: number;
}

export interface Limits extends Omit<Bounds, 'niceness'> {
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

/** Payments come first: the examination of a file gets the time that is left. */
const BEHIND_PAYMENTS = 10;

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
  const bounds = { ...limits, niceness: BEHIND_PAYMENTS };
  const child = startConfined(program, bounds, ['pipe', 'pipe', 'ignore', file.fd]);
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

/** Descriptors of the process: what it reads, starts and opens by itself needs none. */
const MOST_OPEN_FILES = 64;

/**
 * A network of its own without a way out, where the system lets a user have one. Where it does not,
 * the program has no address and, from Node 25 on, no leave to connect.
 */
const WITHOUT_NETWORK =
  'if unshare --user --net true 2>/dev/null; then set -- unshare --user --net -- "$@"; fi';

/**
 * Starts a program within bounds. A shell sets them, because Node cannot: `--max-old-space-size`
 * bounds JavaScript only, and a library's memory is not JavaScript's. Where a system has no such
 * bound (macOS), the looks of whoever started it are what is left. The process reads nothing but
 * the code of this program, writes no file and starts no other one.
 */
export function startConfined(program: string, bounds: Bounds, stdio: StdioOptions): ChildProcess {
  const { dataKb, cpuSeconds, heapMb, niceness } = bounds;
  const within = [
    `ulimit -d ${dataKb}`,
    ...(cpuSeconds === null ? [] : [`ulimit -t ${cpuSeconds}`]),
    'ulimit -c 0',
    `ulimit -n ${MOST_OPEN_FILES}`,
    WITHOUT_NETWORK,
  ].join('; ');
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--permission',
    '--allow-addons',
    ...readable().map((path) => `--allow-fs-read=${path}`),
  ];
  const child = spawn(
    '/bin/sh',
    ['-c', `${within}; exec "$@"`, 'sh', ...node, program],
    // No environment: nothing of the bank's settings is there to be read.
    { env: {}, cwd: '/', stdio },
  );
  if (child.pid !== undefined) giveWay(child.pid, niceness);
  return child;
}

/** Folders of the program that confined processes are made of; the data directory is elsewhere. */
const CODE = ['ai', 'ledger', 'models', 'package.json'];
let paths: readonly string[] | null = null;

/** The code, wherever its packages lie, and what a process may know of its own memory. */
function readable(): readonly string[] {
  if (paths) return paths;
  const root = fileURLToPath(new URL('../', import.meta.url));
  const runtime = createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
  const packages = dirname(dirname(runtime));
  const own = CODE.map((name) => join(root, name));
  const linked = join(root, 'node_modules');
  paths = [...new Set([...own, linked, packages, realpathSync(packages), '/proc/self/status'])];
  return paths;
}

function giveWay(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, which its exit event reports.
  }
}
