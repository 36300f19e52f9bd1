// The runner of every command of package.json: `node scripts/run.mjs FILE [arguments]` runs the
// file on a Node that is new enough, and keeps compiled code from one start to the next.
import module from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { environmentOf, note, provideNode, runInPlace, versionFault } from './node-version.mjs';
import { runScript, Stop } from './say.mjs';

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url));
const [file, ...args] = process.argv.slice(2);

/** Runs the file with the Node of the cache. */
async function runOnCachedNode() {
  const node = await provideNode(CACHE, process.env);
  note(`${versionFault(process.versions.node)}; going on with ${node}`);
  const script = fileURLToPath(import.meta.url);
  return runInPlace([node, script, String(file), ...args], {
    env: environmentOf(process.env, node),
  });
}

if (!file || versionFault(process.versions.node) !== null) {
  await runScript(async () => {
    if (!file)
      throw new Stop('which file? node scripts/run.mjs FILE [arguments]', { exitCode: 64 });
    return runOnCachedNode();
  });
} else {
  // Child processes find the cache by the variable: the bank, its bundler, the test workers.
  process.env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  const path = resolve(file);
  process.argv.splice(1, process.argv.length, path, ...args);
  await import(pathToFileURL(path).href);
}
