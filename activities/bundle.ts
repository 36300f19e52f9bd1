// Bundles the workflow code once and keeps the result, because bundling takes seconds and start-up
// should not. The cache is keyed by the content of everything that goes in.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['workflows', 'ledger'];

/**
 * The bundle of workflows/index.ts.
 * @param cacheDir where bundles are kept; created when it is missing
 */
export async function workflowBundle(cacheDir: string): Promise<{ code: string }> {
  const file = join(cacheDir, `workflows-${fingerprint()}.js`);
  try {
    return { code: readFileSync(file, 'utf8') };
  } catch {
    const workflowsPath = join(ROOT, 'workflows', 'index.ts');
    const { code } = await bundleWorkflowCode({ workflowsPath, logger: silent });
    mkdirSync(cacheDir, { recursive: true });
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, code);
    renameSync(partial, file);
    return { code };
  }
}

function fingerprint(): string {
  const hash = createHash('sha256').update(sdkVersion());
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function sdkVersion(): string {
  const read = createRequire(import.meta.url);
  return (read('@temporalio/workflow/package.json') as { version: string }).version;
}

const quiet = () => {};
const silent = {
  log: quiet,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
};
