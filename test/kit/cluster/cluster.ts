// A bank of several processes, as docker-compose.yml and the chart run it: one PostgreSQL, one
// Temporal, a shared folder of files, and processes that a test starts, stops and kills.

import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/run/ports.mjs';
import { startTemporal } from '../../../scripts/run/temporal-server.mjs';
import { spawnTethered, type Tethered } from '../../../scripts/run/tether.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 240_000;
const STOP_MS = 30_000;

/** A process of the bank, with the same ports and environment at each start. */
export interface Member {
  readonly name: string;
  /** Address of the API; a process without an API does not answer there. */
  readonly url: string;
  readonly adminUrl: string;
  start(): void;
  /** Resolves once the process reports that it is ready. */
  ready(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL; resolves once the process has ended. */
  kill(): Promise<void>;
  /** Pid of the process that was started last. */
  pid(): number;
  /** Resolves with the exit code when the process ends by itself. */
  ended(): Promise<number | null>;
}

export interface Cluster {
  readonly folder: string;
  readonly temporalAddress: string;
  /**
   * Returns a process of the bank that is not started yet; of another version when its folder is
   * given.
   */
  member(name: string, env: Readonly<Record<string, string>>, root?: string): Promise<Member>;
  /** Runs a program to its end and returns its output. Rejects when it fails. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  /** Output of the processes. */
  output(): string;
  close(): Promise<void>;
}

/** An external Temporal server: its address, and the settings with which a bank connects to it. */
export interface ExternalTemporal {
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
}

/** @param using the CLI, which starts a development server, or an external server */
export async function openCluster(using: string | ExternalTemporal): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-cluster-'));
  const dataDir = join(folder, 'files');
  mkdirSync(dataDir);
  const temporalOfCluster =
    typeof using === 'string' ? await startOwnTemporal(using, folder) : null;
  const temporal = temporalOfCluster ?? (using as ExternalTemporal);
  const outputFile = join(folder, 'output.log');
  const output = openSync(outputFile, 'a');
  const members: Member[] = [];
  const commonEnv = {
    ...readCleanEnvironment(),
    KONTOR_DATA_DIR: dataDir,
    KONTOR_CACHE_DIR: join(ROOT, '.cache'),
    SWC_NATIVE_BINDING_CACHE: join(ROOT, '.cache', 'swc'),
    TEMPORAL_ADDRESS: temporal.address,
    ...('env' in temporal ? temporal.env : {}),
  };

  return {
    folder,
    temporalAddress: temporal.address,
    async member(name, env, root = ROOT) {
      const [port, adminPort] = [await freePort(), await freePort()];
      const ports = { KONTOR_PORT: String(port), KONTOR_ADMIN_PORT: String(adminPort) };
      const host = { KONTOR_HOST: '127.0.0.1' };
      const member = createMember(
        name,
        { ...commonEnv, ...env, ...host, ...ports },
        { output, outputFile, root },
      );
      members.push(member);
      return member;
    },
    async run(args, env) {
      const log = join(folder, `run-${members.length}-${performance.now()}.log`);
      const file = openSync(log, 'a');
      const child = spawnTethered({
        command: process.execPath,
        args: [...args],
        env: { ...commonEnv, ...env },
        output: file,
        graceMs: STOP_MS,
      });
      const { code } = await child.exited;
      closeSync(file);
      const text = readFileSync(log, 'utf8');
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${text}`);
      return text;
    },
    output: () => readFileSync(outputFile, 'utf8'),
    async close() {
      await Promise.all(members.map((member) => member.kill()));
      await temporalOfCluster?.kill();
      closeSync(output);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Output {
  readonly output: number;
  readonly outputFile: string;
  /** Folder of the program. */
  readonly root: string;
}

const startOwnTemporal = async (binary: string, folder: string) =>
  startTemporal({
    binary,
    port: await freePort(),
    uiPort: null,
    databaseFile: join(folder, 'temporal.db'),
    logFile: join(folder, 'temporal.log'),
  });

function createMember(name: string, env: Record<string, string>, out: Output): Member {
  let running: Tethered | null = null;
  const adminUrl = `http://127.0.0.1:${env.KONTOR_ADMIN_PORT}`;

  return {
    name,
    url: `http://127.0.0.1:${env.KONTOR_PORT}`,
    adminUrl,
    start() {
      running = spawnTethered({
        command: process.execPath,
        args: [join(out.root, 'bank', 'server.ts')],
        env,
        output: out.output,
        ipc: true,
        graceMs: STOP_MS,
      });
    },
    async ready() {
      const until = performance.now() + READY_WITHIN_MS;
      const isReady = () =>
        fetch(`${adminUrl}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
      while (!(await isReady())) {
        if (performance.now() > until) {
          const tail = readFileSync(out.outputFile, 'utf8').slice(-3_000);
          throw new Error(`${name} is not ready:\n${tail}`);
        }
        await sleep(50);
      }
    },
    async stop() {
      const stopping = running;
      running = null;
      const exit = await stopping?.stop(STOP_MS);
      return exit?.code ?? null;
    },
    pid: () => running?.pid ?? -1,
    async ended() {
      const exit = await running?.exited;
      return exit?.code ?? null;
    },
    async kill() {
      const killed = running;
      running = null;
      await killed?.kill();
    },
  };
}

/** Drops variables that the shell of the person who runs the tests may have set for a bank. */
function readCleanEnvironment(): Record<string, string> {
  const environment = Object.entries(process.env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && !/^(KONTOR_|TEMPORAL_|NODE_OPTIONS|OTEL_|npm_)/.test(pair[0]),
  );
  return Object.fromEntries(environment);
}
