// GET /v1/events and /v1/events/{eventId}: the event log, by sequence.

import { createRoute, z } from '@hono/zod-openapi';
import {
  findEvent,
  lastSequence,
  listEvents as readEvents,
  readLastArchived,
} from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { pageQuery } from '../kit/page.ts';
import { jsonAnswer, pathId, timeSchema, wholeQuery } from '../kit/schemas.ts';
import { eventSchema, eventTypeQuery } from './event-schema.ts';
import { missingEvent, requireInLog } from './log-gap.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/events',
  operationId: 'listEvents',
  tags: ['events'],
  summary: 'Read the event log',
  description:
    'To miss no event, store the sequence of the last event and request those after it. ' +
    'nextCursor is that sequence, also on the last page; startingAfter takes it, or an id. ' +
    'With a filter, a page may be short or empty although hasMore is true: continue at its ' +
    'nextCursor.',
  request: {
    query: pageQuery.extend({
      afterSequence: wholeQuery(0)
        .optional()
        .openapi({ description: 'Same as startingAfter with a sequence.', example: 17 }),
      type: eventTypeQuery.optional(),
      objectId: z.string().min(1).max(64).optional().openapi({
        description: 'Only events about this object.',
        example: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5',
      }),
      from: timeSchema.optional(),
      to: timeSchema.optional().openapi({ description: 'RFC 3339, inclusive.' }),
      order: z.enum(['asc', 'desc']).default('asc').openapi({ description: 'By sequence.' }),
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
            archivedThrough: z.number().int().openapi({
              description: 'Events up to this sequence are archived by the bank; 0: none.',
            }),
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
    200: jsonAnswer('The event.', eventSchema),
  },
});

export const listEvents = operation('events:read', listRoute, (deps) => async (c) => {
  const { startingAfter, afterSequence, from, to, ...filter } = c.req.valid('query');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const range = parseRange(from, to);
  const start = await resolveStart(ledger, tenantId, { startingAfter, afterSequence });
  if (start !== null && filter.order === 'asc') requireInLog(ledger, tenantId, start);
  const page = await readEvents(ledger, { tenantId, ...filter, ...range, afterSequence: start });
  return c.json(
    {
      object: 'list' as const,
      data: [...page.data],
      hasMore: page.hasMore,
      nextCursor: String(page.cursor),
      archivedThrough: readLastArchived(ledger, tenantId),
    },
    200,
  );
});

function parseRange(from: string | undefined, to: string | undefined) {
  const range = { from: from && Date.parse(from), to: to && Date.parse(to) };
  if (from && to && Number(range.from) > Number(range.to)) throw new Problem('invalid_date_range');
  return range as { from: number | undefined; to: number | undefined };
}

interface Cursor {
  readonly startingAfter?: string | undefined;
  readonly afterSequence?: number | undefined;
}

/** Returns the sequence after which a page starts, from either form of the cursor. */
async function resolveStart(
  ledger: Ledger,
  tenantId: string,
  cursor: Cursor,
): Promise<number | null> {
  const { startingAfter } = cursor;
  const isNumber = startingAfter !== undefined && /^\d{1,15}$/.test(startingAfter);
  if (isNumber && cursor.afterSequence !== undefined) throw new Problem('invalid_cursor');
  const afterSequence = isNumber ? Number(startingAfter) : (cursor.afterSequence ?? null);
  // A cursor beyond the end belongs to another log; waiting for it would skip events.
  if (afterSequence !== null && afterSequence > lastSequence(ledger, tenantId)) {
    throw new Problem('invalid_cursor');
  }
  if (startingAfter === undefined || isNumber) return afterSequence;
  const event = await findEvent(ledger, tenantId, startingAfter);
  if (!event || afterSequence !== null) throw new Problem('invalid_cursor');
  return event.sequence;
}

export const getEvent = operation('events:read', getRoute, (deps) => async (c) => {
  const { eventId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const event = await findEvent(ledger, tenantId, eventId);
  if (!event) throw missingEvent(deps, ledger, { tenantId, eventId });
  return c.json(event, 200);
});
