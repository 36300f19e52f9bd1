// The bank's own process as the supervisor sees it: how it is started and when it is ready.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Stop } from '../say.mjs';
import { sendRequest } from './http-request.mjs';
import { recordPid } from './pid-file.mjs';
import { reachableHost } from './ports.mjs';
import { spawnTethered } from './tether.mjs';

/**
 * @typedef {Omit<
 *   import('../../bank/config/settings.ts').Config, 'operatorKey' | 'payloadKey' | 'chain'
 * > & {
 *   chain: Pick<import('../../bank/config/settings.ts').ChainConfig, 'mode' | 'external' | 'port'>
 * }} PublicConfig
 */

/** Exit code of a process whose configuration cannot be used (EX_CONFIG): no restart helps. */
export const CONFIG_EXIT = 78;

// The bank drains within 15 s; after that its work is stored in its database and it may be killed.
export const BANK_STOP_MS = 20_000;

/**
 * Options of Node for the memory of JavaScript. Objects of a request are garbage once it is
 * answered, a tenth of a second later under load: a young generation that lasts as long keeps them
 * out of the old one (in MiB; Node's own is 16). The old generation is collected when it has grown
 * by three tenths; without the option Node lets it double or more under load.
 */
export const HEAP_OPTIONS = ['--max-semi-space-size=32', '--heap-growing-percent=30'];

/**
 * Environment of the bank's process, which its own environment overrides. The C library keeps free
 * memory in pools, up to eight for each processor, and the bank has many threads: with two pools it
 * holds some 80 MB less under load.
 */
export const BANK_ENV = { MALLOC_ARENA_MAX: '2' };

/**
 * The options of Node with which the bank runs. From Node 24 on, asynchronous context is kept in
 * frames; Node 22 and 23 do so with an option, and each promise costs less.
 * @param {string} [version] such as 22.23.3
 * @returns {string[]}
 */
export function nodeOptions(version = process.versions.node) {
  const hasFrames = Number(version.split('.')[0]) >= 24;
  return [...HEAP_OPTIONS, ...(hasFrames ? [] : ['--experimental-async-context-frame'])];
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<PublicConfig>}
 */
export async function readConfig(env) {
  const script = fileURLToPath(new URL('read-config.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput += text;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  if (code === 0) return JSON.parse(output);
  throw new Stop(errorOutput.trim(), { exitCode: code === CONFIG_EXIT ? CONFIG_EXIT : 1 });
}

/**
 * @param {{ entry: string, env: NodeJS.ProcessEnv, config: PublicConfig, pidFile: string,
 *   hear: (message: unknown) => void }} options
 */
export async function launchBank({ entry, env, config, pidFile, hear }) {
  const tethered = spawnTethered({
    command: process.execPath,
    args: [...nodeOptions(), entry],
    env: { ...BANK_ENV, ...env },
    output: 'inherit',
    ipc: true,
    hear,
    graceMs: BANK_STOP_MS,
  });
  recordPid(pidFile, tethered.pid, 'bank');
  const forgetPid = () => rmSync(pidFile, { force: true });
  const ready = waitUntilReady(config, tethered.exited);
  ready.catch(() => undefined);
  return {
    exited: tethered.exited,
    ready,
    stop: () => tethered.stop(BANK_STOP_MS).then(forgetPid),
    kill: () => tethered.kill().then(forgetPid),
  };
}

/**
 * @param {PublicConfig} config
 * @param {Promise<unknown>} exited
 */
async function waitUntilReady(config, exited) {
  const url = `http://${reachableHost(config.adminHost)}:${config.adminPort}/readyz`;
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  while ((await sendRequest(url)).status !== 200) {
    if (hasEnded) throw new Error('the bank ended before it was ready');
    await sleep(50);
  }
}
