// POST /v1/sandbox/simulations/rail-settle and /rail-return: the answer of the simulated network to
// a payment, at once instead of at its cut-off. The payment takes its usual path: its workflow asks
// the network, and books or returns the payment accordingly.

import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { SimulatedReport } from '../../db/booking/rail-messages.ts';
import { simulateRailReport } from '../../db/money/calls.ts';
import { readRailPayment } from '../../db/rails/reads.ts';
import { isRailOpen } from '../../db/rails/view.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';
import { addTimeline, requireTransaction } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, textSchema } from '../kit/schemas.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { sandboxServices } from './sandbox-services.ts';

const transactionId = idSchema('transaction');

const settleBody = z.strictObject({ transactionId }).openapi('RailSettleSimulation');

const returnBody = z
  .strictObject({
    transactionId,
    code: textSchema(8).min(1).optional().openapi({
      description: "A code of its network; left out: that of the network's insufficient funds.",
      example: 'R01',
    }),
  })
  .openapi('RailReturnSimulation');

const answer = (description: string) => jsonAnswer(description, transactionDetailSchema);
const responses = {
  200: answer('The network has reported it; the transaction in its present state.'),
  202: answer('The network has not reported it yet; read the transaction again.'),
};

const settleRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/rail-settle',
  operationId: 'simulateRailSettle',
  tags: ['sandbox'],
  summary: 'Simulate the settlement of a payment by its network',
  description: "Settles now instead of at the network's next cut-off by your clock.",
  request: { body: jsonBody(settleBody) },
  responses,
});

const returnRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/rail-return',
  operationId: 'simulateRailReturn',
  tags: ['sandbox'],
  summary: 'Simulate the return of a payment by its network',
  description:
    'Before the settlement, the transaction is declined and its money released; ' +
    'afterwards, a separate transaction returns the money, even below zero.',
  request: { body: jsonBody(returnBody) },
  responses,
});

const POLL_EVERY_MS = 25;
const MAX_WAIT_MS = 10_000;

/** True once the network has given the planned answer, or no open payment waits for it. */
async function isAnswered({ ledger }: Services, id: string): Promise<boolean> {
  const payment = (await readRailPayment(ledger, id))?.payment;
  return !payment || payment.simulatedNews === null || !isRailOpen(payment);
}

async function simulateAnswer(
  c: Context<AppEnv>,
  deps: Deps,
  order: Omit<SimulatedReport, 'tenantId'>,
) {
  const services = sandboxServices(c, deps);
  const { tenantId } = developerOf(c);
  const id = order.transactionId;
  await services.ledger.run(simulateRailReport, { tenantId, ...order });
  const target = services.workflowTarget();
  // When Temporal does not answer, the workflow's timer or the sweeper polls the network.
  if (target) await signalWorkflow(target, 'railPayment', id).catch(() => undefined);
  const until = performance.now() + MAX_WAIT_MS;
  let isReported = await isAnswered(services, id);
  while (!isReported && performance.now() < until) {
    await sleep(POLL_EVERY_MS);
    isReported = await isAnswered(services, id);
  }
  const transaction = await requireTransaction(services, tenantId, id);
  setEtag(c, transaction);
  const body = await addTimeline(services, transaction);
  return { body, status: isReported ? (200 as const) : (202 as const) };
}

export const simulateRailSettle = operation('transactions:write', settleRoute, (deps) => {
  return async (c) => {
    const order = { ...c.req.valid('json'), news: 'settle' as const, code: null };
    const { body, status } = await simulateAnswer(c, deps, order);
    return c.json(body, status);
  };
});

export const simulateRailReturn = operation('transactions:write', returnRoute, (deps) => {
  return async (c) => {
    const { transactionId: id, code = null } = c.req.valid('json');
    const { body, status } = await simulateAnswer(c, deps, {
      transactionId: id,
      news: 'return',
      code,
    });
    return c.json(body, status);
  };
});
