// PATCH /v1/scheduled/{scheduleId}: replaces the given terms in one act.

import { createRoute, z } from '@hono/zod-openapi';
import { changeSchedule } from '../../db/schedules/acts.ts';
import { findSchedule } from '../../db/schedules/reads.ts';
import { Problem } from '../kit/errors.ts';
import { readIfMatch } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { metadataChange } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { answerSchedule } from './answer.ts';
import { scheduleSchema } from './schedule-schema.ts';
import { parseChanges, requireOnePayee, requireOneStart, termsShape } from './terms.ts';

const bodySchema = z
  .strictObject({ ...termsShape, metadata: metadataChange })
  .partial()
  .superRefine((body, ctx) => {
    requireOneStart(body, ctx, false);
    requireOnePayee(body, ctx, false);
  })
  .openapi('ScheduleUpdate');

const route = createRoute({
  method: 'patch',
  path: '/v1/scheduled/{scheduleId}',
  operationId: 'updateSchedule',
  tags: ['schedules'],
  summary: 'Replace terms of a schedule',
  description:
    'Omitted fields stay unchanged; recurrence, amount and retry are replaced as a whole. ' +
    'Transfers that have begun continue. Send If-Match with the ETag that was read to ' +
    'refuse lost updates.',
  request: {
    params: pathId('schedule', 'scheduleId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The schedule after the change.', scheduleSchema),
  },
});

export const updateSchedule = operation('schedules:write', route, (deps) => async (c) => {
  const { scheduleId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { metadata, ...terms } = body;
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const before = await findSchedule(services.ledger, tenantId, scheduleId);
  if (!before) throw new Problem('schedule_not_found');
  const outcome = await services.ledger.run(changeSchedule, {
    tenantId,
    scheduleId,
    terms: parseChanges(terms, body.timezone ?? before.timezone),
    metadata,
    ifVersion: readIfMatch(c),
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  return c.json(await answerSchedule(c, services, outcome), 200);
});
