// POST /v1/transactions/ai-intent: reads an instruction, previews it by a dry run, and answers with
// a token that carries out exactly the previewed instruction. The same path takes the token.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findIntentRow } from '../../db/intents/reads.ts';
import type { IntentRow } from '../../db/intents/view.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { addTimeline } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, requireAccess, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { type AiIntentBody, aiIntentBodySchema, aiIntentSchema } from './ai-intent-schema.ts';
import { CONFIRMED_RESPONSES, carriedOutSchema, carryOutIntent } from './confirm-intent.ts';
import { tokenOf } from './confirmation.ts';
import { setContentLanguage } from './content-language.ts';
import type { MessageBody } from './intent-schema.ts';
import { answerIntent, propose } from './propose.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/ai-intent',
  operationId: 'createIntent',
  tags: ['language'],
  summary: 'Prepare a transaction from an instruction in plain language',
  description:
    'Answers with the dry run and a confirmation token, or with the missing, unsupported ' +
    'or refused parts. No money moves before the token is sent back, here with the ' +
    'intentId or to /confirm. A confirmation requires transactions:write; its ' +
    'Idempotency-Key is the intentId.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(aiIntentBodySchema),
  },
  responses: {
    200: jsonAnswer(
      'The instruction with its interpretation and state.',
      z.union([aiIntentSchema, carriedOutSchema]),
    ),
    ...CONFIRMED_RESPONSES,
  },
});

/** Assumptions that a person must review before the instruction is carried out. */
const ASSUMPTION_WARNINGS: readonly string[] = [
  'recipient_spelling_assumed',
  'account_of_currency_assumed',
];

/** True for a transfer that the caller wants carried out without confirmation. */
function mayAutoConfirm(row: IntentRow, { autoConfirmBelow = 0 }: AiIntentBody): boolean {
  const isDecided = row.status === 'requires_confirmation' && row.intent === 'transfer';
  if (!isDecided || (row.amount ?? Infinity) >= autoConfirmBelow) return false;
  // A misspelt name counts as another name until a person has looked at it.
  const { warnings } = JSON.parse(row.reading) as { warnings: readonly string[] };
  if (warnings.some((warning) => ASSUMPTION_WARNINGS.includes(warning))) return false;
  const preview = row.preview === null ? null : (JSON.parse(row.preview) as { wouldPost: boolean });
  return preview?.wouldPost === true;
}

/** The executed or declined instruction, with its transaction. */
async function executeIntent(c: Context<AppEnv>, deps: Deps, row: IntentRow) {
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  try {
    const confirmationToken = tokenOf(deps.seal, row) ?? '';
    await carryOutIntent(c, deps, { intentId: row.id, confirmationToken });
  } catch (error) {
    // A transaction that the bank declined becomes a state of the instruction; any other problem is
    // the answer.
    if (!(error instanceof Problem) || error.fields.transactionId === undefined) throw error;
  }
  const after = (await findIntentRow(services.ledger, tenantId, row.id)) ?? row;
  const { transactionId: id } = after;
  const createdTransaction =
    id === null ? null : await findTransaction(services.ledger, tenantId, id);
  const transaction = createdTransaction && (await addTimeline(services, createdTransaction));
  return { ...answerIntent(services, deps, after), transaction };
}

export const createIntent = operation('intents:write', route, (deps) => async (c) => {
  setContentLanguage(c);
  const body = c.req.valid('json');
  const { intentId, confirmationToken, mfaToken } = body;
  const { wait } = c.req.valid('query');
  if (intentId !== undefined && confirmationToken !== undefined) {
    requireAccess('transactions:write', developerOf(c));
    const confirmation = { intentId, confirmationToken, mfaToken, wait };
    const { body: done, status } = await carryOutIntent(c, deps, confirmation);
    return done.object === 'schedule' ? c.json(done, 201) : c.json(done, status);
  }
  if ((body.autoConfirmBelow ?? 0) > 0) requireAccess('transactions:write', developerOf(c));
  const { customerId = '', message = '', context, sourceAccountId } = body;
  const messageBody: MessageBody = { customerId, message, context, sourceAccountId };
  const row = await propose(c, deps, {
    message: messageBody,
    conversationId: null,
    path: 'POST /v1/transactions/ai-intent',
    requestHash: hashRequest(body),
  });
  if (mayAutoConfirm(row, body)) return c.json(await executeIntent(c, deps, row), 200);
  return c.json(answerIntent(servicesOf(c, deps), deps, row), 200);
});
