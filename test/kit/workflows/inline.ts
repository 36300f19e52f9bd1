// Workers of the suite run workflows in the process of the test, because a thread for each of them
// would load Temporal's SDK again. Banks in other processes keep their threads.

import { Worker, type WorkerOptions } from '@temporalio/worker';
import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

// The SDK sets a hook on every promise to answer queries for stack traces. Its threads run only
// workflows; in this process the hook would slow every promise of the bank and of the test.
Object.assign(globalHandlers, { setPromiseHook() {} });

// The SDK limits each call into a workflow to five seconds, for which Node starts a thread each time.
const { create } = ReusableVMWorkflowCreator;
const NO_LIMIT = undefined as unknown as number;
Object.assign(ReusableVMWorkflowCreator, {
  create: (...[bundle, , names, patch]: Parameters<typeof create>) =>
    create.call(ReusableVMWorkflowCreator, bundle, NO_LIMIT, names, patch),
});

// The SDK parses the source map of the bundle and runs the bundle once for debuggers, for each of the
// hundreds of workers of a process. Workers of one bundle share the result.
type ParseBundle = (
  options: { workflowBundle?: { code?: string } },
  log: unknown,
) => Promise<object>;
const parser = Worker as unknown as { getOrCreateBundle: ParseBundle };
const parse = parser.getOrCreateBundle.bind(Worker);
const parsed = new Map<string, Promise<object>>();
parser.getOrCreateBundle = (options, log) => {
  const code = options.workflowBundle?.code;
  if (code === undefined) return parse(options, log);
  const known = parsed.get(code) ?? parse(options, log);
  parsed.set(code, known);
  return known;
};

// Each poller of a worker costs a request at its start and one at its end, and a test has few
// workflows at a time: a worker begins with fewer than in production, and adds some when tasks wait.
const FEW_POLLERS = { type: 'autoscaling', minimum: 2, initial: 3, maximum: 16 } as const;
const createWorker = Worker.create.bind(Worker);
Object.assign(Worker, {
  create: (options: WorkerOptions) =>
    createWorker(
      options.workflowTaskPollerBehavior
        ? { ...options, workflowTaskPollerBehavior: FEW_POLLERS }
        : options,
    ),
});

/** Calls `open`; workers that start meanwhile run workflows in this process. */
export async function withWorkflowsInline<T>(open: () => Promise<T>): Promise<T> {
  process.env.TEMPORAL_DEBUG = '1';
  try {
    return await open();
  } finally {
    delete process.env.TEMPORAL_DEBUG;
  }
}
