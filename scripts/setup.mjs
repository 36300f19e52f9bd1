// Prepares a fresh clone so that the bank can start. It uses only Node's own modules, because it
// runs before `npm ci`. `node scripts/setup.mjs` runs it alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { npmCommand, versionFault } from './node-version.mjs';
import { claimPidFile, PidFileHeld } from './run/pid-file.mjs';
import { findTemporal } from './run/temporal-binary.mjs';
import { runScript, Stop, say, showProgress } from './say.mjs';

/** Maximum number of quoted characters of npm's output, from its end, which contains the reason. */
const MAX_ERROR_CHARACTERS = 20_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Checks Node, installs the packages when they are missing or not those of the lock file, makes the
 * generated code when it is missing or old, and finds Temporal. With everything in place it takes
 * about 50 ms.
 * @param {{ root?: string, env?: NodeJS.ProcessEnv }} [options] tests name another root
 * @returns {Promise<{ temporal: import('./run/temporal-binary.mjs').TemporalSource }>}
 * @throws {Stop} with a remedy in one sentence
 */
export async function setup({ root = ROOT, env = process.env } = {}) {
  const nodeFault = versionFault(process.versions.node);
  if (nodeFault !== null) throw new Stop(`${nodeFault}; \`npm start\` and \`npm test\` fetch one`);
  await installPackages(root, env);
  if (root === ROOT) await generateCode();
  return { temporal: await findTemporal({ env, cacheDir: join(root, '.cache') }) };
}

/**
 * Returns null when `node_modules` matches `package-lock.json`, otherwise the difference.
 * @param {string} root
 * @returns {string | null}
 */
export function packagesFault(root) {
  const packages = readJson(join(root, 'package-lock.json'))?.packages;
  if (!packages) return null;
  // npm writes this file last, so an installation that was interrupted has none.
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return 'the packages are not installed';
  // Contents are compared, not dates: a clone or a change of branch only changes the date of the
  // lock file.
  const isSame = (/** @type {string} */ path) =>
    packages[path]?.version === present[path]?.version &&
    packages[path]?.integrity === present[path]?.integrity;
  const isMissing = (/** @type {string} */ path) =>
    path !== '' && !present[path] && !packages[path].optional && !packages[path].devOptional;
  const differs = Object.keys(present).find((path) => !isSame(path));
  const missing = Object.keys(packages).find(isMissing);
  const unusable = differs ?? missing;
  return unusable === undefined ? null : `${unusable} is not what package-lock.json says`;
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
async function installPackages(root, env) {
  if (packagesFault(root) === null) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const lock = await waitForTurn(join(root, '.cache', 'setup.pid'));
  try {
    // Another process may have installed them meanwhile.
    const reason = packagesFault(root);
    if (reason !== null) {
      const title = `Installing the packages with npm ci, because ${reason}`;
      await showProgress(title, () => npmCi(root, env), measureInstalled(root));
    }
  } finally {
    lock.release();
  }
}

/**
 * Returns a function for the share of installed packages. npm creates their folders first and fills
 * them later, so a package counts once its package.json exists.
 * @param {string} root
 * @returns {() => number}
 */
function measureInstalled(root) {
  const names = Object.keys(readJson(join(root, 'package-lock.json'))?.packages ?? {});
  const files = names
    .filter((path) => path.startsWith('node_modules/'))
    .map((path) => join(root, path, 'package.json'));
  return () => files.filter((file) => existsSync(file)).length / Math.max(1, files.length);
}

/** Makes the code that packages/ derives from the OpenAPI documents. */
async function generateCode() {
  // Imported here, because its dependencies may just have been installed.
  const { makeGeneratedCode } = await import('../packages/generator/make.ts');
  if (await makeGeneratedCode()) say('Made the generated code of packages/.');
}

/** @param {string} pidFile */
async function waitForTurn(pidFile) {
  for (let isShown = false; ; isShown = true) {
    try {
      return claimPidFile(pidFile, 'setup');
    } catch (error) {
      if (!(error instanceof PidFileHeld)) throw error;
      if (!isShown) say(`Process ${error.holder.pid} installs the packages: waiting for it …`);
      await sleep(200);
    }
  }
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
function npmCi(root, env) {
  const [command = 'npm', ...first] = npmCommand(env);
  return new Promise((resolve, reject) => {
    const quiet = ['--no-fund', '--no-audit', '--no-progress', '--loglevel=error'];
    const child = spawn(command, [...first, 'ci', ...quiet], {
      cwd: root,
      // The installation script of ONNX Runtime would download CUDA files; the CPU binaries are in
      // the package.
      env: { ...env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // npm's errors are printed at the end: until then the terminal shows the line of progress.
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errorOutput = (errorOutput + text).slice(-MAX_ERROR_CHARACTERS);
    });
    const remedy = 'mend what npm says above (is the registry reachable?) and start again';
    child.once('error', (cause) => {
      reject(new Stop(`npm could not be started (${cause.message}): install npm`, { cause }));
    });
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      process.stderr.write(`\n${errorOutput}`);
      reject(new Stop(`npm ci ended with ${code ?? signal}: ${remedy}`));
    });
  });
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    const { temporal } = await setup();
    const server =
      temporal.kind === 'external'
        ? `the server at ${temporal.address}`
        : `${temporal.version} (${temporal.from}: ${temporal.path})`;
    say(`Everything is in place. Node ${process.versions.node}; Temporal: ${server}`);
    return 0;
  });
}
