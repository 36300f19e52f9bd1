// GET /v1/transactions/scheduled, /v1/scheduled/{scheduleId} and its occurrences

import { createRoute, z } from '@hono/zod-openapi';
import {
  findSchedule,
  listOccurrences as readOccurrences,
  listSchedules as readSchedules,
} from '../../db/schedules/reads.ts';
import { OCCURRENCE_STATUSES, SCHEDULE_STATUSES } from '../../ledger/schedule.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { occurrenceSchema, scheduleSchema } from './schedule-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/scheduled',
  operationId: 'listSchedules',
  tags: ['schedules'],
  summary: 'List schedules, newest first',
  request: {
    query: addMetadataFilters(
      pageQuery.extend({
        status: z.enum(SCHEDULE_STATUSES).optional(),
        accountId: z.string().max(64).optional(),
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of schedules.', listOf(scheduleSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/scheduled/{scheduleId}',
  operationId: 'getSchedule',
  tags: ['schedules'],
  summary: 'Read a schedule',
  request: { params: pathId('schedule', 'scheduleId') },
  responses: {
    200: jsonAnswer('The schedule.', scheduleSchema),
  },
});

const occurrencesRoute = createRoute({
  method: 'get',
  path: '/v1/scheduled/{scheduleId}/occurrences',
  operationId: 'listOccurrences',
  tags: ['schedules'],
  summary: 'List the occurrences of a schedule, newest first',
  description: 'Contains occurrences that ran, failed or were skipped, and the next one.',
  request: {
    params: pathId('schedule', 'scheduleId'),
    query: pageQuery.extend({ status: z.enum(OCCURRENCE_STATUSES).optional() }),
  },
  responses: {
    200: jsonAnswer('A page of occurrences.', listOf(occurrenceSchema)),
  },
});

export const listSchedules = operation('schedules:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('schedule', query);
  const page = await readSchedules(servicesOf(c, deps).ledger, { ...query, ...order, tenantId });
  return c.json(listBody(page), 200);
});

export const getSchedule = operation('schedules:read', getRoute, (deps) => async (c) => {
  const { scheduleId = '' } = c.req.valid('param');
  const schedule = await findSchedule(
    servicesOf(c, deps).ledger,
    developerOf(c).tenantId,
    scheduleId,
  );
  if (!schedule) throw new Problem('schedule_not_found');
  setEtag(c, schedule);
  return c.json(schedule, 200);
});

export const listOccurrences = operation(
  'schedules:read',
  occurrencesRoute,
  (deps) => async (c) => {
    const { scheduleId = '' } = c.req.valid('param');
    const query = c.req.valid('query');
    const { ledger } = servicesOf(c, deps);
    const order = pageOrder('occurrence', query);
    const schedule = await findSchedule(ledger, developerOf(c).tenantId, scheduleId);
    if (!schedule) throw new Problem('schedule_not_found');
    return c.json(listBody(await readOccurrences(ledger, { ...query, ...order, scheduleId })), 200);
  },
);
