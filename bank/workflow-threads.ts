// The threads of Temporal's workflows, which the SDK starts by itself and lets nobody configure.

import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const BEFORE = fileURLToPath(new URL('workflow-thread.cjs', import.meta.url));
/** The file that the SDK starts. */
const OF_WORKFLOWS = 'workflow-worker-thread.js';

let keepsStacks = false;

class Thread extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const ours = { execArgv: ['--require', BEFORE], argv: keepsStacks ? ['stacks'] : [] };
    super(file, String(file).endsWith(OF_WORKFLOWS) ? { ...options, ...ours } : options);
  }
}

/**
 * Has the threads of workflows that are started from now on load `workflow-thread.cjs` first.
 * @param withStacks true: they answer queries of the call stack, for a third of their time
 */
export function prepareWorkflowThreads(withStacks: boolean): void {
  keepsStacks = withStacks;
  // The SDK reads the class from this object.
  process.getBuiltinModule('node:worker_threads').Worker = Thread;
}
