// Delivers to one endpoint for as long as it is enabled: empties its mailbox, then waits for a
// signal or for the time of the next attempt. An endpoint that does not answer delays no other. Due
// deliveries and the result of each attempt are in the database.

import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliveryActivities, MailboxState } from '../activities/delivering.ts';
import { nudge } from './event-relay.ts';
import { deliveriesTaskQueue, type WebhookEndpointInput } from './messages.ts';
import { runPasses } from './passes.ts';
import { finishWhenCancelled, longWork } from './policies.ts';
import { deliveryAttributes } from './search-attributes.ts';

/**
 * Completes when the endpoint is disabled or deleted. An endpoint that is enabled again gets
 * another run.
 */
export async function webhookEndpoint({ endpointId }: WebhookEndpointInput): Promise<string> {
  const { deliver } = proxyActivities<DeliveryActivities>({
    ...longWork('send due deliveries'),
    taskQueue: deliveriesTaskQueue(workflowInfo().taskQueue),
  });
  // The run does not know the state that an earlier run showed.
  let wasDown: boolean | null = null;
  await runPasses({
    signals: [nudge],
    summaries: { rest: 'the endpoint is down', pause: 'time of the next attempt' },
    async pass(isNudged) {
      const state = await finishWhenCancelled(() => deliver({ endpointId }));
      if (state.isDown !== wasDown) {
        upsertSearchAttributes(deliveryAttributes(state.isDown ? 'down' : 'delivering'));
      }
      wasDown = state.isDown;
      setCurrentDetails(detailsOf(state));
      // A signal that arrived meanwhile may mean that the endpoint is enabled again.
      if (state.ended && !isNudged()) return null;
      // An endpoint that is down is tried at fixed intervals, even when events arrive.
      return { restMs: state.restMs, pauseMs: state.dueInMs };
    },
    startNewRun: () => continueAsNew<typeof webhookEndpoint>({ endpointId }),
  });
  return 'ended';
}

function detailsOf({ ended, open, isDown, lastFault, dueInMs }: MailboxState): string {
  if (ended) return 'The endpoint is not enabled.';
  const deliveries = open === 1 ? '1 delivery is' : `${open} deliveries are`;
  const still = open === 0 ? 'Nothing is waiting.' : `${deliveries} not final.`;
  const next = dueInMs ? ` The next attempt is ${Math.ceil(dueInMs / 1000)} s away.` : '';
  const down = isDown ? ' The endpoint is down: one attempt at a time.' : '';
  return `${still}${next}${down}${lastFault ? `\n\nLast fault: ${lastFault}` : ''}`;
}
