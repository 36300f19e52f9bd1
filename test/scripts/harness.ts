// Runs the real supervisor with the fake bank on free ports and in a new data directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { readStartTime } from '../../scripts/run/pid-file.mjs';
import { freePort } from '../../scripts/run/ports.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-scripts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** Polls until `check` returns a result; the error has the label of the missing result. */
export async function pollUntil<T>(
  label: string,
  check: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  limitMs = 30_000,
): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > until) throw new Error(`${label}: not within ${limitMs} ms`);
    await sleep(20);
  }
}

export const isAlive = (pid: number): boolean => readStartTime(pid) !== null;

/**
 * Returns the environment without variables that the shell of the person who runs the tests may
 * have set for a bank.
 */
export function cleanEnvironment(): Record<string, string> {
  const environment = Object.entries(process.env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && !/^(KONTOR_|TEMPORAL_|NODE_OPTIONS|npm_)/.test(pair[0]),
  );
  return Object.fromEntries(environment);
}

export interface Instance {
  readonly dataDir: string;
  readonly env: Record<string, string>;
}

/**
 * Ports and a data directory, which all starts of an instance share.
 * @param folder folder of a caller outside of a test, who removes it
 */
export async function newInstance(folder?: string): Promise<Instance> {
  const dataDir = folder ?? (await temporaryFolder());
  const [api, admin, temporal, ui, chain] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const env = {
    ...cleanEnvironment(),
    KONTOR_DATA_DIR: dataDir,
    KONTOR_PORT: String(api),
    KONTOR_ADMIN_PORT: String(admin),
    KONTOR_TEMPORAL_PORT: String(temporal),
    KONTOR_TEMPORAL_UI_PORT: String(ui),
    KONTOR_CHAIN_PORT: String(chain),
  };
  return { dataDir, env };
}

/** Sets the behaviour of the fake bank from its next start on; see fake-bank.ts. */
export function order(instance: Instance, text: string): Promise<void> {
  return writeFile(join(instance.dataDir, 'fake-bank.orders'), text);
}

/** Returns the records of the fake bank: `pid event`, one line for each event. */
export function notes(instance: Instance): string {
  const file = join(instance.dataDir, 'fake-bank.notes');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function pidIn(
  instance: Instance,
  name: 'supervisor' | 'bank' | 'temporal' | 'chain',
): number {
  return Number(JSON.parse(readFileSync(join(instance.dataDir, `${name}.pid`), 'utf8')).pid);
}

export interface Run {
  readonly process: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  output(): string;
  /** Waits until a text was printed. */
  says(text: string): Promise<string>;
}

const FAKE_BANK = ['--bank', fileURLToPath(new URL('./fake-bank.ts', import.meta.url))];

/** Starts the script of `npm start`; processes that still run at the end of the test are killed. */
export function start(instance: Instance, ...args: string[]): Run {
  const script = join(ROOT, 'scripts', 'start.mjs');
  return watch(instance, process.execPath, [script, ...FAKE_BANK, ...args]);
}

/** Starts an instance with `npm start`. */
export function startWithNpm(instance: Instance): Run {
  return watch(instance, 'npm', ['start', '--silent', '--', ...FAKE_BANK]);
}

function watch({ env }: Instance, command: string, args: readonly string[]): Run {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const waitForOutput = (text: string) =>
    pollUntil(`"${text}" in the output`, () => output.includes(text) && output).catch((error) => {
      throw new Error(`${error.message}; the output was:\n${output}`, { cause: error });
    });
  return { process: child, exited, output: () => output, says: waitForOutput };
}
