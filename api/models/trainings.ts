// GET /v1/ai/custom-models/jobs and …/jobs/{jobId}, POST …/jobs/{jobId}/cancel

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cancelTraining as cancel } from '../../db/trainings/acts.ts';
import { findTraining, listTrainings as readTrainings } from '../../db/trainings/reads.ts';
import { TRAINING_STATUSES } from '../../ledger/models/training.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { trainingSchema } from './training-schema.ts';

const answersOf = (description: string) => ({
  200: jsonAnswer(description, trainingSchema),
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/jobs',
  operationId: 'listTrainings',
  tags: ['models'],
  summary: 'List trainings, newest first',
  request: { query: pageQuery.extend({ status: z.enum(TRAINING_STATUSES).optional() }) },
  responses: {
    200: jsonAnswer('A page of trainings.', listOf(trainingSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/jobs/{jobId}',
  operationId: 'getTraining',
  tags: ['models'],
  summary: 'Read a training with its progress and result',
  request: { params: pathId('trainingJob', 'jobId') },
  responses: answersOf('The training.'),
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/jobs/{jobId}/cancel',
  operationId: 'cancelTraining',
  tags: ['models'],
  summary: 'Stop a training',
  description: 'Nothing is registered. A second cancellation answers with the first one.',
  request: { params: pathId('trainingJob', 'jobId') },
  responses: answersOf('Canceled.'),
});

async function requireTraining(c: Context<AppEnv>, deps: Deps, jobId: string) {
  const training = await findTraining(servicesOf(c, deps).ledger, developerOf(c).tenantId, jobId);
  if (!training) throw new Problem('training_not_found');
  return training;
}

export const listTrainings = operation('models:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('trainingJob', query);
  const page = await readTrainings(servicesOf(c, deps).ledger, { ...query, ...order, tenantId });
  return c.json(listBody(page), 200);
});

export const getTraining = operation('models:read', getRoute, (deps) => async (c) => {
  const { jobId = '' } = c.req.valid('param');
  return c.json(await requireTraining(c, deps, jobId), 200);
});

export const cancelTraining = operation('models:train', cancelRoute, (deps) => async (c) => {
  const { jobId = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const order = { tenantId, jobId, cause: causeOf(c) };
  const { replayed } = await servicesOf(c, deps).ledger.run(cancel, order);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  return c.json(await requireTraining(c, deps, jobId), 200);
});
