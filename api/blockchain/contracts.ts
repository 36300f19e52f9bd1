// GET /v1/blockchain/contracts and …/{name}: the functions that can be called, and the bounds of
// their arguments.

import { createRoute } from '@hono/zod-openapi';
import { CONTRACTS, findContract } from '../../chain/registry.ts';
import { pageOf } from '../../db/kernel/page.ts';
import { Problem } from '../kit/errors.ts';
import { operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { contractDetailSchema, contractPath, contractSchema } from './contract-schema.ts';
import { contractDetail, contractView } from './contract-view.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/contracts',
  operationId: 'listContracts',
  tags: ['blockchain'],
  summary: 'List the smart contracts, by name',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of contracts.', listOf(contractSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/contracts/{name}',
  operationId: 'getContract',
  tags: ['blockchain'],
  summary: 'Read a smart contract: its functions, their bounds, its address and its hashes',
  request: { params: contractPath },
  responses: {
    200: jsonAnswer('The contract.', contractDetailSchema),
  },
});

export const listContracts = operation('ledger:read', listRoute, (deps) => async (c) => {
  const { limit, startingAfter } = c.req.valid('query');
  if (startingAfter !== undefined && !findContract(startingAfter)) {
    throw new Problem('invalid_cursor');
  }
  const { ledger, contracts } = servicesOf(c, deps);
  const nextContracts = CONTRACTS.filter(({ name }) => name > (startingAfter ?? ''));
  const page = pageOf(nextContracts.slice(0, limit + 1), limit);
  const data = await Promise.all(
    page.data.map((contract) => contractView(contract, contracts, ledger.livemode)),
  );
  return c.json(listBody({ data, hasMore: page.hasMore }), 200);
});

export const getContract = operation('ledger:read', getRoute, (deps) => async (c) => {
  const contract = findContract(c.req.valid('param').name);
  if (!contract) throw new Problem('contract_not_found');
  const { ledger, contracts } = servicesOf(c, deps);
  return c.json(await contractDetail(contract, contracts, ledger.livemode), 200);
});
