// Blnk beside the bank: the program that BENCH_BLNK_BINARY names, or else the one that Go builds of
// its module, with a Redis of its own and a database on a PostgreSQL server that flushes each
// commit. It answers each request when it is booked (`skip_queue`); its workers, which would send
// webhooks and index, do not run.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/run/ports.mjs';
import type { PostgresServer } from '../scripts/run/postgres-server.ts';
import { spawnTethered, type Tethered } from '../scripts/run/tether.mjs';
import { temporaryFolder } from './measure.ts';

const MODULE = 'github.com/blnkfinance/blnk/cmd';
const VERSION = 'v0.15.2';
const BUILT_PROGRAM = fileURLToPath(new URL(`../.cache/blnk-${VERSION}`, import.meta.url));
const BUILD_LIMIT_MS = 15 * 60_000;
const CONNECTIONS = 50;
const STOP_MS = 5_000;
const ATTEMPTS = 100;
const LOG_TAIL = 500;

/** A running Blnk, or the reason why it does not run. */
export interface Blnk {
  readonly url: string | null;
  readonly reason: string;
  /** Pids of Blnk and of its Redis. */
  readonly pids: readonly number[];
  /** Versions and settings, for the table. */
  readonly about: string;
  stop(): Promise<void>;
}

/**
 * Returns the program of Blnk: that of BENCH_BLNK_BINARY, or else the one that Go builds once from
 * its module.
 * @throws Error with the reason when there is none
 */
function findBlnk(): string {
  const binary = process.env['BENCH_BLNK_BINARY'] ?? buildBlnk();
  if (spawnSync(binary, ['--help'], { stdio: 'ignore' }).status !== 0) {
    throw new Error(`${binary} does not run`);
  }
  if (redisVersion() === null)
    throw new Error('no redis-server here (Debian: apt install redis-server)');
  return binary;
}

function buildBlnk(): string {
  const binary = join(BUILT_PROGRAM, 'cmd');
  if (existsSync(binary)) return binary;
  const other = 'BENCH_BLNK_BINARY can name a program that is built already';
  if (spawnSync('go', ['version']).status !== 0) {
    throw new Error(`Go is not installed, so ${MODULE}@${VERSION} cannot be built; ${other}`);
  }
  mkdirSync(BUILT_PROGRAM, { recursive: true });
  const env = { ...process.env, GOBIN: BUILT_PROGRAM, CGO_ENABLED: '0' };
  const limits = { encoding: 'utf8', env, timeout: BUILD_LIMIT_MS } as const;
  const { status, stderr } = spawnSync('go', ['install', `${MODULE}@${VERSION}`], limits);
  if (status === 0) return binary;
  const reason = (stderr ?? '').trim().split('\n').at(-1)?.trim() || 'it took too long';
  throw new Error(`Go did not build ${MODULE}@${VERSION} (${reason}); ${other}`);
}

/** Starts Blnk and its Redis; the database is on the server. */
export async function startBlnk(server: PostgresServer): Promise<Blnk> {
  let binary: string;
  try {
    binary = findBlnk();
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error));
  }
  const folder = temporaryFolder();
  const [port, redisPort] = [await freePort(), await freePort()];
  const log = join(folder.path, 'log');
  const started: Tethered[] = [];
  const PATH = process.env['PATH'] ?? '';
  const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
    const output = openSync(log, 'a');
    const child = spawnTethered({ command, args, env, output, graceMs: STOP_MS });
    closeSync(output);
    started.push(child);
  };
  const stop = async () => {
    for (const child of started.reverse()) await child.stop(STOP_MS);
    folder.remove();
  };
  const redis = ['--bind', '127.0.0.1', '--port', String(redisPort), '--dir', folder.path];
  start('redis-server', [...redis, '--save', '', '--appendonly', 'no'], { PATH });
  const settings = {
    BLNK_PROJECT_NAME: 'bench',
    BLNK_DATA_SOURCE_DNS: `${server.database('blnk')}?sslmode=disable`,
    BLNK_DATABASE_MAX_OPEN_CONNS: String(CONNECTIONS),
    BLNK_DATABASE_MAX_IDLE_CONNS: String(CONNECTIONS),
    BLNK_REDIS_DNS: `127.0.0.1:${redisPort}`,
    BLNK_SERVER_PORT: String(port),
    BLNK_ENABLE_TELEMETRY: 'false',
  };
  const env = { PATH, ...settings };
  const migrated = spawnSync(binary, ['migrate', 'up'], { encoding: 'utf8', env });
  if (migrated.status !== 0) {
    await stop();
    return unavailable(`its migrations failed: ${migrated.stderr.slice(-LOG_TAIL)}`);
  }
  start(binary, ['start'], env);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const isUp = await fetch(`${url}/health`).then(
      () => true,
      () => false,
    );
    const pids = started.map(({ pid }) => pid);
    if (isUp) return { url, reason: '', pids, about: describeBinary(binary), stop };
    await pause(100);
  }
  const end = readFileSync(log, 'utf8').slice(-LOG_TAIL);
  await stop();
  return unavailable(`it did not answer within ${ATTEMPTS / 10} s: ${end}`);
}

function unavailable(reason: string): Blnk {
  return { url: null, reason, pids: [], about: '', stop: async () => {} };
}

function redisVersion(): string | null {
  const { status, stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return status === 0 ? (/v=(\S+)/.exec(stdout)?.[1] ?? 'of no stated version') : null;
}

/** Describes Blnk with the version that the binary contains, which Go has to read. */
function describeBinary(binary: string): string {
  const { stdout } = spawnSync('go', ['version', '-m', binary], { encoding: 'utf8' });
  const version = /^\s+mod\s+\S+\s+(\S+)/m.exec(stdout ?? '')?.[1] ?? 'of no stated version';
  const redis = `Redis ${redisVersion()} that keeps nothing on disk`;
  return `Blnk ${version}, ${CONNECTIONS} connections, skip_queue, without its workers, ${redis}`;
}
