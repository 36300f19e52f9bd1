// The alternative to a workflow for each endpoint: a workflow for each delivery.

import { proxyLocalActivities } from '@temporalio/workflow';

const { deliver } = proxyLocalActivities<{ deliver(deliveryId: string): Promise<void> }>({
  startToCloseTimeout: '30s',
});

/** Completes when the receiver has accepted the delivery. */
export async function delivery(deliveryId: string): Promise<void> {
  await deliver(deliveryId);
}
