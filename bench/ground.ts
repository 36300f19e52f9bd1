// The ground that HTTP is measured on: a Temporal server and a bank process of their own, on free
// ports and a temporary directory, as npm start would run them.

import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WITHOUT_LIMITS } from '../config/rate-limits.ts';
import { BANK_STOP_MS, nodeOptions } from '../scripts/run/bank.mjs';
import { freePort } from '../scripts/run/ports.mjs';
import { findTemporal } from '../scripts/run/temporal-binary.mjs';
import { startTemporal } from '../scripts/run/temporal-server.mjs';
import { spawnTethered, type Tethered } from '../scripts/run/tether.mjs';
import { temporaryFolder } from './measure.ts';

/** The kernel counts in hundredths of a second, whatever its own clock. */
const MS_PER_TICK = 10;
const READY_WITHIN_MS = 120_000;
const LOG_TAIL = 2_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Ground {
  readonly url: string;
  readonly adminUrl: string;
  readonly temporalAddress: string;
  readonly dataDir: string;
  readonly bankPid: number;
  readonly temporalPid: number;
  /** Milliseconds from the start of both processes to a ready bank. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface GroundOptions {
  /** Started instead of the bank's own server. */
  readonly entry?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A directory that is kept, for a second start. */
  readonly dataDir?: string;
  /** The bank can be profiled on this port of loopback. */
  readonly inspectPort?: number;
}

/** Starts a Temporal server and a bank; none of the two is left when one of them cannot start. */
export async function prepareGround(options: GroundOptions = {}): Promise<Ground> {
  const folder = options.dataDir === undefined ? temporaryFolder() : null;
  const dataDir = options.dataDir ?? (folder?.path as string);
  const stops: (() => Promise<unknown>)[] = [async () => folder?.remove()];
  const stop = async () => {
    for (let one = stops.pop(); one !== undefined; one = stops.pop()) await one();
  };
  try {
    const source = await findTemporal({ env: {}, cacheDir: join(ROOT, '.cache') });
    if (source.kind !== 'binary') throw new Error('the bench brings its own Temporal');
    const temporalPort = await freePort();
    const started = performance.now();
    const temporal = startTemporal({
      binary: source.path,
      port: temporalPort,
      uiPort: null,
      databaseFile: join(dataDir, 'temporal.db'),
      logFile: join(dataDir, 'temporal.log'),
    });
    stops.push(async () => (await temporal).stop());
    const env = {
      ...process.env,
      KONTOR_DATA_DIR: dataDir,
      ...WITHOUT_LIMITS,
      KONTOR_LOG_LEVEL: 'warn',
      KONTOR_CHAIN: 'off',
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      ...options.env,
    };
    const bank = await startBank(env, options, dataDir);
    stops.push(() => bank.process.stop(BANK_STOP_MS));
    const server = await temporal;
    await readiness(bank, dataDir);
    return {
      url: bank.url,
      adminUrl: bank.adminUrl,
      temporalAddress: server.address,
      dataDir,
      bankPid: bank.process.pid,
      temporalPid: server.pid,
      startMs: performance.now() - started,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface BankProcess {
  readonly url: string;
  readonly adminUrl: string;
  readonly process: Tethered;
}

async function startBank(
  env: NodeJS.ProcessEnv,
  { entry = join(ROOT, 'bank', 'server.ts'), inspectPort }: GroundOptions,
  dataDir: string,
): Promise<BankProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const inspected = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const output = openSync(join(dataDir, 'bank.log'), 'a');
  const bank = spawnTethered({
    command: process.execPath,
    args: [...nodeOptions(), ...inspected, entry],
    env: { ...env, KONTOR_PORT: String(port), KONTOR_ADMIN_PORT: String(adminPort) },
    output,
    graceMs: BANK_STOP_MS,
  });
  closeSync(output);
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    process: bank,
  };
}

async function readiness({ process: bank, url }: BankProcess, dataDir: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  let isOver = false;
  void bank.exited.then(() => {
    isOver = true;
  });
  while (!isOver && performance.now() < until) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const log = readFileSync(join(dataDir, 'bank.log'), 'utf8').slice(-LOG_TAIL);
  throw new Error(`the bank ${isOver ? 'ended' : 'is not ready'}: ${log}`);
}

/** Processor time that a process and its threads (`PID/task/TID`: one thread) have used, in ms. */
export function processorMs(pid: number | string): number {
  const { own } = timesIn(pid);
  return own * MS_PER_TICK;
}

/**
 * Processor time of processes and of everything that they started, in milliseconds: a process that
 * has ended counts once its parent has heard of it.
 */
export function treesMs(pids: readonly number[]): number {
  const children = new Map<number, number[]>();
  const times = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const read = timesIn(pid);
      times.set(pid, read);
      children.set(read.parent, [...(children.get(read.parent) ?? []), pid]);
    } catch {
      // It ended meanwhile.
    }
  }
  const ticksOf = (pid: number): number => {
    const read = times.get(pid);
    if (read === undefined) return 0;
    const below = (children.get(pid) ?? []).reduce((sum, child) => sum + ticksOf(child), 0);
    return read.own + read.reaped + below;
  };
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * MS_PER_TICK;
}

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly reaped: number;
}

function timesIn(pid: number | string): Times {
  // Behind the name, which may hold anything: fields 4 and 14 to 17 of proc(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(11);
  return { parent, own: user + system, reaped: reapedUser + reapedSystem };
}

/** Pids of the processes that a process has started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    try {
      return Number.isInteger(pid) && timesIn(pid).parent === parent ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
