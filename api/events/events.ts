// GET /v1/events and /v1/events/{eventId}: the log that a reader follows by sequence.

import { createRoute, z } from '@hono/zod-openapi';
import { findEvent, listEvents as readEvents } from '../../db/events.ts';
import type { Ledger } from '../../db/sqlite.ts';
import { Problem } from '../errors.ts';
import { deskOf, developerOf, operation } from '../operation.ts';
import { pageQuery } from '../page.ts';
import { pathId, wholeQuery } from '../schemas.ts';
import { eventSchema } from './event-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/events',
  operationId: 'listEvents',
  tags: ['events'],
  summary: 'Read the event log, oldest first',
  description:
    'Keep the sequence of the last event and ask for what comes after it: nothing is missed. ' +
    'nextCursor is that sequence, also on the last page; startingAfter takes its id instead.',
  request: {
    query: pageQuery.extend({
      afterSequence: wholeQuery(0)
        .optional()
        .openapi({ description: 'Instead of startingAfter: a sequence.', example: 17 }),
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
  const { limit, type, ...cursor } = c.req.valid('query');
  const { ledger } = deskOf(c, deps);
  const { tenantId } = developerOf(c);
  const afterSequence = await startOf(ledger, tenantId, cursor);
  const page = await readEvents(ledger, { tenantId, limit, type, afterSequence });
  const last = page.data.at(-1)?.sequence ?? afterSequence;
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

interface Cursor {
  readonly startingAfter?: string | undefined;
  readonly afterSequence?: number | undefined;
}

/** The sequence after which a page starts, whichever way the caller names it. */
async function startOf(ledger: Ledger, tenantId: string, cursor: Cursor): Promise<number> {
  const { startingAfter, afterSequence = 0 } = cursor;
  if (startingAfter === undefined) return afterSequence;
  const event = await findEvent(ledger, tenantId, startingAfter);
  if (!event || cursor.afterSequence !== undefined) throw new Problem('invalid_cursor');
  return event.sequence;
}

export const getEvent = operation('events:read', getRoute, (deps) => async (c) => {
  const { eventId = '' } = c.req.valid('param');
  const event = await findEvent(deskOf(c, deps).ledger, developerOf(c).tenantId, eventId);
  if (!event) throw new Problem('event_not_found');
  return c.json(event, 200);
});
