// One delivery as a workflow: what the bank would run if it had one for each.

import { proxyLocalActivities } from '@temporalio/workflow';

const { deliver } = proxyLocalActivities<{ deliver(deliveryId: string): Promise<void> }>({
  startToCloseTimeout: '30s',
});

/** Completes when the receiver has got it. */
export async function delivery(deliveryId: string): Promise<void> {
  await deliver(deliveryId);
}
