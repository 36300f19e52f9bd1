// POST /v1/blockchain/contracts/{name}/functions/{function}/simulate: simulates without sending.

import { createRoute } from '@hono/zod-openapi';
import type { PaymentOrder } from '../../db/executions/guard.ts';
import { checkExecution } from '../../db/executions/rows.ts';
import type { ExecutionEffect } from '../../ledger/execution.ts';
import { operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { readContractCaller } from './contract-caller.ts';
import { callAsParty, paymentOf, requireFunction } from './contract-request.ts';
import { callBody, functionPath, simulationSchema } from './contract-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/blockchain/contracts/{name}/functions/{function}/simulate',
  operationId: 'simulateContractFunction',
  keepsAnswer: false,
  tags: ['blockchain'],
  summary: 'Simulate a function in the current state of the chain',
  description:
    'Sends and writes nothing. When the contract refuses, the answer is 422 with its ' +
    'error. View functions are read this way.',
  request: {
    params: functionPath,
    body: jsonBody(callBody),
  },
  responses: {
    200: jsonAnswer('The function would succeed.', simulationSchema),
  },
});

export const simulateFunction = operation('contracts:execute', route, (deps) => async (c) => {
  const target = requireFunction(c.req.valid('param'));
  const body = c.req.valid('json');
  const caller = await readContractCaller(c, deps, body);
  const { tenantId, services } = caller;
  const { checked, outcome } = await callAsParty(caller, target, body);
  const payment = paymentOf(target, checked);
  const { effect } = target.called;
  const { name: contract } = target.contract;
  if (payment !== null) {
    await services.ledger.run(checkExecution, { tenantId, contract, effect, payment });
  }
  const { livemode } = services.ledger;
  const answer = { object: 'contract_simulation' as const, livemode, contract };
  return c.json(
    {
      ...{ ...answer, function: target.called.name, result: outcome.result },
      effect: payment === null || effect === 'none' ? null : effectView(effect, payment),
      gas:
        outcome.gas === null
          ? null
          : { estimated: String(outcome.gas), most: String(target.called.maxGas) },
    },
    200,
  );
});

function effectView(hold: Exclude<ExecutionEffect, 'none'>, payment: PaymentOrder) {
  const { transactionId, amount, currency, heldUntil } = payment;
  return {
    ...{ hold, transactionId, amount: Number(amount), currency },
    heldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
  };
}
