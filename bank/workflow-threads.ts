// Configures the worker threads of Temporal's workflows, for which the SDK has no options.

import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const PRELOADED_FILE = fileURLToPath(new URL('workflow-thread.cjs', import.meta.url));
/** Name of the file that the SDK runs in these threads. */
const WORKFLOW_THREAD = 'workflow-worker-thread.js';

let keepsStacks = false;

class Thread extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const preloading = {
      execArgv: ['--require', PRELOADED_FILE],
      argv: keepsStacks ? ['stacks'] : [],
    };
    super(file, String(file).endsWith(WORKFLOW_THREAD) ? { ...options, ...preloading } : options);
  }
}

/**
 * Lets all workflow threads that start from now on load `workflow-thread.cjs` first.
 * @param withStacks true to support queries of the call stack, which cost a third of their time
 */
export function prepareWorkflowThreads(withStacks: boolean): void {
  keepsStacks = withStacks;
  // The SDK reads the class from this object.
  process.getBuiltinModule('node:worker_threads').Worker = Thread;
}
