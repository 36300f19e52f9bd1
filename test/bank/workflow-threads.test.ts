// Temporal's SDK runs workflows in worker threads, which the bank prepares.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';
import { DefaultLogger } from '@temporalio/worker';
import { parseWorkflowCode } from '@temporalio/worker/lib/worker.js';
import { ThreadedVMWorkflowCreator } from '@temporalio/worker/lib/workflow/threaded-vm.js';
import { expect, it, onTestFinished } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';
import { prepareWorkflowThreads } from '../../bank/workflow-threads.ts';
import { temporaryFolder } from '../scripts/harness.ts';

/** The object from which the SDK reads the class `Worker`. */
const workerThreads = process.getBuiltinModule('node:worker_threads');
const WORKFLOW_THREAD = 'workflow-worker-thread.js';

/** Runs code with a time limit that Node refuses, which shows whether the limit is used. */
const CALLS = `const { createContext, Script } = require('node:vm');
const { parentPort } = require('node:worker_threads');
const call = (options) => {
  try { return new Script('6 * 7').runInContext(createContext({}), options); } catch (error) { return error.code; }
};
parentPort.postMessage([call(), call({ timeout: -1 })]);`;
const HANDLERS = createRequire(import.meta.url).resolve(
  '@temporalio/worker/lib/workflow/vm-shared.js',
);
const HOOKS = `const { globalHandlers } = require(${JSON.stringify(HANDLERS)});
globalHandlers.install();
require('node:worker_threads').parentPort.postMessage(globalHandlers.promiseHookInstalled);`;

/** Runs code in a thread whose file has this name. Returns the message of the thread. */
async function runInThread(name: string, code: string): Promise<unknown> {
  const file = join(await temporaryFolder(), name);
  writeFileSync(file, code);
  const thread = new workerThreads.Worker(file);
  const [answer] = await once(thread, 'message');
  return answer;
}

it('a workflow thread runs code without a time limit; other threads keep their limits', async () => {
  prepareWorkflowThreads(false);
  expect(await runInThread(WORKFLOW_THREAD, CALLS)).toEqual([42, 42]);
  expect(await runInThread('another.js', CALLS)).toEqual([42, 'ERR_OUT_OF_RANGE']);
});

it('the SDK records the stacks of workflow promises only when call stacks are enabled', async () => {
  for (const withStacks of [false, true]) {
    prepareWorkflowThreads(withStacks);
    expect(await runInThread(WORKFLOW_THREAD, HOOKS)).toBe(withStacks);
  }
});

it('the SDK starts workflow threads with the options that the bank sets', async () => {
  prepareWorkflowThreads(false);
  const startedFiles: string[] = [];
  const PreparedWorker = workerThreads.Worker;
  onTestFinished(() => {
    workerThreads.Worker = PreparedWorker;
  });
  workerThreads.Worker = class extends PreparedWorker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(file, options);
      startedFiles.push(String(file).split('/').at(-1) ?? '');
    }
  };
  const { code } = await workflowBundle(fileURLToPath(new URL('../../.cache', import.meta.url)));
  const threads = await ThreadedVMWorkflowCreator.create({
    threadPoolSize: 1,
    workflowBundle: parseWorkflowCode(code),
    isolateExecutionTimeoutMs: 5_000,
    reuseV8Context: true,
    registeredActivityNames: new Set(),
    logger: new DefaultLogger('ERROR'),
  });
  await threads.destroy();
  expect(startedFiles).toEqual([WORKFLOW_THREAD]);
});
