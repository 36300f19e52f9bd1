// Restrictions that operators impose on a developer: suspend all access for a while, or slow
// requests down.

import { createRoute, z } from '@hono/zod-openapi';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId, textSchema } from '../../kit/schemas.ts';
import { operatorDeveloperSchema, operatorDeveloperView } from './list.ts';

const params = pathId('developer', 'developerId');
const reasonSchema = textSchema(500).min(1);
const answer = { 200: jsonAnswer('The developer.', operatorDeveloperSchema) };

const createAccessRoute = (verb: 'suspend' | 'reinstate', summary: string, description: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/developers/{developerId}/${verb}` as const,
    operationId: `${verb}Developer`,
    tags: ['ops'],
    summary,
    description,
    request: {
      params,
      body: jsonBody(z.strictObject({ reason: reasonSchema }).openapi('DeveloperStanding')),
    },
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
        .strictObject({
          perSecond: z.number().int().min(1).max(10_000).nullable(),
          reason: reasonSchema,
        })
        .openapi('DeveloperThrottle'),
    ),
  },
  responses: answer,
});

const createAccessOperation = (
  verb: 'suspend' | 'reinstate',
  summary: string,
  description: string,
) =>
  operation('operator', createAccessRoute(verb, summary, description), (deps) => async (c) => {
    const { developerId = '' } = c.req.valid('param');
    const { reason } = c.req.valid('json');
    const changed = await deps.platform.changeDeveloper({
      developerId,
      fields: { sandboxStatus: verb === 'suspend' ? 'suspended' : 'active' },
      action: `developer.${verb}`,
      reason,
      operatorId: operatorOf(c).operatorId,
    });
    if (!changed) throw new Problem('not_found', 'No developer has that id.');
    return c.json(operatorDeveloperView(changed), 200);
  });

export const suspendDeveloper = createAccessOperation(
  'suspend',
  'Suspend a developer at once',
  'In both environments every key answers developer_suspended. Schedules and holds continue.',
);
export const reinstateDeveloper = createAccessOperation(
  'reinstate',
  'Reinstate a suspended developer',
  'Repeating the request changes nothing.',
);

export const throttleDeveloper = operation('operator', throttleRoute, (deps) => async (c) => {
  const { developerId = '' } = c.req.valid('param');
  const { perSecond, reason } = c.req.valid('json');
  const changed = await deps.platform.changeDeveloper({
    developerId,
    fields: { throttle: perSecond },
    action: 'developer.throttle',
    reason,
    operatorId: operatorOf(c).operatorId,
  });
  if (!changed) throw new Problem('not_found', 'No developer has that id.');
  return c.json(operatorDeveloperView(changed), 200);
});
