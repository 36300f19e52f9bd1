// The gate for every model file, ours or uploaded. The file is parsed and run in a process of its
// own that the system keeps within limits of memory and time: a hostile one ends that process,
// never ours.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Declaration } from './declaration.ts';
import { type Inspection, MOST_MODEL_BYTES } from './inspect.ts';
import type { ProbeResult, Verdict } from './probe.ts';
import { ModelRefusal, REFUSALS, refuse } from './refusal.ts';

export interface CheckedModel extends Inspection {
  readonly sha256: string;
  readonly bytes: number;
  readonly probe: ProbeResult;
}

const PROCESS = fileURLToPath(new URL('./probe-process.ts', import.meta.url));
/** Memory that it may write to, in whatever language it was asked for. */
const MOST_DATA_KB = 900_000;
const MOST_HEAP_MB = 512;
const MOST_CPU_SECONDS = 20;
const DEADLINE_MS = 60_000;
const MOST_ANSWER = 64 * 1024;
/** Each takes a core while it runs. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];
/** Each that waits keeps a file in memory. */
const MOST_WAITING = 8;

/** True when no more files should be taken now. */
export function isBusy(): boolean {
  return waiting.length >= MOST_WAITING;
}

/**
 * Checks a file against its declaration.
 * @throws ModelRefusal with the first gate that it does not pass
 */
export async function checkModel(file: Buffer, declared: Declaration): Promise<CheckedModel> {
  if (file.length > MOST_MODEL_BYTES) refuse('model_too_large');
  const sha256 = await hashInTurns(file);
  const verdict = await inTurn(() => probed(file, declared));
  if (verdict.kind === 'refused') throw new ModelRefusal(verdict.code, verdict.detail);
  const passed = verdict.passed as Inspection & { readonly probe: ProbeResult };
  return { ...passed, sha256, bytes: file.length };
}

const HASH_PART = 1024 * 1024;

/** SHA-256 in hexadecimal; other work gets its turn between the parts of a large file. */
export async function hashInTurns(file: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < file.length; at += HASH_PART) {
    hash.update(file.subarray(at, at + HASH_PART));
    await turn();
  }
  return hash.digest('hex');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Runs the probe; however its process ends, the answer is a verdict. */
function probed(file: Buffer, declared: Declaration): Promise<Verdict> {
  const child = start();
  return new Promise((resolve) => {
    let answer = '';
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, DEADLINE_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.length > MOST_ANSWER) child.kill('SIGKILL');
    });
    // It may end before it has read everything.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => resolve(said('model_crashed', error.message)));
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      resolve(code === 0 ? read(answer) : ended(late ? 'SIGXCPU' : signal));
    });
    const header = Buffer.from(JSON.stringify(declared));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    child.stdin?.write(Buffer.concat([length, header]));
    child.stdin?.end(file);
  });
}

/**
 * A shell sets the limits, because Node cannot: `--max-old-space-size` bounds JavaScript only, and
 * the runtime's memory is not JavaScript's. Where a system has no such limit (macOS), the deadline
 * and the look at the memory afterwards are what is left.
 */
function start(): ChildProcess {
  const limits = `ulimit -d ${MOST_DATA_KB}; ulimit -t ${MOST_CPU_SECONDS}; ulimit -c 0`;
  const node = [process.execPath, `--max-old-space-size=${MOST_HEAP_MB}`];
  return spawn(
    '/bin/sh',
    ['-c', `${limits}; exec "$@"`, 'sh', ...node, PROCESS],
    // No environment: nothing of the bank's settings is there to be read.
    { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
  );
}

function read(answer: string): Verdict {
  try {
    return JSON.parse(answer) as Verdict;
  } catch {
    return said('model_crashed');
  }
}

/** V8 and the runtime abort when they get no memory. */
function ended(signal: NodeJS.Signals | null): Verdict {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return said('model_timeout');
  if (signal === 'SIGABRT' || signal === 'SIGTRAP') return said('model_memory_exceeded');
  return said('model_crashed');
}

function said(code: ModelRefusal['code'], detail: string = REFUSALS[code]): Verdict {
  return { kind: 'refused', code, detail };
}
