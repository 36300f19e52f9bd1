// The ground that HTTP is measured on: a Temporal server and a bank process of their own, on free
// ports and a temporary directory, as npm start would run them.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WITHOUT_LIMITS } from '../config/rate-limits.ts';
import { nodeOptions } from '../scripts/run/bank.mjs';
import { freePort } from '../scripts/run/ports.mjs';
import { findTemporal } from '../scripts/run/temporal-binary.mjs';
import { startTemporal } from '../scripts/run/temporal-server.mjs';
import { temporaryFolder } from './measure.ts';

/** The kernel counts in hundredths of a second, whatever its own clock. */
const MS_PER_TICK = 10;
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

/** Starts a Temporal server and a bank. */
export async function prepareGround(options: GroundOptions = {}): Promise<Ground> {
  const folder = options.dataDir === undefined ? temporaryFolder() : null;
  const dataDir = options.dataDir ?? (folder?.path as string);
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
  const env = {
    ...process.env,
    KONTOR_DATA_DIR: dataDir,
    ...WITHOUT_LIMITS,
    KONTOR_LOG_LEVEL: 'warn',
    KONTOR_CHAIN: 'off',
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
    ...options.env,
  };
  const bank = await startBank(env, options);
  const server = await temporal;
  await readiness(bank);
  return {
    url: bank.url,
    adminUrl: bank.adminUrl,
    temporalAddress: server.address,
    dataDir,
    bankPid: bank.pid,
    temporalPid: server.pid,
    startMs: performance.now() - started,
    async stop() {
      await waitForExit(bank.child);
      await server.stop();
      folder?.remove();
    },
  };
}

interface BankProcess {
  readonly url: string;
  readonly adminUrl: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

async function startBank(
  env: NodeJS.ProcessEnv,
  { entry = join(ROOT, 'bank', 'server.ts'), inspectPort }: GroundOptions,
): Promise<BankProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const inspected = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  const child = spawn(process.execPath, [...nodeOptions(), ...inspected, entry], {
    cwd: ROOT,
    env: { ...env, KONTOR_PORT: String(port), KONTOR_ADMIN_PORT: String(adminPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    pid: child.pid ?? 0,
    child,
  };
}

async function readiness({ child, url }: BankProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the bank ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Processor time that a process and its threads have used, in milliseconds. */
export function processorMs(pid: number): number {
  // Behind the name, which may hold anything: fields 14 and 15 of proc(5), user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
