// The development chain: one anvil process on a state file, tethered to its parent.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordPid } from './pid-file.mjs';
import { spawnTethered } from './tether.mjs';

/** The chain id of the development chain, in bank/config/settings.ts as well: a test compares them. */
export const DEV_CHAIN_ID = 777_003;

const STOP_GRACE_MS = 5_000;
const LOG_FILE_BYTES = 16 * 1024 * 1024;

/** Names of the processors in the names of the binary's packages. */
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };

/**
 * Path of the anvil binary; null where its package is not installed or has none for this machine.
 * @param {{ platform?: string, arch?: string }} [machine] tests name another one
 * @returns {string | null}
 */
export function findAnvil({ platform = process.platform, arch = process.arch } = {}) {
  const processor = PROCESSORS[/** @type {keyof typeof PROCESSORS} */ (arch)];
  if (!processor) return null;
  const name = `@foundry-rs/anvil-${platform}-${processor}/package.json`;
  const binary = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(name));
    const path = join(folder, 'bin', binary);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/**
 * @typedef {object} ChainOptions
 * @property {string} binary path of anvil
 * @property {number} port
 * @property {string | null} stateFile kept between starts; null forgets everything
 * @property {string} logFile appended to
 * @property {string} [host] address to bind to; loopback, because any client may sign there
 * @property {string} [pidFile] where the pid is noted for the next start
 * @property {readonly string[]} [flags] more of anvil's own
 */

/**
 * Starts the process and returns at once. The state is written every second and when it stops, so
 * `kill -9` loses a second at most; lost transactions are sent again from the ledger.
 * @param {ChainOptions} options
 */
export async function launchChain(options) {
  const { stateFile, logFile, pidFile, host = '127.0.0.1' } = options;
  for (const file of [stateFile, logFile]) if (file) mkdirSync(dirname(file), { recursive: true });
  if (stateFile) repairState(stateFile);
  const output = openLog(logFile);
  const tethered = spawnTethered({
    command: options.binary,
    args: [
      ...['--host', host, '--port', String(options.port), '--chain-id', String(DEV_CHAIN_ID)],
      ...(stateFile ? ['--state', stateFile, '--state-interval', '1'] : []),
      // Its own log would list every request and slow it down.
      '--silent',
      ...(options.flags ?? []),
    ],
    env: { PATH: process.env.PATH ?? '', HOME: dirname(logFile), RUST_BACKTRACE: '0' },
    output,
    graceMs: STOP_GRACE_MS,
  });
  closeSync(output);
  if (pidFile) recordPid(pidFile, tethered.pid, 'chain');
  const forgetPid = () => {
    if (pidFile) rmSync(pidFile, { force: true });
  };
  const url = `http://${host}:${options.port}`;
  const ready = waitUntilReady(url, tethered.exited, logFile);
  ready.catch(() => undefined);
  return {
    pid: tethered.pid,
    url,
    exited: tethered.exited,
    ready,
    stop: () => tethered.stop(STOP_GRACE_MS).then(forgetPid),
    kill: () => tethered.kill().then(forgetPid),
  };
}

/**
 * Repairs the state file. A process killed while it writes leaves half a file, which no later start
 * can read. Then the chain begins anew, and the ledger anchors its newest checkpoint on the new
 * chain.
 *
 * Every start of anvil adds another first block to the file, and a later start takes any of them.
 * The first block distinguishes one chain from another, so only the oldest first block is kept.
 * @param {string} stateFile
 */
function repairState(stateFile) {
  if (!existsSync(stateFile)) return;
  const state = parse(readFileSync(stateFile, 'utf8'));
  if (state === null) return renameSync(stateFile, `${stateFile}.aside`);
  const { blocks } = state;
  if (!Array.isArray(blocks)) return;
  const firstBlocks = blocks.filter(isFirstBlock).sort((a, b) => timestampOf(a) - timestampOf(b));
  if (firstBlocks.length < 2) return;
  const keptBlocks = blocks.filter((block) => !isFirstBlock(block) || block === firstBlocks[0]);
  const draft = `${stateFile}.draft`;
  writeFileSync(draft, JSON.stringify({ ...state, blocks: keptBlocks }));
  renameSync(draft, stateFile);
}

/** @typedef {{ header?: { number?: string, timestamp?: string } }} Block */

/** @param {Block} block */
const isFirstBlock = ({ header }) => Number(header?.number) === 0;
/** @param {Block} block */
const timestampOf = ({ header }) => Number(header?.timestamp);

/**
 * @param {string} text
 * @returns {{ blocks?: Block[] } | null}
 */
function parse(text) {
  try {
    const state = JSON.parse(text);
    return typeof state === 'object' ? state : null;
  } catch {
    return null;
  }
}

/** @param {string} logFile */
function openLog(logFile) {
  const isFull = existsSync(logFile) && statSync(logFile).size > LOG_FILE_BYTES;
  if (isFull) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, 'a');
}

/**
 * @param {string} url
 * @param {Promise<unknown>} exited
 * @param {string} logFile
 */
async function waitUntilReady(url, exited, logFile) {
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  while ((await chainIdAt(url)) !== DEV_CHAIN_ID) {
    if (hasEnded) throw new Error(`the chain ended while it started: see ${logFile}`);
    await sleep(20);
  }
}

/** @param {string} url */
async function chainIdAt(url) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(1_000),
    });
    const { result } = /** @type {{ result?: string }} */ (await answer.json());
    return Number(result);
  } catch {
    return null;
  }
}
