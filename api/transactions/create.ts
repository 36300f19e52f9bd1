// POST /v1/transactions: the first of four hops. Check the body, accept in one insert, hand to the
// dispatcher, wait for the money to come to rest, answer.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Acceptance, Settled } from '../../db/store.ts';
import { isKeyBound } from '../../db/transactions.ts';
import type { AppEnv, Desk } from '../context.ts';
import { Problem } from '../errors.ts';
import { causeOf, requestHash, requireKey } from '../idempotency.ts';
import { deskOf, developerOf, operation } from '../operation.ts';
import { wholeQuery } from '../schemas.ts';
import { answerTransaction, readSettled, waitOf } from './answer.ts';
import { type TransactionCreate, transactionCreateSchema } from './create-schema.ts';
import { transactionDraft } from './draft.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

const answerOf = (description: string) => ({
  description,
  content: { 'application/json': { schema: transactionDetailSchema } },
});

const route = createRoute({
  method: 'post',
  path: '/v1/transactions',
  operationId: 'createTransaction',
  tags: ['transactions'],
  summary: 'Transfer, deposit or withdraw',
  description:
    'Answers when the money has come to rest. The same Idempotency-Key with the same body never ' +
    'moves money twice; it answers with the transaction as it stands.',
  request: {
    headers: z.object({
      'idempotency-key': z.string().optional().openapi({ description: 'At most 255 characters.' }),
      prefer: z.string().optional().openapi({ description: 'respond-async: 202 at once.' }),
    }),
    query: z.strictObject({
      wait: wholeQuery(0, 10)
        .optional()
        .openapi({ description: 'Seconds to wait for a resting state, at most 10; default 3.' }),
    }),
    body: {
      required: true,
      content: { 'application/json': { schema: transactionCreateSchema } },
    },
  },
  responses: {
    201: answerOf('Posted, or authorised when capture is manual.'),
    202: answerOf('Accepted and on its way; see Location.'),
    200: answerOf('A replay of a transaction that was canceled, expired or reversed.'),
  },
});

export const createTransaction = operation('transactions:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  requireKey(c);
  const desk = deskOf(c, deps);
  const { tenantId } = developerOf(c);
  const cause = causeOf(c);
  const { ledger } = desk;
  const full = desk.backlog() >= deps.config.backlogLimit;
  // What was accepted before is answered however much waits.
  const bound = full && cause.idempotencyKey !== null;
  if (full && !(bound && (await isKeyBound(ledger, tenantId, cause.idempotencyKey ?? '')))) {
    throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  }
  const draft = transactionDraft(body, tenantId, requestHash(body), cause);
  const accepted = await desk.ledger.store.accept(draft);
  const id = boundTo(accepted);
  deps.failPoint('after-accept');
  const waitMs = waitOf(c, c.req.valid('query').wait);
  const settled =
    accepted.kind === 'accepted'
      ? await dispatched(desk, { id, tenantId, body, waitMs })
      : await replayed(c, desk, { id, tenantId, waitMs });
  const answer = answerTransaction(c, settled ?? (await standing(desk, tenantId, id)));
  return c.json(answer.body, answer.status);
});

/** The id that the request is bound to, or the problem for which it is bound to none. */
function boundTo(accepted: Acceptance): string {
  switch (accepted.kind) {
    case 'accepted':
    case 'replayed':
      return accepted.id;
    case 'key_reused':
      throw new Problem('idempotency_key_reused', undefined, { existingId: accepted.existingId });
    case 'duplicate_reference':
      throw new Problem('duplicate_reference', undefined, { existingId: accepted.existingId });
    case 'hold_out_of_range':
      throw new Problem('validation_failed', undefined, {
        errors: [
          {
            pointer: '/holdExpiresAt',
            code: 'invalid',
            message: 'Expected a time in the next 30 days.',
          },
        ],
      });
    default: {
      const { pointer } = accepted;
      throw new Problem('account_not_found', undefined, {
        errors: [{ pointer, code: 'account_not_found', message: 'There is no such account.' }],
      });
    }
  }
}

async function dispatched(
  desk: Desk,
  work: { id: string; tenantId: string; body: TransactionCreate; waitMs: number },
): Promise<Settled | null> {
  const { id, tenantId, body } = work;
  const rest = work.waitMs > 0 ? desk.settlements.wait(id, work.waitMs) : null;
  desk.dispatcher.submit({
    id,
    tenantId,
    type: body.type,
    currency: body.currency,
    amountMinor: body.amount,
  });
  return rest;
}

/** A duplicate waits for the first one's result as the first one does. */
async function replayed(
  c: Context<AppEnv>,
  desk: Desk,
  work: { id: string; tenantId: string; waitMs: number },
): Promise<Settled | null> {
  c.header('Idempotency-Replayed', 'true');
  const rest = work.waitMs > 0 ? desk.settlements.wait(work.id, work.waitMs) : null;
  const now = await readSettled(desk, work.tenantId, work.id);
  const moving = now?.transaction.status === 'pending' && now.transaction.stage === 'accepted';
  return moving ? rest : now;
}

async function standing(desk: Desk, tenantId: string, id: string): Promise<Settled> {
  const settled = await readSettled(desk, tenantId, id);
  if (!settled) throw new Problem('transaction_not_found');
  return settled;
}
