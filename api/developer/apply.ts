// POST /v1/developer/applications: applies for production. A registration opens only the sandbox.

import { createRoute, z } from '@hono/zod-openapi';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, textSchema } from '../kit/schemas.ts';
import { developerSchema, developerView } from './developer-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/developer/applications',
  operationId: 'applyForProduction',
  tags: ['developer'],
  summary: 'Apply for production',
  description:
    'Approval takes two operators, rejection one; reminders and the expiry after 30 days ' +
    'count from the application. Repeating it is not an error. The use_case of a ' +
    'registration is not an application.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          useCase: textSchema(2000).min(1).openapi({ example: 'Payouts to sellers' }),
          expectedVolume: textSchema(200).min(1).optional().openapi({ example: '10,000 a month' }),
        })
        .openapi('ApplicationCreate'),
    ),
  },
  responses: {
    200: jsonAnswer('The developer with the application.', developerSchema),
  },
});

export const applyForProduction = operation('developer:write', route, (deps) => async (c) => {
  const { developerId, keyId } = developerOf(c);
  const { useCase, expectedVolume = null } = c.req.valid('json');
  const filing = { developerId, useCase, expectedVolume, by: keyId };
  return c.json(developerView(await deps.platform.applications.file(filing)), 200);
});
