// POST /v1/scheduled/{scheduleId}/pause, resume, cancel, skip and run-now

import { createRoute, z } from '@hono/zod-openapi';
import { actOnSchedule, type ScheduleAct } from '../../db/schedules/acts.ts';
import { readIfMatch } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, textSchema } from '../kit/schemas.ts';
import { answerSchedule } from './answer.ts';
import { scheduleSchema } from './schedule-schema.ts';

const bodySchema = z
  .strictObject({ reason: textSchema(200).min(1).optional() })
  .openapi('ScheduleAct');

interface ActDocument {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

function actOperation(act: ScheduleAct['act'], document: ActDocument) {
  const route = createRoute({
    method: 'post',
    path: `/v1/scheduled/{scheduleId}/${act}`,
    tags: ['schedules'],
    ...document,
    bindsKey: true,
    request: {
      headers: z.object({ 'idempotency-key': z.string().optional() }),
      params: pathId('schedule', 'scheduleId'),
      body: { content: { 'application/json': { schema: bodySchema } } },
    },
    responses: {
      200: jsonAnswer('The schedule in its present state.', scheduleSchema),
    },
  });
  return operation('schedules:write', route, (deps) => async (c) => {
    const { scheduleId = '' } = c.req.valid('param');
    const { reason = null } = c.req.valid('json') ?? {};
    const services = servicesOf(c, deps);
    const outcome = await services.ledger.run(actOnSchedule, {
      act,
      tenantId: developerOf(c).tenantId,
      scheduleId,
      reason,
      ifVersion: readIfMatch(c),
      requestHash: hashRequest({ reason }),
      cause: causeOf(c),
    });
    return c.json(await answerSchedule(c, services, outcome), 200);
  });
}

export const pauseSchedule = actOperation('pause', {
  operationId: 'pauseSchedule',
  summary: 'Pause a schedule',
  description: 'No occurrence runs until the schedule is resumed; a pending transfer continues.',
});

export const resumeSchedule = actOperation('resume', {
  operationId: 'resumeSchedule',
  summary: 'Resume a paused or suspended schedule',
  description: 'Occurrences that fell due meanwhile are skipped and recorded.',
});

export const cancelSchedule = actOperation('cancel', {
  operationId: 'cancelSchedule',
  summary: 'End a schedule for good',
  description: 'Its next occurrence is canceled; a pending transfer continues.',
});

export const skipOccurrence = actOperation('skip', {
  operationId: 'skipOccurrence',
  summary: 'Skip the next occurrence',
  description:
    'The skipped occurrence counts towards `count`. Each call skips another one, so send an ' +
    'Idempotency-Key.',
});

export const runScheduleNow = actOperation('run-now', {
  operationId: 'runScheduleNow',
  summary: 'Run the next occurrence now',
  description: 'The occurrence keeps its date and does not run again on that date.',
});
