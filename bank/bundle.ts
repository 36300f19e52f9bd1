// Bundles the workflow code once and keeps the result, because bundling takes seconds and start-up
// should not. The cache is keyed by the content of everything that goes in.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAKER = fileURLToPath(new URL('./make-bundle.ts', import.meta.url));
/** What carries traces through workflows. */
const TRACING = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['workflows', 'ledger'];

/**
 * The bundle of workflows/index.ts.
 * @param cacheDir where bundles are kept; created when it is missing
 * @param isTraced with the interceptors that carry traces
 */
export async function workflowBundle(
  cacheDir: string,
  isTraced = false,
): Promise<{ code: string }> {
  const name = isTraced ? `workflows-traced-${fingerprint()}.js` : `workflows-${fingerprint()}.js`;
  const file = join(cacheDir, name);
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    // Apart: the bundler leaves 150 MB behind in the process that ran it.
    const node = [MAKER, file, ...(isTraced ? [TRACING] : [])];
    await run(process.execPath, node);
  }
  return { code: readFileSync(file, 'utf8') };
}

function fingerprint(): string {
  const hash = createHash('sha256').update(sdkVersion());
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function sdkVersion(): string {
  const read = createRequire(import.meta.url);
  return (read('@temporalio/workflow/package.json') as { version: string }).version;
}
