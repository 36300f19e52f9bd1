// One execution of a smart-contract function, from acceptance to its final state: simulate it, hand
// it to the signer, follow it through the chain, settle its hold. The row records what has been
// done, so this may stop anywhere and start again.

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
const { simulateExecution } = step('ask the chain whether it would succeed');
const { followExecution } = step('write what the chain says, and settle what is final');
const { sendExecution } = proxyLocalActivities<ExecutionActivities>(
  moneyStep('check the hold and hand it to the signer'),
);

const chainMoved = defineSignal<[{ transactionId: string }]>(CHAIN_MOVED);
const look = defineSignal(CHECK_AGAIN);

/** Milliseconds between checks when no signal says that something moved: doubled up to a minute. */
const FIRST_POLL_MS = 1_000;
const LAST_POLL_MS = 60_000;

/** Carries one execution; returns the state in which it ended. */
export async function contractExecution({ executionId }: ExecutionInput): Promise<ExecutionStatus> {
  let hasNews = false;
  const hear = () => {
    hasNews = true;
  };
  setHandler(chainMoved, hear);
  setHandler(look, hear);

  return CancellationScope.nonCancellable(async () => {
    const input = { executionId };
    setCurrentDetails(executionText('queued'));
    let standing = await finishWhenCancelled(() => simulateExecution(input));
    if (standing.status === 'simulated') {
      standing = await finishWhenCancelled(() => sendExecution(input));
      if (!isExecutionOver(standing.status))
        await signalToCheck(chainSignerId(workflowInfo().taskQueue));
    }
    for (let pauseMs = FIRST_POLL_MS; !isExecutionOver(standing.status); ) {
      hasNews = false;
      standing = await finishWhenCancelled(() => followExecution(input));
      if (isExecutionOver(standing.status)) break;
      if (workflowInfo().continueAsNewSuggested)
        return continueAsNew<typeof contractExecution>(input);
      setCurrentDetails(executionText(standing.status));
      const moved = await condition(() => hasNews, pauseMs, { summary: 'next look' });
      pauseMs = moved ? FIRST_POLL_MS : Math.min(2 * pauseMs, LAST_POLL_MS);
    }
    const { status, settlement, transactionId } = standing;
    setCurrentDetails(executionText(status));
    upsertSearchAttributes(stateAttributes(status));
    // The transaction's own workflow waits for a message that it will not get.
    if (settlement === 'done' && transactionId)
      await signalToCheck(transferWorkflowId(transactionId));
    return status;
  });
}
