// POST /v1/sandbox/simulations/fraud-hit: nothing scores payments yet, so nothing can be hit. The
// answer says so and makes no score up.

import { createRoute, z } from '@hono/zod-openapi';
import { findAccount } from '../../db/accounts.ts';
import { Problem } from '../errors.ts';
import { developerOf, operation } from '../operation.ts';
import { idSchema } from '../schemas.ts';
import { sandboxDesk } from './sandbox-desk.ts';

const bodySchema = z.strictObject({ accountId: idSchema('account') }).openapi('FraudHitSimulation');

const hitSchema = z
  .object({
    object: z.literal('fraud_hit'),
    livemode: z.literal(false),
    accountId: z.string(),
    status: z.enum(['not_configured']).openapi({
      description: 'Nothing scores payments here: no payment of the account will be held back.',
    }),
  })
  .openapi('FraudHit');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/fraud-hit',
  operationId: 'simulateFraudHit',
  tags: ['sandbox'],
  summary: 'Ask for a suspicion of fraud: not configured yet',
  description: 'Payments are not scored yet, so this changes nothing and answers `not_configured`.',
  request: { body: { required: true, content: { 'application/json': { schema: bodySchema } } } },
  responses: {
    200: {
      description: 'Nothing was done.',
      content: { 'application/json': { schema: hitSchema } },
    },
  },
});

export const simulateFraudHit = operation('transactions:write', route, (deps) => async (c) => {
  const { accountId } = c.req.valid('json');
  const { ledger } = sandboxDesk(c, deps);
  if (!(await findAccount(ledger, developerOf(c).tenantId, accountId))) {
    throw new Problem('account_not_found', undefined, {
      errors: [
        { pointer: '/accountId', code: 'account_not_found', message: 'There is no such account.' },
      ],
    });
  }
  const answer = { object: 'fraud_hit' as const, livemode: false as const, accountId };
  return c.json({ ...answer, status: 'not_configured' as const }, 200);
});
