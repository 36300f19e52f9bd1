// GET /v1/blockchain/checkpoints, …/latest and …/{checkpointId}: the signed checkpoints of the log.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import {
  findCheckpoint,
  findLatestCheckpoint,
  listCheckpoints,
} from '../../db/log/checkpoint-reads.ts';
import type { CheckpointView } from '../../db/log/checkpoint-view.ts';
import type { AppEnv } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { checkpointSchema } from './checkpoint-schema.ts';

const answers = {
  200: {
    description: 'The checkpoint; with `Accept: text/plain`, only its signed note.',
    content: {
      'application/json': { schema: checkpointSchema },
      'text/plain': { schema: z.string() },
    },
  },
};

const listRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/checkpoints',
  operationId: 'listCheckpoints',
  tags: ['blockchain'],
  summary: 'List the checkpoints of the log, newest first',
  description: 'The log of an environment contains the postings of all developers as hashes.',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of checkpoints.', listOf(checkpointSchema)),
  },
});

const latestRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/checkpoints/latest',
  operationId: 'getLatestCheckpoint',
  tags: ['blockchain'],
  summary: 'Read the newest checkpoint',
  responses: answers,
});

const getOneRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/checkpoints/{checkpointId}',
  operationId: 'getCheckpoint',
  tags: ['blockchain'],
  summary: 'Read a checkpoint',
  request: { params: pathId('checkpoint', 'checkpointId') },
  responses: answers,
});

export const getCheckpoints = operation('ledger:read', listRoute, (deps) => async (c) => {
  const order = pageOrder('checkpoint', c.req.valid('query'));
  return c.json(listBody(await listCheckpoints(servicesOf(c, deps).ledger, order)), 200);
});

export const getLatestCheckpoint = operation('ledger:read', latestRoute, (deps) => async (c) => {
  return answer(c, await findLatestCheckpoint(servicesOf(c, deps).ledger));
});

export const getCheckpoint = operation('ledger:read', getOneRoute, (deps) => async (c) => {
  const { checkpointId = '' } = c.req.valid('param');
  return answer(c, await findCheckpoint(servicesOf(c, deps).ledger, checkpointId));
});

function answer(c: Context<AppEnv>, checkpoint: CheckpointView | null) {
  if (!checkpoint) throw new Problem('checkpoint_not_found');
  if (wantsText(c)) return c.text(checkpoint.note, 200);
  return c.json(checkpoint, 200);
}

/**
 * True when the Accept header names text and does not name JSON. All other clients get JSON.
 */
function wantsText(c: Context<AppEnv>): boolean {
  const accept = c.req.header('accept') ?? '';
  return /\btext\/plain\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
