// POST /v1/sandbox/simulations/chain-reorg: the development chain loses its newest blocks. The bank
// sends its transactions of these blocks again; their records show the change.

import { createRoute, z } from '@hono/zod-openapi';
import { ChainUnreachable } from '../../chain/client.ts';
import { reorganise } from '../../chain/reorganise.ts';
import { everyOf } from '../../db/ledgers.ts';
import { chainSignerId } from '../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import type { Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

const bodySchema = z
  .strictObject({
    depth: z
      .number()
      .int()
      .min(1)
      .max(16)
      .openapi({ description: 'Number of blocks.', example: 3 }),
  })
  .openapi('ChainReorgSimulation');

const reorgSchema = z
  .object({
    object: z.literal('chain_reorg'),
    livemode: z.literal(false),
    chainId: z.number().int(),
    depth: z.number().int(),
    blockNumber: z.number().int().openapi({ description: 'The newest block afterwards.' }),
  })
  .openapi('ChainReorg');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/chain-reorg',
  operationId: 'simulateChainReorg',
  tags: ['sandbox'],
  summary: 'Simulate a reorganisation of the development chain',
  description:
    'Removes the newest blocks. All developers of the deployment share that chain. With ' +
    'another chain, or without one, the answer is `chain_not_configured`.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The number of replaced blocks.', reorgSchema),
  },
});

export const simulateChainReorg = operation('contracts:execute', route, (deps) => async (c) => {
  const { depth } = c.req.valid('json');
  sandboxServices(c, deps);
  const { mode, rpcUrls, chainId } = deps.config.chain;
  const [url] = rpcUrls;
  if (mode !== 'dev' || url === undefined) {
    throw new Problem(
      'chain_not_configured',
      'Only a bank with KONTOR_CHAIN=dev can reorganise its chain.',
    );
  }
  const outcome = await reorganise(url, depth).catch((cause: unknown) => {
    if (!(cause instanceof ChainUnreachable)) throw cause;
    throw new Problem('chain_unavailable', undefined, { retryAfterSeconds: 5, cause });
  });
  const { kind, blockNumber } = outcome;
  if (kind === 'too_short') {
    const message = `Expected at most ${blockNumber}, the number of blocks after the first.`;
    throw new Problem('invalid_state_transition', message);
  }
  await signalSigners(deps);
  const answer = { object: 'chain_reorg' as const, livemode: false as const };
  return c.json({ ...answer, chainId, depth, blockNumber }, 200);
});

/**
 * Both environments use that chain. A signer that the signal does not reach checks by itself within
 * minutes.
 */
async function signalSigners({ environments }: Deps): Promise<void> {
  for (const { client, ledger } of everyOf(environments)) {
    const signer = client()?.workflow.getHandle(chainSignerId(ledger.taskQueue));
    await signer?.signal(CHECK_AGAIN).catch(() => undefined);
  }
}
