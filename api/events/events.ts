// GET /v1/events and /v1/events/{eventId}: the log that a reader follows by sequence.

import { createRoute, z } from '@hono/zod-openapi';
import { findEvent, listEvents as readEvents } from '../../db/events.ts';
import { Problem } from '../errors.ts';
import { deskOf, developerOf, operation } from '../operation.ts';
import { pathId, timeOut } from '../schemas.ts';

const eventSchema = z
  .object({
    id: z.string(),
    object: z.literal('event'),
    type: z.string().openapi({ example: 'transaction.posted' }),
    apiVersion: z.literal('v1'),
    livemode: z.boolean(),
    createdAt: timeOut,
    sequence: z.number().int().openapi({ description: 'Per developer, without a gap.' }),
    objectVersion: z.number().int(),
    data: z.object({
      object: z.record(z.string(), z.unknown()),
      previous: z.record(z.string(), z.unknown()).optional(),
    }),
    request: z.object({ id: z.string().nullable(), idempotencyKey: z.string().nullable() }),
  })
  .openapi('Event');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/events',
  operationId: 'listEvents',
  tags: ['events'],
  summary: 'Read the event log, oldest first',
  description:
    'Keep the sequence of the last event and ask for what comes after it: nothing is missed. ' +
    'nextCursor is that sequence, also on the last page.',
  request: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(10),
      afterSequence: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      type: z.string().max(64).optional(),
    }),
  },
  responses: {
    200: {
      description: 'A page of events.',
      content: {
        'application/json': {
          schema: z.object({
            object: z.literal('list'),
            data: z.array(eventSchema),
            hasMore: z.boolean(),
            nextCursor: z.string(),
          }),
        },
      },
    },
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/events/{eventId}',
  operationId: 'getEvent',
  tags: ['events'],
  summary: 'Read one event',
  request: { params: pathId('event', 'eventId') },
  responses: {
    200: {
      description: 'The event.',
      content: { 'application/json': { schema: eventSchema } },
    },
  },
});

export const listEvents = operation('events:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const page = await readEvents(deskOf(c, deps).ledger, {
    ...query,
    tenantId: developerOf(c).tenantId,
  });
  const last = page.data.at(-1)?.sequence ?? query.afterSequence;
  return c.json(
    {
      object: 'list' as const,
      data: [...page.data],
      hasMore: page.hasMore,
      nextCursor: String(last),
    },
    200,
  );
});

export const getEvent = operation('events:read', getRoute, (deps) => async (c) => {
  const { eventId = '' } = c.req.valid('param');
  const event = await findEvent(deskOf(c, deps).ledger, developerOf(c).tenantId, eventId);
  if (!event) throw new Problem('event_not_found');
  return c.json(event, 200);
});
