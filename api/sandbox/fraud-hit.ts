// POST /v1/sandbox/simulations/fraud-hit: the next payments of an account are suspicious, as if a
// rule had hit. The score of the model stays the same; the decision states that it was simulated.

import { createRoute, z } from '@hono/zod-openapi';
import { findAccount } from '../../db/accounts/reads.ts';
import { planRiskHits } from '../../db/risk/acts.ts';
import { RISK_DECISIONS } from '../../ledger/decisions/risk.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

const HITS = RISK_DECISIONS.filter((decision) => decision !== 'approve');
const MAX_TIMES = 100;

const decisionField = z.enum(HITS);

const bodySchema = z
  .strictObject({
    accountId: idSchema('account'),
    decision: decisionField.default('block_and_review').openapi({
      description: 'The decision that the hit requires.',
    }),
    times: z.number().int().min(1).max(MAX_TIMES).default(1).openapi({
      description: 'Number of payments that get the hit.',
    }),
  })
  .openapi('FraudHitSimulation');

const hitSchema = z
  .object({
    object: z.literal('fraud_hit'),
    livemode: z.literal(false),
    accountId: z.string(),
    status: z.literal('planned'),
    decision: decisionField,
    times: z.number().int(),
  })
  .openapi('FraudHit');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/fraud-hit',
  operationId: 'simulateFraudHit',
  tags: ['sandbox'],
  summary: 'Make the next payments of an account suspicious',
  description:
    'The rule `sandbox_simulated_hit` matches them, in addition to other findings. Another ' +
    'request replaces the plan.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The planned hits.', hitSchema),
  },
});

export const simulateFraudHit = operation('transactions:write', route, (deps) => async (c) => {
  const { accountId, decision, times } = c.req.valid('json');
  const { ledger } = sandboxServices(c, deps);
  if (!(await findAccount(ledger, developerOf(c).tenantId, accountId))) {
    throw new Problem('account_not_found', undefined, {
      errors: [
        { pointer: '/accountId', code: 'account_not_found', message: 'No account has this id.' },
      ],
    });
  }
  await ledger.run(planRiskHits, { accountId, decision, times });
  const answer = { object: 'fraud_hit' as const, livemode: false as const, accountId };
  return c.json({ ...answer, status: 'planned' as const, decision, times }, 200);
});
