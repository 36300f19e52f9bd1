// The first live key: an approved application shows a claim code to the holder of the secret of the
// registration, and the code is exchanged for one key. Both steps accept no test key.

import { createRoute, z } from '@hono/zod-openapi';
import { claimOf } from '../../identity/claims.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { operation } from '../kit/operation.ts';
import { jsonAnswer } from '../kit/schemas.ts';
import {
  applicationSchema,
  applicationView,
  claimSchema,
  claimView,
  keyView,
  newKeySchema,
} from './developer-schema.ts';
import { keyFields, resolveKeyTerms } from './key-terms.ts';
import { emitKeyEvent } from './platform-events.ts';

const applicationRoute = createRoute({
  method: 'post',
  path: '/v1/developer/application',
  operationId: 'openApplication',
  keepsAnswer: false,
  tags: ['developer'],
  summary: 'Read your own application for production',
  description:
    'After the approval, the answer contains the code with which the first live key is claimed.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              applicationId: z.string().min(1).max(64),
              applicationSecret: z.string().min(1).max(128),
            })
            .openapi('ApplicationOpen'),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The application.',
      content: {
        'application/json': {
          schema: applicationSchema
            .extend({ company: z.string(), claim: claimSchema.nullable() })
            .openapi('OpenedApplication'),
        },
      },
    },
  },
});

const claimRoute = createRoute({
  method: 'post',
  path: '/v1/developer/keys/claim',
  operationId: 'claimKey',
  tags: ['developer'],
  summary: 'Claim the first live key',
  description: 'Each code gives one key, with which you create further keys.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({ claimCode: z.string().min(1).max(128), ...keyFields })
            .openapi('ApiKeyClaim'),
        },
      },
    },
  },
  responses: {
    201: jsonAnswer('The live key, which is shown only once.', newKeySchema),
  },
});

export const openApplication = operation('public', applicationRoute, (deps) => async (c) => {
  const { applicationId, applicationSecret } = c.req.valid('json');
  const row = await deps.platform.openApplication(applicationId, applicationSecret);
  if (!row) throw new Problem('application_not_found', 'No application has that id and secret.');
  const claim = claimView(claimOf(row, deps.seal, Date.now()));
  return c.json({ ...applicationView(row), company: row.company, claim }, 200);
});

export const claimKey = operation('public', claimRoute, (deps) => async (c) => {
  const { claimCode, name, scopes, ...terms } = c.req.valid('json');
  const claimed = await deps.platform.claimKey({
    code: claimCode,
    name,
    scopes: scopes ? [...new Set(scopes)] : null,
    ...resolveKeyTerms(terms, { networks: [], expiresAt: null }),
  });
  if (claimed === 'insufficient_scope') {
    const message = 'The application was approved for fewer scopes: read them in the application.';
    throw fieldProblem(claimed, '/scopes', message);
  }
  if (typeof claimed === 'string') throw new Problem(claimed);
  const cause = { actor: claimed.row.id, requestId: c.get('requestId'), idempotencyKey: null };
  await emitKeyEvent(deps, claimed.row, cause);
  return c.json({ ...keyView(claimed.row), apiKey: claimed.key }, 201);
});
