// Bundles modules/workflows.ts into the file of its first argument. Runs as a separate process (see
// bundle.ts).

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { writeCachedText } from './cached-text.ts';

const [file, ...modules] = process.argv.slice(2);
if (file === undefined) throw new Error('expected the path of the bundle as argument');

const { resolve } = createRequire(import.meta.url);
const noop = () => {};
const logger = { log: noop, trace: noop, debug: noop, info: noop, warn: noop, error: noop };
const workflowsPath = fileURLToPath(new URL('../modules/workflows.ts', import.meta.url));
const queriesPath = fileURLToPath(new URL('../workflows/queries.ts', import.meta.url));
const { code } = await bundleWorkflowCode({
  workflowsPath,
  workflowInterceptorModules: [queriesPath, ...modules.map((path) => resolve(path))],
  logger,
});
writeCachedText(file, code);
