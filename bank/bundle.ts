// Bundles the workflow code and caches the result, because bundling takes seconds. The cache is
// keyed by the content of all sources.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readCachedText } from './cached-text.ts';

const run = promisify(execFile);
const BUNDLE_PROGRAM = fileURLToPath(new URL('./make-bundle.ts', import.meta.url));
/** The interceptors that carry traces through workflows. */
const TRACING = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['workflows', 'ledger', 'modules'];
const isBundled = (folder: string, name: string) =>
  folder !== 'modules' || name.endsWith('workflows.ts');
/** Version of the format of the cached file. */
const FORMAT_VERSION = 2;

/**
 * Returns the bundle of modules/workflows.ts.
 * @param cacheDir folder of the cache, created when it is missing
 * @param isTraced true to include the interceptors that carry traces
 */
export async function workflowBundle(
  cacheDir: string,
  isTraced = false,
): Promise<{ code: string }> {
  const name = isTraced ? `workflows-traced-${fingerprint()}.js` : `workflows-${fingerprint()}.js`;
  const file = join(cacheDir, name);
  const cache = readCachedText(file);
  if (cache !== null) return { code: cache };
  mkdirSync(cacheDir, { recursive: true });
  // In a separate process, because the bundler does not free 150 MB of memory.
  await run(process.execPath, [BUNDLE_PROGRAM, file, ...(isTraced ? [TRACING] : [])]);
  const code = readCachedText(file);
  if (code === null) throw new Error(`${file} is not the bundle that was written there`);
  return { code };
}

/** Computed once: the sources do not change while the process runs. */
let name: string | null = null;

function fingerprint(): string {
  name ??= hashOfSources();
  return name;
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(`${FORMAT_VERSION} ${sdkVersion()}`);
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      if (name.endsWith('.ts') && isBundled(folder, name))
        hash.update(name).update(readFileSync(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function sdkVersion(): string {
  const read = createRequire(import.meta.url);
  return (read('@temporalio/workflow/package.json') as { version: string }).version;
}
