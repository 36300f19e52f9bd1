// GET /v1/ops/workflows/{workId}: the history of background work, and its next step.

import { createRoute, z } from '@hono/zod-openapi';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import { readWorkHistory } from '../../../db/oversight/work-history.ts';
import { workflowIdOf } from '../../../workflows/restart.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer, timestampSchema } from '../../kit/schemas.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';
import { workParams } from './retry.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/workflows/{workId}',
  operationId: 'getCarriedWork',
  tags: ['ops'],
  summary: 'Read the history and next step of background work',
  request: { params: workParams, query: environmentQuery },
  responses: {
    200: jsonAnswer(
      'The work, without personal data.',
      z
        .object({
          object: z.literal('carried_work_detail'),
          environment: environmentField,
          id: z.string(),
          kind: z.string().openapi({ example: 'batch' }),
          developerId: z.string(),
          status: z.string(),
          isOpen: z.boolean().openapi({ description: 'True when work is left to do.' }),
          workflowId: z.string(),
          happened: z
            .array(z.object({ at: timestampSchema.nullable(), what: z.string() }))
            .openapi({ description: 'The earliest first.' }),
          next: z.string().openapi({ description: 'The next step, in words for people.' }),
          relatedIds: z.array(z.string()).openapi({ description: 'Ids of related objects.' }),
          createdAt: timestampSchema,
          updatedAt: timestampSchema,
        })
        .openapi('CarriedWorkDetail'),
    ),
  },
});

const isoAt = (ms: number) => new Date(ms).toISOString();

export const getCarriedWork = operation('operator', route, (deps) => async (c) => {
  const { workId } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const history = readWorkHistory(deps.environments[environment].ledger, workId);
  if (!history) throw new Problem('not_found', 'No work with a workflow of its own has that id.');
  const { id, kind, object, tenantId, status, isOpen, happened, next, related } = history;
  return c.json(
    {
      object: 'carried_work_detail' as const,
      environment,
      id,
      kind: object,
      developerId: developerOfTenant(tenantId),
      status,
      isOpen,
      workflowId: workflowIdOf(kind, id),
      happened: happened.map(({ at, what }) => ({ at: at === null ? null : isoAt(at), what })),
      next,
      relatedIds: [...related],
      createdAt: isoAt(history.createdAt),
      updatedAt: isoAt(history.updatedAt),
    },
    200,
  );
});
