// Delivers to one endpoint for as long as it is enabled: empties its mailbox, then waits for a
// nudge or for the time of the next attempt. An endpoint that does not answer delays no other. Due
// deliveries and the result of each attempt are in the database.

import {
  CancellationScope,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliveryActivities, MailboxState } from '../activities/delivering.ts';
import { nudge } from './event-relay.ts';
import { deliveriesTaskQueue, type WebhookEndpointInput } from './messages.ts';
import { runLength } from './passes.ts';
import { finishWhenCancelled, longWork } from './policies.ts';
import { deliveryAttributes } from './search-attributes.ts';

/** Completes when the endpoint is not sent to any more; enabled again, it gets another run. */
export async function webhookEndpoint({ endpointId }: WebhookEndpointInput): Promise<string> {
  let nudged = false;
  setHandler(nudge, () => {
    nudged = true;
  });
  const { deliver } = proxyActivities<DeliveryActivities>({
    ...longWork('send what is due'),
    taskQueue: deliveriesTaskQueue(workflowInfo().taskQueue),
  });
  return CancellationScope.nonCancellable(async () => {
    // The state that an earlier run announced is not known here.
    let wasDown: boolean | null = patched('short-runs') ? null : false;
    const isOver = runLength();
    while (!isOver()) {
      nudged = false;
      const state = await finishWhenCancelled(() => deliver({ endpointId }));
      if (state.isDown !== wasDown) {
        upsertSearchAttributes(deliveryAttributes(state.isDown ? 'down' : 'delivering'));
      }
      wasDown = state.isDown;
      setCurrentDetails(detailsOf(state));
      // A nudge that came meanwhile may mean that it is enabled again.
      if (state.ended && !nudged) return 'ended';
      await due(state, () => nudged);
    }
    return continueAsNew<typeof webhookEndpoint>({ endpointId });
  });
}

/** Resolves when something is to be sent. */
async function due(state: MailboxState, isNudged: () => boolean): Promise<void> {
  const { restMs, dueInMs } = state;
  // An endpoint that is down is tried at its own pace, even when events arrive.
  if (restMs > 0) await sleep(restMs, { summary: 'the endpoint is down' });
  if (dueInMs === null) await condition(isNudged);
  else if (dueInMs > restMs) {
    await condition(isNudged, dueInMs - restMs, { summary: 'time of the next attempt' });
  }
}

function detailsOf({ ended, open, isDown, lastFault, dueInMs }: MailboxState): string {
  if (ended) return 'The endpoint is not enabled.';
  const deliveries = open === 1 ? '1 delivery is' : `${open} deliveries are`;
  const still = open === 0 ? 'Nothing is waiting.' : `${deliveries} not final.`;
  const next = dueInMs ? ` The next attempt is ${Math.ceil(dueInMs / 1000)} s away.` : '';
  const down = isDown ? ' The endpoint is down: one attempt at a time.' : '';
  return `${still}${next}${down}${lastFault ? `\n\nLast fault: ${lastFault}` : ''}`;
}
