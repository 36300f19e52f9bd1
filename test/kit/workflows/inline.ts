// Workers of the suite run their workflows in the process of the test: a thread for each of them
// would load Temporal's SDK anew. Banks that are processes of their own keep their threads.

import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

// The SDK hooks into every promise of the process to answer a query for stack traces. Its threads
// run workflows alone; here each promise of the bank and of the test paid for it, with a function
// that is compiled each time.
Object.assign(globalHandlers, { setPromiseHook() {} });

/** The workers that start meanwhile run their workflows in this process. */
export async function withWorkflowsInline<T>(open: () => Promise<T>): Promise<T> {
  process.env.TEMPORAL_DEBUG = '1';
  try {
    return await open();
  } finally {
    delete process.env.TEMPORAL_DEBUG;
  }
}
