// POST /v1/transactions/scheduled

import { createRoute, z } from '@hono/zod-openapi';
import { createSchedule as create } from '../../db/schedules/acts.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { currencySchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { answerSchedule } from './answer.ts';
import { scheduleSchema } from './schedule-schema.ts';
import { completeTerms, requireOnePayee, requireOneStart, termsShape } from './terms.ts';

const bodySchema = z
  .strictObject({ ...termsShape, currency: currencySchema })
  .superRefine((body, ctx) => {
    requireOneStart(body, ctx, true);
    requireOnePayee(body, ctx, true);
    if (body.sourceAccountId !== body.destinationAccountId) return;
    ctx.addIssue({
      code: 'custom',
      path: ['destinationAccountId'],
      message: 'Source and destination are the same account: choose two.',
      params: { code: 'same_account' },
    });
  })
  .openapi('ScheduleCreate');

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/scheduled',
  operationId: 'createSchedule',
  bindsKey: true,
  tags: ['schedules'],
  summary: 'Schedule a payment, once or repeatedly',
  description:
    'Each date is an occurrence with its own transfer, or withdrawal to an external party, ' +
    'which is processed like any other.',
  request: {
    headers: z.object({
      'idempotency-key': z.string().optional().openapi({ description: 'At most 255 characters.' }),
    }),
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The schedule with its next dates.', scheduleSchema),
  },
});

export const createSchedule = operation('schedules:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { tenantId, environment } = developerOf(c);
  const cause = causeOf(c);
  requireKey(environment, cause);
  const services = servicesOf(c, deps);
  const outcome = await services.ledger.run(create, {
    tenantId,
    terms: completeTerms(body),
    requestHash: hashRequest(body),
    cause,
  });
  return c.json(await answerSchedule(c, services, outcome), 201);
});
