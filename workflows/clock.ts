// Moves a developer's test clock to a later time and stops at every due time on the way: the
// payments started at one moment are settled before the clock moves to the next. Sandbox only.

import {
  CancellationScope,
  continueAsNew,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ScheduleActivities } from '../activities/schedules.ts';
import { railWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import type { ClockInput } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { askOrSubmit } from './rail-steps.ts';
import { plainStateAttributes } from './search-attributes.ts';
import { settleDue } from './settle-due.ts';
import { signalToCheck } from './signal.ts';

const { driveClock } = proxyLocalActivities<ScheduleActivities>(moneyStep('advance the clock'));

/** Delay before a group that could not be settled is tried again. */
const RETRY_PAUSE_MS = 1_000;
const FAULT_PAUSE_MS = 30_000;

/** Completes when the clock has reached the requested time. A row of the ledger holds its time. */
export async function clock(input: ClockInput): Promise<'arrived'> {
  const { tenantId } = input;
  return CancellationScope.nonCancellable(async () => {
    setCurrentDetails('Advances the clock and stops at every due time on the way.');
    let previousId = '';
    for (;;) {
      const step = await advanceClock(tenantId);
      if (!step) continue;
      const { transactionIds, railIds } = step;
      const firstId = transactionIds[0] ?? railIds[0] ?? '';
      if (firstId !== '' && firstId === previousId) await sleep(RETRY_PAUSE_MS);
      previousId = firstId;
      await settleDue(transactionIds);
      await Promise.all(step.expiredIds.map((id) => signalToCheck(transferWorkflowId(id))));
      await Promise.all(railIds.map(processReports));
      if (step.arrived) {
        setCurrentDetails('arrived: the clock shows the requested time');
        upsertSearchAttributes(plainStateAttributes('arrived'));
        return 'arrived' as const;
      }
      if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof clock>(input);
    }
  });
}

/**
 * Advances the clock by one step. Returns null after a permanent fault: the caller tries again
 * later, and the clock stops until then.
 */
async function advanceClock(tenantId: string) {
  try {
    return await finishWhenCancelled(() => driveClock({ tenantId }));
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    setCurrentDetails('A fault stops the clock; the step is tried again.');
    await sleep(FAULT_PAUSE_MS, { summary: 'try again after a fault' });
    return null;
  }
}

/** The network's reports due at this moment are processed before the clock moves on. */
async function processReports(transactionId: string): Promise<void> {
  await askOrSubmit({ transactionId });
  await signalToCheck(railWorkflowId(transactionId));
}
