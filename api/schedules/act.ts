// POST /v1/scheduled/{scheduleId}/pause, resume, cancel, skip and run-now

import { createRoute, z } from '@hono/zod-openapi';
import { actOnSchedule, type ScheduleAct } from '../../db/schedules/acts.ts';
import { ifMatch } from '../kit/etag.ts';
import { causeOf, requestHash } from '../kit/idempotency.ts';
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
      200: jsonAnswer('The schedule as it stands now.', scheduleSchema),
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
      ifVersion: ifMatch(c),
      requestHash: requestHash({ reason }),
      cause: causeOf(c),
    });
    return c.json(await answerSchedule(c, services, outcome), 200);
  });
}

export const pauseSchedule = actOperation('pause', {
  operationId: 'pauseSchedule',
  summary: 'Stop a schedule for a while',
  description: 'Nothing of it runs until it is resumed; a transfer on its way goes on.',
});

export const resumeSchedule = actOperation('resume', {
  operationId: 'resumeSchedule',
  summary: 'Let a paused or suspended schedule run again',
  description: 'What fell due meanwhile is skipped, with a record of each date.',
});

export const cancelSchedule = actOperation('cancel', {
  operationId: 'cancelSchedule',
  summary: 'End a schedule for good',
  description: 'Its next occurrence is canceled; a transfer on its way goes on.',
});

export const skipOccurrence = actOperation('skip', {
  operationId: 'skipOccurrence',
  summary: 'Leave out the next occurrence',
  description: 'It counts as one of `count`. Each call skips one more: send an Idempotency-Key.',
});

export const runScheduleNow = actOperation('run-now', {
  operationId: 'runScheduleNow',
  summary: 'Run the next occurrence now',
  description: 'It is brought forward: it keeps its date, and does not run again on it.',
});
