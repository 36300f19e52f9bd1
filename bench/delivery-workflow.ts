// One delivery as a workflow: the alternative of a workflow for each delivery.

import { proxyLocalActivities } from '@temporalio/workflow';

const { deliver } = proxyLocalActivities<{ deliver(deliveryId: string): Promise<void> }>({
  startToCloseTimeout: '30s',
});

/** Completes when the receiver has got it. */
export async function delivery(deliveryId: string): Promise<void> {
  await deliver(deliveryId);
}
