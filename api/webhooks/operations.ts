// The operations about webhook endpoints and their deliveries.

import type { Operation } from '../kit/operation.ts';
import { listDeliveriesAsOperator, resendAsOperator } from '../ops/events/deliveries.ts';
import { simulateWebhookFailure } from '../sandbox/webhook-failure.ts';
import { createWebhookEndpoint } from './create.ts';
import { getWebhookDelivery, getWebhookStatistics, listWebhookDeliveries } from './deliveries.ts';
import { getWebhookEndpoint } from './get.ts';
import { listWebhookEndpoints } from './list.ts';
import { ENDPOINT_LOOK_UP } from './look-up.ts';
import { pingWebhookEndpoint } from './ping.ts';
import { replayWebhookEvents, resendEvent, retryWebhookDelivery } from './redeliver.ts';
import { deleteWebhookEndpoint } from './remove.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { updateWebhookEndpoint } from './update.ts';

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  simulateWebhookFailure,
  listWebhookDeliveries,
  getWebhookDelivery,
  retryWebhookDelivery,
  replayWebhookEvents,
  getWebhookStatistics,
  resendEvent,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  pingWebhookEndpoint,
  listDeliveriesAsOperator,
  resendAsOperator,
  ...ENDPOINT_LOOK_UP,
];
