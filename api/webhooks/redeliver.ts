// Delivers again: one delivery (retry), one event (resend), a range of events or all dead letters
// (replay). An open delivery does not change, so that two requests cause one delivery.

import { createRoute, z } from '@hono/zod-openapi';
import { findEvent } from '../../db/events/reads.ts';
import { sequenceAt } from '../../db/webhooks/delivery-reads.ts';
import type { ReplaySelection } from '../../db/webhooks/redeliveries.ts';
import {
  replayEvents,
  resendEvent as resend,
  retryDelivery,
} from '../../db/webhooks/redeliveries.ts';
import { missingEvent, requireInLog } from '../events/log-gap.ts';
import type { Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, pathId, timeSchema } from '../kit/schemas.ts';
import { deliveryPath, requireDelivery } from './deliveries.ts';
import { deliverySchema } from './delivery-schema.ts';
import { requireEndpoint } from './endpoint.ts';
import { signalEndpoints } from './signal-endpoints.ts';

/** Deliveries of one replay at most; one database transaction writes all of them. */
const MAX_REPLAYED = 1_000;

const retryRoute = createRoute({
  method: 'post',
  path: '/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/retry',
  operationId: 'retryWebhookDelivery',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Retry a delivery now',
  description:
    'A dead letter starts again; a delivery that waits for its next attempt is sent now.',
  request: { params: deliveryPath },
  responses: {
    202: jsonAnswer('The delivery; it is sent in a moment.', deliverySchema),
  },
});

const sequenceSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const replayBody = z
  .strictObject({
    status: z.literal('failed').optional(),
    fromSequence: sequenceSchema.optional(),
    toSequence: sequenceSchema.optional(),
    from: timeSchema.optional(),
    to: timeSchema.optional(),
  })
  .superRefine((body, ctx) => {
    const selections = [
      body.status !== undefined,
      body.fromSequence !== undefined || body.toSequence !== undefined,
      body.from !== undefined || body.to !== undefined,
    ];
    if (selections.filter(Boolean).length === 1) return;
    const message = 'Expected exactly one of: status; fromSequence and toSequence; from and to.';
    ctx.addIssue({ code: 'custom', message });
  })
  .openapi('WebhookReplay', { example: { fromSequence: 17, toSequence: 400 } });

const replayRoute = createRoute({
  method: 'post',
  path: '/v1/webhook-endpoints/{endpointId}/replay',
  operationId: 'replayWebhookEvents',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Send many events again',
  description:
    'Sends all dead letters (`status`), or the subscribed events of an inclusive range; an ' +
    'omitted bound is that of the log. Events in delivery are left out. ' +
    `At most ${MAX_REPLAYED} per request: with hasMore, continue from nextSequence.`,
  request: {
    params: pathId('webhookEndpoint', 'endpointId'),
    body: jsonBody(replayBody),
  },
  responses: {
    202: {
      description: 'The deliveries are due now.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('webhook_replay'),
              webhookEndpointId: z.string(),
              deliveries: z.number().int(),
              alreadyOpen: z.number().int(),
              hasMore: z.boolean(),
              nextSequence: z.number().int().nullable(),
            })
            .openapi('WebhookReplayResult'),
        },
      },
    },
  },
});

const resendRoute = createRoute({
  method: 'post',
  path: '/v1/events/{eventId}/resend',
  operationId: 'resendEvent',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Send one event again',
  description: 'To one endpoint, or to every enabled endpoint that subscribes to the event.',
  request: {
    params: pathId('event', 'eventId'),
    body: {
      content: {
        'application/json': {
          schema: z
            .strictObject({ webhookEndpointId: idSchema('webhookEndpoint').optional() })
            .openapi('EventResend'),
        },
      },
    },
  },
  responses: {
    202: {
      description: 'The deliveries are due now; empty when the event already has open ones.',
      content: {
        'application/json': {
          schema: z.object({ object: z.literal('event_resend'), deliveryIds: z.array(z.string()) }),
        },
      },
    },
  },
});

export const retryWebhookDelivery = operation('webhooks:write', retryRoute, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const params = c.req.valid('param');
  const { endpointId = '', deliveryId = '' } = params;
  await requireDelivery(services, tenantId, params);
  await services.ledger.run(retryDelivery, { tenantId, endpointId, deliveryId });
  await signalEndpoints(services, tenantId, [endpointId]);
  return c.json(await requireDelivery(services, tenantId, params), 202);
});

export const replayWebhookEvents = operation('webhooks:write', replayRoute, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  await requireEndpoint(services, tenantId, endpointId);
  const { result, replayed } = await services.ledger.run(replayEvents, {
    tenantId,
    endpointId,
    selection: selectionOf(services, tenantId, body),
    maxDeliveries: MAX_REPLAYED,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  await signalEndpoints(services, tenantId, [endpointId]);
  const object = 'webhook_replay' as const;
  return c.json({ object, webhookEndpointId: endpointId, ...result }, 202);
});

function selectionOf(
  { ledger }: Services,
  tenantId: string,
  body: z.infer<typeof replayBody>,
): ReplaySelection {
  if (body.status) return { kind: 'failed' };
  const { from, to } = body;
  const last = sequenceAt(ledger, tenantId, Number.POSITIVE_INFINITY) - 1;
  const { fromSequence = from === undefined ? 1 : sequenceAt(ledger, tenantId, Date.parse(from)) } =
    body;
  const upTo = to === undefined ? last : sequenceAt(ledger, tenantId, Date.parse(to) + 1) - 1;
  const toSequence = Math.min(body.toSequence ?? upTo, last);
  const isBackwards =
    (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) ||
    fromSequence > (body.toSequence ?? Number.MAX_SAFE_INTEGER);
  if (isBackwards)
    throw new Problem(
      'invalid_date_range',
      'Expected an end that is not before the start of the range.',
    );
  if (body.fromSequence !== undefined) requireInLog(ledger, tenantId, body.fromSequence - 1);
  return { kind: 'range', fromSequence, toSequence };
}

export const resendEvent = operation('webhooks:write', resendRoute, (deps) => async (c) => {
  const { eventId = '' } = c.req.valid('param');
  const body = c.req.valid('json') ?? {};
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { webhookEndpointId: endpointId = null } = body;
  if (!(await findEvent(services.ledger, tenantId, eventId))) {
    throw missingEvent(deps, services.ledger, { tenantId, eventId });
  }
  if (endpointId !== null) await requireEndpoint(services, tenantId, endpointId);
  const resent = await services.ledger.run(resend, {
    tenantId,
    eventId,
    endpointId,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (resent.replayed) c.header('Idempotency-Replayed', 'true');
  await signalEndpoints(services, tenantId, resent.endpointIds);
  return c.json({ object: 'event_resend' as const, deliveryIds: [...resent.deliveryIds] }, 202);
});
