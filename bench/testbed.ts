// A testbed for measurements over HTTP: a Temporal server and a bank process on free ports and in a
// temporary directory, as npm start would run them.

import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WITHOUT_LIMITS } from '../bank/config/rate-limits.ts';
import { BANK_ENV, BANK_STOP_MS, nodeOptions } from '../scripts/run/bank.mjs';
import { freePort } from '../scripts/run/ports.mjs';
import { findTemporal } from '../scripts/run/temporal-binary.mjs';
import { startTemporal } from '../scripts/run/temporal-server.mjs';
import { spawnTethered, type Tethered } from '../scripts/run/tether.mjs';
import { temporaryFolder } from './measure.ts';

/** The kernel reports processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const READY_WITHIN_MS = 120_000;
/** A standby of a large bank reads its whole copy first. */
const FOLLOWS_WITHIN_MS = 1_800_000;
const LOG_TAIL = 2_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Testbed {
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

export interface TestbedOptions {
  /** Program that is started instead of the bank's own server. */
  readonly entry?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A data directory that is kept for a second start. */
  readonly dataDir?: string;
  /** Maximum time until the bank is ready. */
  readonly readyWithinMs?: number;
  /** Port of loopback on which the bank can be profiled. */
  readonly inspectPort?: number;
}

/** Starts a Temporal server and a bank. When one of them cannot start, the other one is stopped. */
export async function startTestbed(options: TestbedOptions = {}): Promise<Testbed> {
  const folder = options.dataDir === undefined ? temporaryFolder() : null;
  const dataDir = options.dataDir ?? (folder?.path as string);
  const stops: (() => Promise<unknown>)[] = [async () => folder?.remove()];
  const stop = async () => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  };
  try {
    const source = await findTemporal({ env: {}, cacheDir: join(ROOT, '.cache') });
    if (source.kind !== 'binary') throw new Error('the bench starts a Temporal server of its own');
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
    await waitUntilReady(bank, dataDir, options.readyWithinMs);
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

export interface Follower {
  /** Milliseconds from the start of the process until it serves. */
  readonly startMs: number;
  /** The bank's processor time until it was ready, in milliseconds. */
  readonly cpuMs: number;
  stop(): Promise<unknown>;
}

/**
 * Starts a further process of a bank on PostgreSQL.
 * @param env settings in addition to the environment, with the database and the folder of its
 * copies
 */
export async function startFollower(
  { dataDir, temporalAddress }: Pick<Testbed, 'dataDir' | 'temporalAddress'>,
  env: Readonly<Record<string, string>>,
): Promise<Follower> {
  const began = performance.now();
  const ownEnv = {
    KONTOR_DATA_DIR: dataDir,
    KONTOR_CHAIN: 'off',
    TEMPORAL_ADDRESS: temporalAddress,
  };
  const bank = await startBank({ ...process.env, ...ownEnv, ...env }, {}, dataDir);
  const stop = () => bank.process.stop(BANK_STOP_MS);
  try {
    await waitUntilReady(bank, dataDir, FOLLOWS_WITHIN_MS);
    const startMs = performance.now() - began;
    return { startMs, cpuMs: processorMs(bank.process.pid), stop };
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
  { entry = join(ROOT, 'bank', 'server.ts'), inspectPort }: TestbedOptions,
  dataDir: string,
): Promise<BankProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const inspected = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const output = openSync(join(dataDir, 'bank.log'), 'a');
  const bank = spawnTethered({
    command: process.execPath,
    args: [...nodeOptions(), ...inspected, entry],
    env: { ...BANK_ENV, ...env, KONTOR_PORT: String(port), KONTOR_ADMIN_PORT: String(adminPort) },
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

async function waitUntilReady(
  { process: bank, url }: BankProcess,
  dataDir: string,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const until = performance.now() + withinMs;
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

/**
 * Returns the processor time in ms that a process and its threads have used, or one thread
 * (`PID/task/TID`).
 */
export function processorMs(pid: number | string): number {
  const { own } = readTimes(pid);
  return own * MS_PER_TICK;
}

/**
 * Returns the processor time in milliseconds of processes and of all that they have started. A
 * process that has ended counts once its parent has waited for it.
 */
export function processTreesMs(pids: readonly number[]): number {
  const children = new Map<number, number[]>();
  const times = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const read = readTimes(pid);
      times.set(pid, read);
      children.set(read.parent, [...(children.get(read.parent) ?? []), pid]);
    } catch {
      // It ended meanwhile.
    }
  }
  const countTicks = (pid: number): number => {
    const read = times.get(pid);
    if (read === undefined) return 0;
    const below = (children.get(pid) ?? []).reduce((sum, child) => sum + countTicks(child), 0);
    return read.own + read.reaped + below;
  };
  return pids.reduce((sum, pid) => sum + countTicks(pid), 0) * MS_PER_TICK;
}

interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Processor time of children that have ended. */
  readonly reaped: number;
}

function readTimes(pid: number | string): ProcessTimes {
  // Fields 4 and 14 to 17 of proc(5), counted from behind the name, which may contain any
  // character.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(11);
  return { parent, own: user + system, reaped: reapedUser + reapedSystem };
}

/** Returns the pids of the processes that a process has started. */
export function listChildren(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    try {
      return Number.isInteger(pid) && readTimes(pid).parent === parent ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
