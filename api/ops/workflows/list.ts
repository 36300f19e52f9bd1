// GET /v1/ops/workflows: running and stuck background work, with its location in the Temporal UI.

import { createRoute, z } from '@hono/zod-openapi';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import { listLateWork } from '../../../db/oversight/stuck.ts';
import { listStuck, readOpenWork } from '../../../db/transactions/open-work.ts';
import { transferWorkflowId } from '../../../ledger/workflow-id.ts';
import { workflowIdOf } from '../../../workflows/restart.ts';
import { operation } from '../../kit/operation.ts';
import { timestampSchema } from '../../kit/schemas.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/workflows',
  operationId: 'getOpenWorkflows',
  tags: ['ops'],
  summary: 'Count unfinished work and list overdue work',
  request: { query: environmentQuery },
  responses: {
    200: {
      description: 'Open work; stuck is empty on a healthy bank.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('open_workflows'),
              environment: environmentField,
              accepted: z.number().int(),
              waiting: z.number().int(),
              stuck: z.array(
                z.object({
                  transactionId: z.string(),
                  developerId: z.string(),
                  status: z.string(),
                  stage: z.string(),
                  workflowId: z.string(),
                  createdAt: timestampSchema,
                  expiresAt: timestampSchema.nullable(),
                }),
              ),
              late: z
                .array(
                  z.object({
                    kind: z.string(),
                    id: z.string(),
                    developerId: z.string(),
                    status: z.string(),
                    workflowId: z.string(),
                  }),
                )
                .openapi({
                  description:
                    'Batches and executions that are still open after 10 minutes, mails after ' +
                    'one hour, and trainings after two hours.',
                }),
            })
            .openapi('OpenWorkflows'),
        },
      },
    },
  },
});

const MAX_WORKFLOWS = 100;

export const getOpenWorkflows = operation('operator', route, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const now = Date.now();
  const { ledger } = deps.environments[environment];
  const { accepted, waiting } = await readOpenWork(ledger, now);
  const stuck = await listStuck(ledger, now, MAX_WORKFLOWS);
  const lateWork = listLateWork(ledger, now, MAX_WORKFLOWS);
  return c.json(
    {
      object: 'open_workflows' as const,
      environment,
      accepted,
      waiting,
      stuck: stuck.map((row) => ({
        transactionId: row.id,
        developerId: developerOfTenant(row.tenantId),
        status: row.status,
        stage: row.stage,
        workflowId: row.workflowId ?? transferWorkflowId(row.id),
        createdAt: new Date(row.createdAt).toISOString(),
        expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
      })),
      late: lateWork.map(({ object, kind, ...row }) => {
        return { ...row, kind: object, workflowId: workflowIdOf(kind, row.id) };
      }),
    },
    200,
  );
});
