// POST /v1/blockchain/contracts/{name}/functions/{function}/simulate: asks, and never sends.

import { createRoute } from '@hono/zod-openapi';
import { Problem } from '../kit/errors.ts';
import { operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { callerOf } from './contract-caller.ts';
import { checkCall, functionOf } from './contract-request.ts';
import { callBody, functionPath, simulationSchema } from './contract-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/blockchain/contracts/{name}/functions/{function}/simulate',
  operationId: 'simulateContractFunction',
  tags: ['blockchain'],
  summary: 'Ask what a function would do on the chain as it stands',
  description:
    'Sends nothing and writes nothing. A refusal of the contract answers 422 with its error. ' +
    'Views are read this way.',
  request: {
    params: functionPath,
    body: jsonBody(callBody),
  },
  responses: {
    200: jsonAnswer('It would succeed.', simulationSchema),
  },
});

export const simulateFunction = operation('contracts:execute', route, (deps) => async (c) => {
  const one = functionOf(c.req.valid('param'));
  const caller = callerOf(c, deps);
  const { contracts, call } = await checkCall(caller, one, c.req.valid('json'));
  const outcome = await contracts.simulate(call);
  if (outcome.kind === 'reverted') {
    const { revert } = outcome;
    throw new Problem('contract_reverted', `The contract reverts the call with ${revert.name}.`, {
      revert,
    });
  }
  const { livemode } = caller.desk.ledger;
  const answer = { object: 'contract_simulation' as const, livemode, contract: one.contract.name };
  return c.json({ ...answer, function: one.called.name, result: outcome.result }, 200);
});
