// One Temporal server for the whole test run, on free ports, with a temporary database. Test files
// are separated by task queue and ids. It starts in a tenth of a second, so runs of unit tests have
// it, too. `inject('temporalAddress')` returns its address.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { workflowBundle } from '../../../bank/bundle.ts';
import { makeGeneratedCode } from '../../../packages/generator/make.ts';
import { freePort } from '../../../scripts/run/ports.mjs';
import { findTemporal } from '../../../scripts/run/temporal-binary.mjs';
import { startTemporal } from '../../../scripts/run/temporal-server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the run's Temporal server, with both namespaces and all search attributes. */
    temporalAddress: string;
    /** The CLI, for tests that start another server; null when TEMPORAL_ADDRESS is set. */
    temporalBinary: string | null;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url));
  await makeGeneratedCode();
  // Otherwise each process of the run would build it for its first bank.
  await workflowBundle(cacheDir);
  const source = await findTemporal({ env: process.env, cacheDir });
  if (source.kind === 'external') {
    project.provide('temporalAddress', source.address);
    project.provide('temporalBinary', null);
    return async () => undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'));
  const server = await startTemporal({
    binary: source.path,
    port: await freePort(),
    uiPort: null,
    databaseFile: join(folder, 'temporal.db'),
    logFile: join(folder, 'temporal.log'),
  });
  project.provide('temporalAddress', server.address);
  project.provide('temporalBinary', source.path);
  return async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
}
