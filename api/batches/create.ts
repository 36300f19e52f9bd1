// POST /v1/transactions/batch: checks all items, accepts them in one insert, starts one workflow
// and waits until the batch has ended, as for a single payment.

import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { acceptBatch } from '../../db/batches/accept.ts';
import { previewBatch } from '../../db/batches/preview.ts';
import { countWaitingItems, findBatch, findBatchFacts } from '../../db/batches/reads.ts';
import type { BatchView } from '../../db/batches/view.ts';
import { isBatchOver } from '../../ledger/batch.ts';
import { isShareFull } from '../../ledger/share.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { readBodyBytes } from '../kit/body.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { CATALOGUE, type ErrorCode, Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, requireKey } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { createOwnerQueue } from '../kit/owner-queue.ts';
import { isFault, problemOfFault } from '../kit/read-on-thread.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { createBatchReader } from './batch-reader.ts';
import { batchBody, batchDryRunAnswer, batchDryRunSchema, batchSchema } from './batch-schema.ts';

/** Size of 10,000 items with all fields at usual lengths. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

const answerOf = (description: string) => jsonAnswer(description, batchSchema);

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/batch',
  operationId: 'createBatch',
  bindsKey: true,
  tags: ['batches'],
  summary: 'Make up to 10,000 transfers, deposits and withdrawals',
  description:
    'The batch is accepted as a whole or not at all. `atomic` books all items or none in ' +
    'one commit: an item that cannot be booked, or would need a person, refuses the batch. ' +
    'best_effort gives each item its own result. At most 16 MiB. With dryRun every item ' +
    'that would be refused is listed, and nothing is written.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(batchBody),
  },
  responses: {
    201: answerOf('Every item has its result.'),
    202: answerOf('Accepted and in progress; see Location.'),
    200: jsonAnswer(
      'The replay of a request whose object was canceled; or the dry run.',
      z.union([batchSchema, batchDryRunSchema]),
    ),
  },
});

/** Starts the workflow. When Temporal is unavailable, the sweeper starts it later. */
function start(deps: Deps, services: Services, id: string): void {
  const target = services.workflowTarget();
  const batch = findBatchFacts(services.ledger, id);
  if (!target || !batch) return;
  ensureWorkflow({ ...target, eager: true }, 'batch', batch).catch((error: unknown) => {
    deps.log.warn(
      { batch: batch.id, cause: String(error) },
      'starting the workflow of a batch failed; the sweeper tries again',
    );
  });
}

const POLL_EVERY_MS = 20;
/** The preview of a large batch takes seconds of this thread, in slices. */
const previewQueue = createOwnerQueue({
  work: 'dry runs of batches',
  maxRunning: 1,
  maxPerOwner: 2,
});

async function waitForEnd(services: Services, tenantId: string, id: string, waitMs: number) {
  for (const until = Date.now() + waitMs; ; ) {
    const batch = await findBatch(services.ledger, tenantId, id);
    if (!batch) throw new Problem('batch_not_found');
    const remaining = until - Date.now();
    if (isBatchOver(batch.status) || remaining <= 0) return batch;
    await sleep(Math.min(POLL_EVERY_MS, remaining));
  }
}

function answerBatch(c: Context<AppEnv>, batch: BatchView) {
  const { refusal } = batch;
  if (refusal) {
    const { code, message, pointer } = refusal;
    const knownCode = Object.hasOwn(CATALOGUE, code) ? (code as ErrorCode) : 'transaction_failed';
    throw new Problem(knownCode, `Item ${refusal.index}: ${message}`, {
      batchId: batch.id,
      errors: [{ pointer, code, message }],
    });
  }
  setEtag(c, batch);
  if (batch.status === 'canceled') return c.json(batch, 200);
  c.header('Location', `/v1/batches/${batch.id}`);
  if (batch.status === 'completed') return c.json(batch, 201);
  return c.json(batch, 202);
}

export const createBatch = operation(
  'transactions:write',
  route,
  (deps) => {
    const reader = createBatchReader(deps.closing);
    return async (c) => {
      const services = servicesOf(c, deps);
      const { tenantId, environment } = developerOf(c);
      const cause = causeOf(c);
      const parsed = await reader.read(await readBodyBytes(c), services.ledger.livemode);
      if (isFault(parsed)) throw problemOfFault(parsed);
      const { head, items } = parsed;
      if (!head.isDry) requireKey(environment, cause);
      if (head.objection) throw problemOfFault(head.objection);
      const { mode, metadata } = head;
      const { requestHash } = head;
      const draft = { tenantId, mode, items, metadata, requestHash, cause };
      if (head.isDry) {
        const leave = await previewQueue.enter(tenantId);
        const preview = await services.ledger.run(previewBatch, draft).finally(leave);
        return c.json(batchDryRunAnswer(preview), 200);
      }
      const { backlogLimit } = deps.config;
      if (isShareFull(countWaitingItems(services.ledger), tenantId, backlogLimit)) {
        throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
      }
      const { id, replayed } = await services.ledger.run(acceptBatch, draft);
      if (replayed) c.header('Idempotency-Replayed', 'true');
      else deps.failPoint('after-accept-batch');
      start(deps, services, id);
      const waitMs = readWaitMs(c, c.req.valid('query').wait);
      return answerBatch(c, await waitForEnd(services, tenantId, id, waitMs));
    };
  },
  { readsItself: true, maxBytes: MAX_BATCH_BYTES },
);
