// Starts programs that work on untrusted files, each in its own process with limits of memory and
// time, so that a hostile file ends only that process. This process is small, so starting another
// one is fast and does not stop the bank (launch.ts).

import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Bounds,
  type ConfinedResult,
  FILE_DESCRIPTOR,
  type LaunchMessage,
  type LaunchOrder,
} from './bounds.ts';

const running = new Map<number, ChildProcess>();

process.on('message', (order: LaunchOrder) => {
  if (order.kind === 'kill') running.get(order.id)?.kill('SIGKILL');
  else if (order.kind === 'begin') running.get(order.id)?.stdin?.end();
  else if (order.kind === 'start') start(order);
  else void run(order);
});
// The bank has ended, which processes that work on a file do not notice by themselves.
process.on('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit(0);
});

function sendMessage(message: LaunchMessage, channel?: Socket): void {
  if (process.connected) process.send?.(message, channel, {}, () => {});
}

/**
 * Starts a program that writes nothing before its standard input ends. Until the bank has taken
 * over the channel, this process reads it as well, and bytes that it reads are lost.
 */
function start({ id, program, bounds }: Extract<LaunchOrder, { kind: 'start' }>): void {
  const child = startWithin(program, bounds, ['pipe', 'ignore', 'ignore', 'pipe']);
  const onProcessEnd = (): void => {
    if (running.delete(id)) sendMessage({ kind: 'ended', id });
  };
  running.set(id, child);
  child.once('error', onProcessEnd);
  child.once('exit', onProcessEnd);
  // The program may have ended before this.
  child.stdin?.on('error', () => {});
  if (child.pid === undefined) return;
  sendMessage({ kind: 'started', id, pid: child.pid }, child.stdio[FILE_DESCRIPTOR] as Socket);
}

async function run(order: Extract<LaunchOrder, { kind: 'run' }>): Promise<void> {
  const { id } = order;
  try {
    sendMessage({ kind: 'ran', id, result: await runOnFile(order) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendMessage({ kind: 'ran', id, result: { kind: 'failed', message } });
  } finally {
    running.delete(id);
  }
}

/** Payments have priority; the examination of a file gets the remaining processor time. */
const BEHIND_PAYMENTS = 10;

async function runOnFile(order: Extract<LaunchOrder, { kind: 'run' }>): Promise<ConfinedResult> {
  const { id, program, header, path, limits } = order;
  const file = await open(path, 'r');
  const bounds = { ...limits, niceness: BEHIND_PAYMENTS };
  const child = startWithin(program, bounds, ['pipe', 'pipe', 'ignore', file.fd]);
  running.set(id, child);
  // The process has its own descriptor from now on.
  await file.close();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let answerLength = 0;
    let exceeded: 'file' | 'machine' | null = null;
    const stopWatching = watchTime(child.pid, limits.deadlineMs, (fault) => {
      exceeded = fault;
      child.kill('SIGKILL');
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      answerLength += chunk.length;
      if (answerLength > limits.answerBytes) child.kill('SIGKILL');
    });
    // The program may end before it has read the whole file.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => resolve({ kind: 'failed', message: error.message }));
    child.once('close', (code, signal) => {
      stopWatching();
      if (code === 0) resolve({ kind: 'answered', answer: Buffer.concat(parts) });
      else if (exceeded === 'machine')
        resolve({ kind: 'failed', message: 'the machine had no time for it' });
      else resolve({ kind: 'ended', signal: exceeded === 'file' ? 'SIGXCPU' : signal });
    });
    child.stdin?.end(JSON.stringify(header));
  });
}

/** A process that gets no processor time is ended after this time. */
const LONGEST_MS = 10 * 60_000;
/**
 * Interval of the checks of a process after its deadline, and the number of consecutive checks in
 * which it has to be idle.
 */
const CHECK_EVERY_MS = 50;
const MAX_IDLE_CHECKS = 5;

/**
 * Calls `onLate` when a process is late. After its deadline, an idle process is late. A process
 * that is ready to run is not late: the system limits its processor time, and no file is blamed for
 * other load of the machine.
 * @returns a function that ends the watch
 */
