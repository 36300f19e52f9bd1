// Instructions in plain language: list, read, withdraw.

import { createRoute, z } from '@hono/zod-openapi';
import { cancelIntent as cancel } from '../../db/intents/acts.ts';
import { findIntentRow, listIntents, readIntentSteps } from '../../db/intents/reads.ts';
import { intentView } from '../../db/intents/view.ts';
import { INTENT_STATUSES } from '../../ledger/intent.ts';
import type { Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { intentDetailSchema, intentSchema } from './ai-intent-schema.ts';
import { setContentLanguage } from './content-language.ts';
import { showIntent } from './shown-intent.ts';

const PATH = '/v1/transactions/ai-intent';
const params = pathId('intent', 'intentId');
const detail = { 'application/json': { schema: intentDetailSchema } };

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listIntents',
  tags: ['language'],
  summary: 'List instructions in plain language',
  request: {
    query: pageQuery.extend({
      customerId: z.string().max(64).optional(),
      status: z.enum(INTENT_STATUSES).optional(),
    }),
  },
  responses: {
    200: jsonAnswer(
      'Newest first. An instruction past its expiry shows `expired` a moment later.',
      listOf(intentSchema),
    ),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${PATH}/{intentId}`,
  operationId: 'getIntent',
  tags: ['language'],
  summary: 'Read an instruction and its history',
  request: { params },
  responses: { 200: { description: 'The instruction.', content: detail } },
});

const cancelRoute = createRoute({
  method: 'post',
  path: `${PATH}/{intentId}/cancel`,
  operationId: 'cancelIntent',
  tags: ['language'],
  summary: 'Withdraw an instruction that waits for its confirmation',
  request: { params },
  responses: {
    200: { description: 'The instruction is canceled and its token is void.', content: detail },
  },
});

async function detailOf({ ledger }: Services, tenantId: string, id: string) {
  const row = await findIntentRow(ledger, tenantId, id);
  if (!row) throw new Problem('intent_not_found');
  const view = intentView(row, ledger.livemode, ledger.clock(row.tenantId));
  const payment = view.status === 'requires_confirmation' ? showIntent(ledger, row) : null;
  return { ...view, payment, steps: await readIntentSteps(ledger, id) };
}

export const listIntentsOperation = operation(
  'transactions:read',
  listRoute,
  (deps) => async (c) => {
    const query = c.req.valid('query');
    const { customerId = null, status = null } = query;
    const order = pageOrder('intent', query);
    const { tenantId } = developerOf(c);
    const page = await listIntents(servicesOf(c, deps).ledger, {
      ...order,
      tenantId,
      customerId,
      status,
    });
    return c.json(listBody(page), 200);
  },
);

export const getIntent = operation('transactions:read', getRoute, (deps) => async (c) => {
  setContentLanguage(c);
  const { intentId = '' } = c.req.valid('param');
  const detail = await detailOf(servicesOf(c, deps), developerOf(c).tenantId, intentId);
  setEtag(c, detail);
  return c.json(detail, 200);
});

export const cancelIntent = operation('intents:write', cancelRoute, (deps) => async (c) => {
  setContentLanguage(c);
  const { intentId = '' } = c.req.valid('param');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  await services.ledger.run(cancel, { tenantId, intentId, cause: causeOf(c) });
  const detail = await detailOf(services, tenantId, intentId);
  setEtag(c, detail);
  return c.json(detail, 200);
});
