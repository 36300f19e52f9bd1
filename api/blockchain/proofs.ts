// GET /v1/transactions/{transactionId}/proof, the same under /v1/blockchain, and the consistency of
// two checkpoints: the proofs with which clients verify the log without trusting the bank.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Ledger } from '../../db/ledger.ts';
import { type FindLedger, readConsistency, readProof, readRecord } from '../../db/log/proofs.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, wholeQuery } from '../kit/schemas.ts';
import {
  consistencySchema,
  pendingProofSchema,
  proofSchema,
  recordSchema,
} from './proof-schema.ts';

/** Retry-After of a pending proof, in seconds. */
const RETRY_AFTER_SECONDS = 2;

export const checkpointQuery = z.strictObject({
  checkpoint: z
    .string()
    .max(64)
    .optional()
    .openapi({ description: 'A later checkpoint to make the proof for.', example: 'chk_06ayx0…' }),
});

export const proofResponses = {
  200: jsonAnswer(
    'The proof. `npm run verify-proof` and the page at /verify check it offline.',
    proofSchema,
  ),
  202: jsonAnswer('Booked, and not in a signed checkpoint yet.', pendingProofSchema),
};

const proofRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}/proof',
  operationId: 'getTransactionProof',
  tags: ['blockchain'],
  summary: 'Prove that a transaction is in the log',
  request: { params: pathId('transaction', 'transactionId'), query: checkpointQuery },
  responses: proofResponses,
});

const blockchainProofRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/transactions/{transactionId}/proof',
  operationId: 'getBlockchainProof',
  tags: ['blockchain'],
  summary: 'Prove that a transaction is in the log',
  request: { params: pathId('transaction', 'transactionId'), query: checkpointQuery },
  responses: proofResponses,
});

const recordRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/transactions/{transactionId}',
  operationId: 'getBlockchainRecord',
  tags: ['blockchain'],
  summary: 'Read the blockchain record of a transaction',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: jsonAnswer('The record.', recordSchema),
  },
});

const consistencyRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/consistency',
  operationId: 'getConsistency',
  tags: ['blockchain'],
  summary: 'Prove that the log of one checkpoint is a prefix of the log of another',
  request: {
    query: z.strictObject({
      from: wholeQuery(1).openapi({ description: 'Size of the older checkpoint.', example: 1024 }),
      to: wholeQuery(1)
        .optional()
        .openapi({ description: 'Size of the newer one; default: the newest.', example: 2048 }),
    }),
  },
  responses: {
    200: jsonAnswer('The proof, with both checkpoints.', consistencySchema),
  },
});

export const getTransactionProof = operation('proofs:read', proofRoute, (deps) => (c) => {
  const { transactionId = '' } = c.req.valid('param');
  return answerOwnProof(c, deps, { transactionId, ...c.req.valid('query') });
});

export const getBlockchainProof = operation(
  'proofs:read',
  blockchainProofRoute,
  (deps) => async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    return answerOwnProof(c, deps, { transactionId, ...c.req.valid('query') });
  },
);

export const getBlockchainRecord = operation('ledger:read', recordRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const record = await readRecord(
    ledger,
    { tenantId, transactionId },
    createLedgerFinder(deps, ledger),
  );
  if (record.kind === 'not_found') throw new Problem('transaction_not_found');
  if (record.kind === 'not_posted') throw notPosted(transactionId, record.status);
  return c.json(record.record, 200);
});

export const getConsistency = operation('proofs:read', consistencyRoute, (deps) => async (c) => {
  const { from, to = null } = c.req.valid('query');
  const consistency = await readConsistency(servicesOf(c, deps).ledger, from, to);
  if (consistency.kind === 'backwards')
    throw invalidProof('from', 'Expected a size of at most `to`.');
  if (consistency.kind === 'no_checkpoint') {
    throw invalidProof(consistency.from ? 'from' : 'to', 'No checkpoint has that size.');
  }
  return c.json(consistency.proof, 200);
});

interface ProofQuery {
  readonly transactionId: string;
  readonly checkpoint?: string | undefined;
}

function answerOwnProof(c: Context<AppEnv>, deps: Deps, query: ProofQuery) {
  const { tenantId } = developerOf(c);
  return answerProof(c, deps, servicesOf(c, deps).ledger, { tenantId, ...query });
}

/**
 * Returns a function that finds a ledger of the environment by its name. The proofs of a record are
 * in the ledger that contains the record.
 */
export function createLedgerFinder(deps: Deps, { environment }: Ledger): FindLedger {
  const { ledger } = deps.environments[environment];
  return (name) => (ledger.name === name ? ledger : undefined);
}

/** Answers with the proof of a transaction of a tenant. */
export async function answerProof(
  c: Context<AppEnv>,
  deps: Deps,
  ledger: Ledger,
  order: ProofQuery & { readonly tenantId: string },
) {
  const { tenantId, transactionId, checkpoint: checkpointId = null } = order;
  const proofOrder = { tenantId, transactionId, checkpointId };
  const proof = await readProof(ledger, proofOrder, createLedgerFinder(deps, ledger));
  switch (proof.kind) {
    case 'proof':
      return c.json(proof.proof, 200);
    case 'pending':
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return c.json(proof.pending, 202);
    case 'not_found':
      throw new Problem('transaction_not_found');
    case 'not_posted':
      throw notPosted(transactionId, proof.status);
    case 'checkpoint_not_found':
      throw new Problem('checkpoint_not_found');
    case 'not_covered':
      throw invalidProof(
        'checkpoint',
        'The checkpoint is older than the transaction: name a later one, or none.',
      );
  }
}

function notPosted(transactionId: string, status: TransactionStatus): Problem {
  return new Problem(
    'transaction_not_posted',
    `The transaction is ${status}: only a posted transaction has a proof.`,
    { transactionId },
  );
}

function invalidProof(pointer: string, message: string): Problem {
  const error: FieldError = { pointer, code: 'invalid_parameter', message };
  return new Problem('invalid_parameter', message, { errors: [error] });
}