function watchTime(
  pid: number | undefined,
  deadlineMs: number,
  onLate: (fault: 'file' | 'machine') => void,
): () => void {
  const until = performance.now() + LONGEST_MS;
  let idleChecks = 0;
  let timer = setTimeout(checkIdle, deadlineMs);
  function checkIdle(): void {
    idleChecks = isIdle(pid) ? idleChecks + 1 : 0;
    if (idleChecks === MAX_IDLE_CHECKS) onLate('file');
    else if (performance.now() > until) onLate('machine');
    else timer = setTimeout(checkIdle, CHECK_EVERY_MS);
  }
  return () => clearTimeout(timer);
}

/** Returns true when no thread of a process runs, is ready to run, or waits for the disk. */
function isIdle(pid: number | undefined): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      return !/\) [RD] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
    });
  } catch {
    // A thread ended during the check, so the process is at work unless it has ended too.
    return !existsSync(`/proc/${pid}/task`);
  }
}

/** Maximum number of open descriptors: loading the code and reading the file need no more. */
const MAX_OPEN_FILES = 64;

/**
 * Rights that the system may grant a user, checked once: a network namespace without a way out, and
 * the idle scheduling class. Without the first, the program has no address and, from Node 25 on, no
 * permission to connect.
 */
const WITHOUT_NETWORK = ['unshare', '--user', '--net', '--'];
const BEHIND_EVERYTHING = ['chrt', '--idle', '0'];
const isolationPrefix = prefixIfAllowed(WITHOUT_NETWORK);
const idlePrefix = prefixIfAllowed(BEHIND_EVERYTHING);

/** Returns the prefix of a command, or an empty list when the system refuses it. */
function prefixIfAllowed(words: readonly string[]): readonly string[] {
  const [name = '', ...rest] = words;
  const { status } = spawnSync(name, [...rest, 'true'], { stdio: 'ignore' });
  return status === 0 ? words : [];
}

/**
 * Starts a program within bounds. A shell sets them, because Node cannot: `--max-old-space-size`
 * bounds JavaScript only, and a library's memory is not JavaScript's. On a system without such
 * bounds (macOS) only the parent's checks remain. The process reads nothing but the code of this
 * program, writes no file and starts no other process.
 */
function startWithin(program: string, bounds: Bounds, stdio: StdioOptions): ChildProcess {
  const { dataKb, cpuSeconds, heapMb, niceness } = bounds;
  const limitCommands = [
    `ulimit -d ${dataKb}`,
    ...(cpuSeconds === null ? [] : [`ulimit -t ${cpuSeconds}`]),
    'ulimit -c 0',
    `ulimit -n ${MAX_OPEN_FILES}`,
  ].join('; ');
  const command = [
    ...isolationPrefix,
    ...(niceness === 'idle' ? idlePrefix : []),
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--permission',
    '--allow-addons',
    ...listReadable().map((path) => `--allow-fs-read=${path}`),
  ];
  const child = spawn(
    '/bin/sh',
    ['-c', `${limitCommands}; exec "$@"`, 'sh', ...command, program],
    // No environment, so that the program cannot read the bank's settings.
    { env: {}, cwd: '/', stdio },
  );
  if (child.pid !== undefined)
    lowerPriority(child.pid, niceness === 'idle' ? LOWEST_PRIORITY : niceness);
  return child;
}

/** Folders with the code of confined processes; they do not include the data directory. */
const CODE_PATHS = ['ai', 'ledger', 'models', 'package.json'];
let readablePaths: readonly string[] | null = null;

/** Readable paths: the code, wherever its packages are, and the process's own memory statistics. */
function listReadable(): readonly string[] {
  if (readablePaths) return readablePaths;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const runtime = createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
  const packages = dirname(dirname(runtime));
  const ownFiles = CODE_PATHS.map((name) => join(root, name));
  const linked = join(root, 'node_modules');
  readablePaths = [
    ...new Set([...ownFiles, linked, packages, realpathSync(packages), '/proc/self/status']),
  ];
  return readablePaths;
}

const LOWEST_PRIORITY = 19;

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has ended already, which its exit event reports.
  }
}
