// The folder, the fixed ports and the environment of a run's bank, and the processes that belong to
// it.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WITHOUT_LIMITS } from '../../bank/config/rate-limits.ts';
import { readPidFile, readStartTime } from '../../scripts/run/pid-file.mjs';
import { type PostgresServer, startPostgres } from '../../scripts/run/postgres-server.ts';
import { findTemporal } from '../../scripts/run/temporal-binary.mjs';
import { databaseUrlFile } from './postgres-rows.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Instance {
  readonly workDir: string;
  readonly dataDir: string;
  readonly url: string;
  readonly temporalBinary: string;
  readonly temporalPort: number;
  readonly chainPort: number;
  /** Environment of every process of this bank. */
  readonly env: Readonly<Record<string, string>>;
  /** The PostgreSQL server of the bank's rows, or null for files of the data directory. */
  readonly postgres: PostgresServer | null;
  /** Key of the first operator. */
  readonly operatorKey: string;
  /** Admin port of the process that trains models beside the bank. */
  readonly trainingAdminPort: number;
  /** Open file that receives the output of the processes. */
  readonly output: number;
}

export interface InstanceOptions {
  /** Engine that holds the rows; `postgres` adds a server that is killed as well. */
  readonly database: 'sqlite' | 'postgres';
}

export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const { database } = options;
  const env = cleanEnvironment();
  const source = await findTemporal({ env, cacheDir: join(ROOT, '.cache') });
  if (source.kind === 'external')
    throw new Error('the tests kill Temporal and need a server of their own');
  const workDir = mkdtempSync(join(tmpdir(), 'kontor-crash-'));
  const dataDir = join(workDir, 'data');
  mkdirSync(dataDir);
  const operatorKey = `op_${randomBytes(24).toString('hex')}`;
  const ports: number[] = [];
  while (ports.length < 7) {
    const port = await chooseSteadyPort();
    if (!ports.includes(port)) ports.push(port);
  }
  const [api = 0, admin = 0, temporal = 0, ui = 0, trainingAdmin = 0, chain = 0, sql = 0] = ports;
  const postgres =
    database === 'postgres' ? await startPostgres({ isDurable: true, port: sql }) : null;
  const databaseUrl = postgres?.database('bank') ?? '';
  if (databaseUrl !== '') writeFileSync(databaseUrlFile(dataDir), databaseUrl);
  return {
    workDir,
    dataDir,
    url: `http://127.0.0.1:${api}`,
    temporalBinary: source.path,
    temporalPort: temporal,
    chainPort: chain,
    trainingAdminPort: trainingAdmin,
    postgres,
    operatorKey,
    output: openSync(join(workDir, 'output.log'), 'a'),
    env: {
      ...env,
      KONTOR_DATA_DIR: dataDir,
      ...WITHOUT_LIMITS,
      KONTOR_CACHE_DIR: join(ROOT, '.cache'),
      KONTOR_PORT: String(api),
      KONTOR_ADMIN_PORT: String(admin),
      KONTOR_TEMPORAL_PORT: String(temporal),
      KONTOR_TEMPORAL_UI_PORT: String(ui),
      KONTOR_CHAIN_PORT: String(chain),
      KONTOR_OPERATOR_KEY: operatorKey,
      KONTOR_DATABASE_URL: databaseUrl,
      // The webhook receivers run in this process.
      KONTOR_WEBHOOK_ALLOW: '127.0.0.0/8',
      KONTOR_LOG_LEVEL: 'warn',
    },
  };
}

/** Drops variables that the shell of the person who runs the tests may have set for a bank. */
function cleanEnvironment(): Record<string, string> {
  const environment = Object.entries(process.env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && !/^(KONTOR_|TEMPORAL_|NODE_OPTIONS|npm_)/.test(pair[0]),
  );
  return Object.fromEntries(environment);
}

/**
 * Returns a free port below those that the system assigns, so that no other process or connection
 * gets it while the bank is down.
 */
async function chooseSteadyPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

type Part = 'bank' | 'temporal' | 'chain';

/** Returns the process that a pid file names; null while it does not run. */
export function readPid({ dataDir }: Instance, name: Part): number | null {
  const holder = readPidFile(join(dataDir, `${name}.pid`));
  return holder && readStartTime(holder.pid) === holder.began ? holder.pid : null;
}

/** Waits until the process of a pid file runs, and returns its pid. */
export async function waitForPid(instance: Instance, name: Part): Promise<number> {
  const until = performance.now() + 60_000;
  for (;;) {
    const pid = readPid(instance, name);
    if (pid !== null) return pid;
    if (performance.now() > until) throw new Error(`no ${name} came up in 60 s`);
    await sleep(5);
  }
}

/** Kills processes with SIGKILL, waits until they have ended, and returns the time of the kill. */
export async function killAll(pids: readonly number[]): Promise<number> {
  const now = performance.now();
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It died by itself a moment ago.
    }
  }
  await waitUntilGone(pids);
  return now;
}

export async function waitUntilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => readStartTime(pid) !== null)) await sleep(2);
}

/** Returns every process whose arguments or environment name this run's data directory. */
export function listLeftovers({ dataDir }: Instance): string[] {
  if (process.platform !== 'linux') {
    const list = execFileSync('ps', ['-Eeo', 'pid=,args='], { encoding: 'utf8' });
    return list.split('\n').filter((line) => line.includes(dataDir));
  }
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const read = (file: string) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8');
      } catch {
        return '';
      }
    };
    const args = read('cmdline').replaceAll('\0', ' ');
    const isOurs = args.includes(dataDir) || read('environ').includes(dataDir);
    return isOurs && readStartTime(Number(pid)) !== null ? [`${pid} ${args.slice(0, 100)}`] : [];
  });
}

/** Ends every remaining process of this run. */
export async function killLeftovers(instance: Instance): Promise<void> {
  for (;;) {
    const pids = listLeftovers(instance).map((line) => Number.parseInt(line, 10));
    if (pids.length === 0) return;
    await killAll(pids);
  }
}
