// Restrictions that operators impose on a developer: suspend all access for a while, or slow
// requests down.

import { createRoute, z } from '@hono/zod-openapi';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId, textSchema } from '../../kit/schemas.ts';
import { operatorDeveloperSchema, operatorDeveloperView } from './list.ts';

const params = pathId('developer', 'developerId');
const reason = textSchema(500).min(1);
const answer = { 200: jsonAnswer('The developer.', operatorDeveloperSchema) };

const accessRoute = (verb: 'suspend' | 'reinstate', summary: string, description: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/developers/{developerId}/${verb}` as const,
    operationId: `${verb}Developer`,
    tags: ['ops'],
    summary,
    description,
    request: { params, body: jsonBody(z.strictObject({ reason }).openapi('DeveloperStanding')) },
    responses: answer,
  });

const throttleRoute = createRoute({
  method: 'put',
  path: '/v1/ops/developers/{developerId}/throttle',
  operationId: 'throttleDeveloper',
  tags: ['ops'],
  summary: 'Lower the rate limits of a developer',
  description: 'Null restores the default limits.',
  request: {
    params,
    body: jsonBody(
      z
        .strictObject({ perSecond: z.number().int().min(1).max(10_000).nullable(), reason })
        .openapi('DeveloperThrottle'),
    ),
  },
  responses: answer,
});

const createOperation = (verb: 'suspend' | 'reinstate', summary: string, description: string) =>
  operation('operator', accessRoute(verb, summary, description), (deps) => async (c) => {
    const { developerId = '' } = c.req.valid('param');
    const { reason: why } = c.req.valid('json');
    const changed = await deps.platform.changeDeveloper({
      developerId,
      fields: { sandboxStatus: verb === 'suspend' ? 'suspended' : 'active' },
      action: `developer.${verb}`,
      reason: why,
      operatorId: operatorOf(c).operatorId,
    });
    if (!changed) throw new Problem('not_found', 'No developer has that id.');
    return c.json(operatorDeveloperView(changed), 200);
  });

export const suspendDeveloper = createOperation(
  'suspend',
  'Suspend a developer at once',
  'In both environments every key answers developer_suspended. Schedules and holds continue.',
);
export const reinstateDeveloper = createOperation(
  'reinstate',
  'Reinstate a suspended developer',
  'The same again changes nothing.',
);

export const throttleDeveloper = operation('operator', throttleRoute, (deps) => async (c) => {
  const { developerId = '' } = c.req.valid('param');
  const { perSecond, reason: why } = c.req.valid('json');
  const changed = await deps.platform.changeDeveloper({
    developerId,
    fields: { throttle: perSecond },
    action: 'developer.throttle',
    reason: why,
    operatorId: operatorOf(c).operatorId,
  });
  if (!changed) throw new Problem('not_found', 'No developer has that id.');
  return c.json(operatorDeveloperView(changed), 200);
});
