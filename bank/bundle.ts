// Bundles the workflow code once and keeps the result, because bundling takes seconds and start-up
// should not. The cache is keyed by the content of everything that goes in.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keptText } from './kept-text.ts';

const run = promisify(execFile);
const MAKER = fileURLToPath(new URL('./make-bundle.ts', import.meta.url));
/** Carries traces through workflows. */
const TRACING = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['workflows', 'ledger', 'modules'];
const isBundled = (folder: string, name: string) =>
  folder !== 'modules' || name.endsWith('workflows.ts');
/** Version of the file's format: each version has its own file name. */
const FORM = 2;

/**
 * The bundle of modules/workflows.ts.
 * @param cacheDir where bundles are kept; created when it is missing
 * @param isTraced with the interceptors that carry traces
 */
export async function workflowBundle(
  cacheDir: string,
  isTraced = false,
): Promise<{ code: string }> {
  const name = isTraced ? `workflows-traced-${fingerprint()}.js` : `workflows-${fingerprint()}.js`;
  const file = join(cacheDir, name);
  const kept = keptText(file);
  if (kept !== null) return { code: kept };
  mkdirSync(cacheDir, { recursive: true });
  // Apart: the bundler leaves 150 MB behind in the process that ran it.
  await run(process.execPath, [MAKER, file, ...(isTraced ? [TRACING] : [])]);
  const code = keptText(file);
  if (code === null) throw new Error(`${file} is not the bundle that was written there`);
  return { code };
}

/** The sources of a process stay as they are. */
let known: string | null = null;

function fingerprint(): string {
  known ??= hashOfSources();
  return known;
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(`${FORM} ${sdkVersion()}`);
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
