// One execution of a smart-contract function, from acceptance to its final state: simulates the
// call, hands it to the signer, follows it on the chain and settles its hold. The row records the
// progress, so the workflow can be stopped and restarted at any point.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ExecutionActivities } from '../activities/executions.ts';
import { type ExecutionStatus, isExecutionOver } from '../ledger/execution.ts';
import { chainSignerId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { CHAIN_MOVED, CHECK_AGAIN, type ExecutionInput } from './messages.ts';
import { chainStep, finishWhenCancelled, moneyStep } from './policies.ts';
import { stateAttributes } from './search-attributes.ts';
import { signalToCheck } from './signal.ts';
import { executionText } from './states.ts';

const step = (summary: string) => proxyActivities<ExecutionActivities>(chainStep(summary));
const { simulateExecution } = step('simulate the call on the chain');
const { followExecution } = step('record the state on the chain, and settle a final execution');
const { sendExecution } = proxyLocalActivities<ExecutionActivities>(
  moneyStep('check the hold and order the call from the signer'),
);

const chainMoved = defineSignal<[{ transactionId: string }]>(CHAIN_MOVED);
const checkAgain = defineSignal(CHECK_AGAIN);

/** Milliseconds between checks without a signal: doubled after each, up to a minute. */
const FIRST_POLL_MS = 1_000;
const LAST_POLL_MS = 60_000;

/** Runs one execution to its end. Returns its final status. */
export async function contractExecution({ executionId }: ExecutionInput): Promise<ExecutionStatus> {
  let isSignalled = false;
  const onSignal = () => {
    isSignalled = true;
  };
  setHandler(chainMoved, onSignal);
  setHandler(checkAgain, onSignal);

  return CancellationScope.nonCancellable(async () => {
    const input = { executionId };
    setCurrentDetails(executionText('queued'));
    let state = await finishWhenCancelled(() => simulateExecution(input));
    if (state.status === 'simulated') {
      state = await finishWhenCancelled(() => sendExecution(input));
      if (!isExecutionOver(state.status))
        await signalToCheck(chainSignerId(workflowInfo().taskQueue));
    }
    for (let pauseMs = FIRST_POLL_MS; !isExecutionOver(state.status); ) {
      isSignalled = false;
      state = await finishWhenCancelled(() => followExecution(input));
      if (isExecutionOver(state.status)) break;
      if (workflowInfo().continueAsNewSuggested)
        return continueAsNew<typeof contractExecution>(input);
      setCurrentDetails(executionText(state.status));
      const wasSignalled = await condition(() => isSignalled, pauseMs, { summary: 'next check' });
      pauseMs = wasSignalled ? FIRST_POLL_MS : Math.min(2 * pauseMs, LAST_POLL_MS);
    }
    const { status, settlement, transactionId } = state;
    setCurrentDetails(executionText(status));
    upsertSearchAttributes(stateAttributes(status));
    // The execution settled the transaction, whose own workflow still waits.
    if (settlement === 'done' && transactionId)
      await signalToCheck(transferWorkflowId(transactionId));
    return status;
  });
}
