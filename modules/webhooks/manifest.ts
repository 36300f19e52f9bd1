import { deliveryActivities } from '../../activities/delivering.ts';
import { endpointSchema } from '../../api/webhooks/endpoint-schema.ts';
import { webhookExtension } from '../../api/webhooks/extension.ts';
import { WEBHOOK_OPERATIONS } from '../../api/webhooks/operations.ts';
import { WEBHOOK_SUBJECT } from '../../db/webhooks/subject.ts';
import { WEBHOOK_EVENTS } from '../../ledger/webhook.ts';
import type { Module } from '../module.ts';
import { webhookSweeps } from './sweeps.ts';

export const webhooks: Module = {
  name: 'webhooks',
  purpose: 'Delivery of events to endpoints of developers.',
  requires: ['core'],
  ledger: WEBHOOK_SUBJECT,
  operations: WEBHOOK_OPERATIONS,
  extension: webhookExtension,
  events: WEBHOOK_EVENTS,
  eventSchemas: {
    objects: { webhook_endpoint: endpointSchema },
    examples: {
      'webhook.endpoint.disabled': {
        statusReason: { code: 'owner', message: 'The developer disabled the endpoint.' },
      },
      'webhook.endpoint.secret_rotated': { previousSecretExpiresAt: '2026-11-22T09:30:00.000Z' },
    },
  },
  workflows: ['webhookEndpoint'],
  activities: (deps) => ({
    deliveries: deps.deliveries && deliveryActivities({ ...deps, ...deps.deliveries }),
  }),
  sweeps: webhookSweeps,
};
