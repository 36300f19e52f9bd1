// Confirms an instruction with its token. The id of the instruction is the idempotency key, so that
// an instruction is carried out once, however often its confirmation is sent.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { closedIntent, confirmSchedule } from '../../db/intents/acts.ts';
import { findIntentRow } from '../../db/intents/reads.ts';
import { type IntentRow, requestOf } from '../../db/intents/view.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { answerTransaction, readWaitMs } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem, refusalProblem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, requireAccess, servicesOf } from '../kit/operation.ts';
import { pathId } from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import { confirmTransactionWith } from '../mfa/confirm-transaction.ts';
import { proofOf } from '../mfa/mfa.ts';
import { answerSchedule } from '../schedules/answer.ts';
import { scheduleSchema } from '../schedules/schedule-schema.ts';
import { completeTerms } from '../schedules/terms.ts';
import { createTransactionDraft } from '../transactions/create.ts';
import { transactionCreateSchema, waitQuery } from '../transactions/create-schema.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { confirmationFields } from './ai-intent-schema.ts';
import { requireToken } from './confirmation.ts';
import { setContentLanguage } from './content-language.ts';

const KEY_SCOPE = 'intent';

export const carriedOutSchema = z.union([transactionDetailSchema, scheduleSchema]);
const content = { 'application/json': { schema: carriedOutSchema } };

/** The answers to a confirmation. */
export const CONFIRMED_RESPONSES = {
  201: { description: 'Carried out: the transaction, or the schedule that was set up.', content },
  202: { description: 'Confirmed, and the transaction is in progress; see Location.', content },
};

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/ai-intent/{intentId}/confirm',
  operationId: 'confirmIntent',
  tags: ['language'],
  summary: 'Carry out an instruction',
  description:
    'The token confirms exactly the proposal of its answer, once, within five minutes. The ' +
    'same token again answers with the same transaction and moves no money. A scheduled ' +
    'transfer also requires schedules:write.',
  request: {
    params: pathId('intent', 'intentId'),
    query: waitQuery,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject(confirmationFields).openapi('IntentConfirm'),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The replay of a confirmation whose transaction ended differently since.',
      content,
    },
    ...CONFIRMED_RESPONSES,
  },
});

export interface ConfirmationInput {
  readonly intentId: string;
  readonly confirmationToken: string;
  readonly mfaToken?: string | undefined;
  /** Seconds. */
  readonly wait?: number | undefined;
}

/**
 * Carries out an instruction.
 * @throws Problem intent_not_found, confirmation_mismatch, confirmation_expired, or the reason for
 * which the bank refuses the instruction
 */
export async function carryOutIntent(c: Context<AppEnv>, deps: Deps, order: ConfirmationInput) {
  const { tenantId } = developerOf(c);
  const row = await findIntentRow(servicesOf(c, deps).ledger, tenantId, order.intentId);
  if (!row) throw new Problem('intent_not_found');
  requireToken(deps.seal, row, order.confirmationToken);
  if (row.intent === 'schedule_transfer') return makeSchedule(c, deps, row);
  const answer = await makeTransfer(c, deps, { row, wait: order.wait });
  const { body } = answer;
  const { mfaToken } = order;
  if (body.status !== 'requires_confirmation' || mfaToken === undefined) return answer;
  const proof = proofOf(mfaToken);
  return confirmTransactionWith(c, deps, { transactionId: body.id, proof });
}

interface TransferInput {
  readonly row: IntentRow;
  readonly wait?: number | undefined;
}

async function makeTransfer(c: Context<AppEnv>, deps: Deps, { row, wait }: TransferInput) {
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  if (row.transactionId !== null) {
    c.header('Idempotency-Replayed', 'true');
    const transaction = await findTransaction(services.ledger, tenantId, row.transactionId);
    if (transaction && transaction.stage !== 'accepted')
      return answerTransaction(c, services, transaction);
  }
  const request = requestOf(row);
  if (!request) throw refusalProblem(closedIntent(row.status));
  const body = transactionCreateSchema.parse(request.body);
  const cause = { ...causeOf(c), idempotencyKey: row.id };
  const draft = {
    ...createTransactionDraft(body, tenantId, hashRequest(body), cause),
    intentId: row.id,
  };
  const waitMs = readWaitMs(c, wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope: KEY_SCOPE };
  const { accepted, settled } = await acceptOrder(services, 'accept', draft, waitMs, admission);
  const { id, replayed } = accepted;
  const { type, currency, amount: amountMinor } = body;
  const facts = { id, tenantId, type, currency, amountMinor };
  return settleAndAnswer(c, { deps, services, facts, waitMs, settled, replayed });
}

async function makeSchedule(c: Context<AppEnv>, deps: Deps, row: IntentRow) {
  requireAccess('schedules:write', developerOf(c));
  const services = servicesOf(c, deps);
  const request = requestOf(row);
  if (!request) throw refusalProblem(closedIntent(row.status));
  const terms = request.body as unknown as Parameters<typeof completeTerms>[0];
  const outcome = await services.ledger.run(confirmSchedule, {
    tenantId: row.tenantId,
    intentId: row.id,
    terms: completeTerms(terms),
    requestHash: hashRequest(request.body),
    cause: causeOf(c),
  });
  return { body: await answerSchedule(c, services, outcome), status: 201 as const };
}

export const confirmIntent = operation('transactions:write', route, (deps) => async (c) => {
  setContentLanguage(c);
  const { intentId = '' } = c.req.valid('param');
  const { wait } = c.req.valid('query');
  const { body, status } = await carryOutIntent(c, deps, {
    ...c.req.valid('json'),
    intentId,
    wait,
  });
  return body.object === 'schedule' ? c.json(body, 201) : c.json(body, status);
});
