// Adds to package-lock.json the entries that npm leaves out: the optional packages of other
// platforms that the registry at hand does not serve. Without them `npm ci` refuses the lock file
// on every machine. Run it after every `npm install <package>`: node scripts/complete-lock.mjs
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runScript, say } from './say.mjs';

/**
 * @typedef {{
 *   version?: string,
 *   dev?: boolean,
 *   optional?: boolean,
 *   os?: string[],
 *   cpu?: string[],
 *   libc?: string[],
 *   optionalDependencies?: Record<string, string>,
 * }} LockEntry
 */

const SYSTEMS = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const PROCESSORS = /\b(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)\b/;

/**
 * Returns entries for the optional packages that the packages of the lock file name and that have
 * no entry. A platform's package is tied to one exact version, so its entry needs no request to the
 * registry.
 * @param {Readonly<Record<string, LockEntry>>} packages
 * @returns {Record<string, LockEntry>}
 */
export function findMissing(packages) {
  /** @type {Record<string, LockEntry>} */
  const missing = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isReachable(packages, path, name)) continue;
      if (!/^\d+\.\d+\.\d+/.test(version)) continue;
      missing[`node_modules/${name}`] = makeEntry(name, version, dev === true);
    }
  }
  return missing;
}

/**
 * Looks for a package as Node does: in the folder's own node_modules, then in those above it.
 * @param {Readonly<Record<string, LockEntry>>} packages
 * @param {string} path
 * @param {string} name
 */
function isReachable(packages, path, name) {
  let folder = path;
  while (folder !== '') {
    if (packages[`${folder}/node_modules/${name}`]) return true;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/**
 * Makes an entry without a hash, which the lock file does not state: `npm install
 * --package-lock-only` in a folder without node_modules adds it, and test/tidy refuses a lock file
 * that lacks a hash.
 * @param {string} name
 * @param {string} version
 * @param {boolean} dev
 * @returns {LockEntry}
 */
function makeEntry(name, version, dev) {
  const processor = PROCESSORS.exec(name)?.[1];
  const system = SYSTEMS.exec(name)?.[1];
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(name.includes('musl') && { libc: ['musl'] }),
    optional: true,
    ...(system && { os: [system] }),
  };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    const missing = findMissing(lock.packages);
    const pairs = Object.entries({ ...lock.packages, ...missing });
    lock.packages = Object.fromEntries(pairs.sort(([a], [b]) => a.localeCompare(b, 'en')));
    if (Object.keys(missing).length > 0) {
      writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    }
    say(`package-lock.json: ${Object.keys(missing).length} packages of other platforms added`);
    return 0;
  });
}
