// The threads of Temporal's workflows, which the SDK starts by itself and lets nobody configure.

import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const BEFORE = fileURLToPath(new URL('workflow-thread.cjs', import.meta.url));
/** The file that the SDK starts. */
const OF_WORKFLOWS = 'workflow-worker-thread.js';

class Thread extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const isOurs = String(file).endsWith(OF_WORKFLOWS);
    super(file, isOurs ? { ...options, execArgv: ['--require', BEFORE] } : options);
  }
}

/** Has the threads of workflows that are started from now on load `workflow-thread.cjs` first. */
export function prepareWorkflowThreads(): void {
  // The SDK reads the class from this object.
  process.getBuiltinModule('node:worker_threads').Worker = Thread;
}
