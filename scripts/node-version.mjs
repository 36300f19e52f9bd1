// The Node that runs the scripts: this one, or, when it is too old, one that npm downloads into the
// project's cache. This file uses only Node's own modules, and no syntax that an old Node does not
// know.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from './say.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PINNED_NODE_DIR = fileURLToPath(new URL('node/', import.meta.url));
const PARENT_CHECK_MS = 500;

/** The range of package.json, which always reads `>=22.19`. */
const REQUIRED_VERSION = String(readJson(join(ROOT, 'package.json')).engines.node);

/**
 * Returns null when a Node can run the bank, otherwise the reason why it cannot.
 * @param {string} version such as 20.20.2
 * @param {string} range such as >=22.19
 * @returns {string | null}
 */
export function versionFault(version, range = REQUIRED_VERSION) {
  const [, major = 0, minor = 0] = (/>=(\d+)\.(\d+)/.exec(range) ?? []).map(Number);
  const [haveMajor = 0, haveMinor = 0] = version.split('.').map(Number);
  const isNewEnough = haveMajor > major || (haveMajor === major && haveMinor >= minor);
  return isNewEnough ? null : `Node ${version} is too old: Kontor needs Node ${range}`;
}

/**
 * Returns the path of the Node in the cache; downloads it when it is missing. npm verifies it
 * against the hash in scripts/node/package-lock.json.
 * @param {string} cacheDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 * @throws {Stop} when npm serves none for this machine
 */
export async function provideNode(cacheDir, env) {
  const name = `node-${process.platform}-${process.arch}`;
  const version = readJson(join(PINNED_NODE_DIR, 'package.json')).optionalDependencies[name];
  const installHint = `install Node ${REQUIRED_VERSION} and start again`;
  if (!version) throw new Stop(`no Node can be fetched for ${name.slice(5)}: ${installHint}`);
  const folder = join(cacheDir, `node-${version}`);
  const node = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(node)) return node;
  mkdirSync(cacheDir, { recursive: true });
  const draft = mkdtempSync(join(cacheDir, 'node.new-'));
  try {
    note(`fetching Node ${version} (50 MB) from the npm registry …`);
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(join(PINNED_NODE_DIR, file), join(draft, file));
    }
    const npm = npmCommand(env);
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const code = await run([...npm, ...args], { cwd: draft, env: withoutNpm(env) });
    if (code !== 0)
      throw new Stop(`npm fetched no Node ${version} (exit code ${code}): ${installHint}`);
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another start has already put the same Node there.
      if (!existsSync(node)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return node;
}

/**
 * Returns an environment in which `node`, also in `#!/usr/bin/env node`, is the given one.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(env, node) {
  const path = [dirname(node), env.PATH].filter(Boolean).join(delimiter);
  return { ...env, PATH: path, NODE: node, npm_node_execpath: node };
}

/**
 * Runs a program in place of this process, with the same input and output and with signals passed
 * on. Returns its exit code.
 * @param {readonly string[]} command
 * @param {{ env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function runInPlace(command, { env }) {
  return run(command, { env, stdio: 'inherit', passSignals: true });
}

/**
 * @param {readonly string[]} command
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} [options.cwd]
 * @param {import('node:child_process').StdioOptions} [options.stdio] by default its output goes to standard error
 * @param {boolean} [options.passSignals]
 * @returns {Promise<number>}
 */
function run([program = '', ...args], { env, cwd, stdio = ['ignore', 2, 2], passSignals = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
    if (!passSignals) return;
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => child.kill(signal));
    }
    // When npm is asked to end, it ends the shell between npm and this process, so only the missing
    // parent reveals that.
    const parentPid = process.ppid;
    const watchParent = () => {
      if (process.ppid !== parentPid) child.kill('SIGTERM');
    };
    if (env.npm_lifecycle_event) setInterval(watchParent, PARENT_CHECK_MS).unref();
  });
}

/**
 * Returns the npm that runs this script, which need not be the one on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function npmCommand(env) {
  return env.npm_execpath?.endsWith('.js') ? [process.execPath, env.npm_execpath] : ['npm'];
}

/**
 * Removes npm's variables: under `npm start` they name this package as the one to work on.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpm(env) {
  const local = /^npm_config_(local_)?prefix$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !local.test(name)));
}

/**
 * Prints errors to stderr: the output of a script stays readable by machines.
 * @param {string} line
 */
export function note(line) {
  process.stderr.write(`kontor: ${line}\n`);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
