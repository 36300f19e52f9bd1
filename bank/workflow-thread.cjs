// Loaded by the thread of Temporal's workflows before anything else. The SDK calls into its sandbox
// with a limit of five seconds some thirty times for each payment to a network, and Node starts a
// thread of the system for each limit: 0.13 to 0.24 ms of processor time in place of 0.001. The
// limit ends a workflow that loops without an end; this bank's own workflows are the only ones, and
// the server reports one whose task does not end.
'use strict';
const { Script } = require('node:vm');

const { runInContext } = Script.prototype;
Script.prototype.runInContext = function runWithoutLimit(context, { timeout, ...options } = {}) {
  return runInContext.call(this, context, options);
};

// For a query of the call stack the SDK keeps the stack of every promise, translated to the lines of
// the sources: a third of the time of this thread. The queries `status` and `history` show the state
// and the steps of a workflow.
if (!process.argv.includes('stacks')) {
  const { globalHandlers } = require('@temporalio/worker/lib/workflow/vm-shared.js');
  globalHandlers.setPromiseHook = () => {};
}
