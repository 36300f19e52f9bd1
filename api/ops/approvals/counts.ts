// GET /v1/ops/approvals/counts: the number of requests that wait for a second person, in both
// environments, because an operator sees the lists of only one at a time.

import { createRoute, z } from '@hono/zod-openapi';
import { countApprovals as countOfLedger } from '../../../db/approvals/reads.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer } from '../../kit/schemas.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/approvals/counts',
  operationId: 'countApprovals',
  tags: ['ops'],
  summary: 'Count pending approval requests and applications',
  responses: {
    200: jsonAnswer(
      'The counts.',
      z
        .object({
          object: z.literal('approval_counts'),
          sandbox: z.number().int(),
          production: z.number().int(),
          applications: z.number().int().openapi({ description: 'For production, undecided.' }),
        })
        .openapi('ApprovalCounts'),
    ),
  },
});

export const countApprovals = operation(
  'operator',
  route,
  ({ environments, platform }) =>
    async (c) => {
      const countIn = (environment: EnvironmentName) =>
        countOfLedger(environments[environment].ledger) + platform.approvals.count(environment);
      const counts = {
        object: 'approval_counts' as const,
        sandbox: countIn('sandbox'),
        production: countIn('production'),
        applications: platform.applications.count(),
      };
      return c.json(counts, 200);
    },
);
