// POST /v1/ai/conversation: a turn of a conversation with the customer's bank.

import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findTurn, writeTurn } from '../../db/conversations/acts.ts';
import { findConversation, findMessage, type MessageRow } from '../../db/conversations/reads.ts';
import { findIntentRow } from '../../db/intents/reads.ts';
import { mint } from '../../db/kernel/mint.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { runInTurn } from '../kit/turns.ts';
import { answerMessage, type Memory, type Turn } from './answer-message.ts';
import { phrasingByRules, phrasingView } from './answer-schema.ts';
import { requireBooks } from './books-order.ts';
import { setContentLanguage } from './content-language.ts';
import {
  type ConversationBody,
  conversationBodySchema,
  turnSchema,
} from './conversation-schema.ts';
import { proposalOf } from './propose.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/conversation',
  operationId: 'converse',
  tags: ['language'],
  summary: 'Send a message to the bank',
  description:
    'Questions are answered from the books as at /v1/ai/financial-qa. Commands about money are ' +
    'filled over several messages, can be corrected ("no, 40"), and end as a proposal with a ' +
    'confirmation token: a conversation never moves money. Contacts of `context` are remembered.',
  request: {
    body: jsonBody(conversationBodySchema),
  },
  responses: {
    200: jsonAnswer('The reply.', turnSchema),
  },
});

type StoredTurn = Pick<Turn, 'intent' | 'answer' | 'toolCalls' | 'phrasing'>;

/** The original reply; its token is computed again while it is valid. */
async function replyOf(c: Context<AppEnv>, deps: Deps, row: MessageRow) {
  const services = servicesOf(c, deps);
  const { intent, answer, toolCalls, phrasing } = JSON.parse(row.answer ?? '{}') as StoredTurn;
  const proposed =
    row.intentId && (await findIntentRow(services.ledger, row.tenantId, row.intentId));
  const proposal = proposed ? proposalOf(services, deps, proposed) : null;
  return {
    conversationId: row.conversationId,
    messageId: row.id,
    reply: row.text,
    intent,
    proposedAction:
      proposal?.view.operation && proposal.confirmation
        ? {
            intentId: proposal.view.id,
            operation: proposal.view.operation,
            confirmation: proposal.confirmation,
          }
        : null,
    figures: answer.figures,
    citations: answer.citations,
    toolCalls: [...toolCalls],
    suggestions: answer.followUps,
    ...phrasingView(phrasing ?? phrasingByRules(deps)),
  };
}

async function recordTurn(c: Context<AppEnv>, deps: Deps, body: ConversationBody): Promise<string> {
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { conversationId: previousId, ...content } = body;
  const bound = { tenantId, requestHash: hashRequest(body), cause: causeOf(c) };
  const hasKey = bound.cause.idempotencyKey !== null;
  const earlierTurn = hasKey ? await ledger.run(findTurn, bound) : null;
  if (earlierTurn !== null) {
    c.header('Idempotency-Replayed', 'true');
    return earlierTurn;
  }
  const before =
    previousId === undefined ? null : await findConversation(ledger, tenantId, previousId);
  const isSameCustomer = before === null || before.customerId === body.customerId;
  if ((previousId !== undefined && before === null) || !isSameCustomer) {
    throw new Problem('conversation_not_found');
  }
  const conversationId = before?.id ?? mint('conversation');
  const memory = JSON.parse(before?.state ?? '{}') as Memory;
  const context = { ...memory.context, ...content.context };
  const sourceAccountId = content.sourceAccountId ?? memory.sourceAccountId;
  const input = { ...content, context, sourceAccountId };
  const {
    reply,
    row,
    memory: after,
    ...state
  } = await answerMessage(c, deps, {
    body: input,
    memory,
    conversationId,
  });
  const written = await ledger.run(writeTurn, {
    ...bound,
    customerId: body.customerId,
    conversationId,
    version: before?.version ?? 0,
    customerMessage: body.message,
    reply,
    answer: state,
    intentId: row?.id ?? null,
    state: { ...after, context, sourceAccountId },
  });
  return written.id;
}

export const converse = operation('ai:invoke', route, (deps) => async (c) => {
  setContentLanguage(c);
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  await requireBooks(services, tenantId, body);
  // Two messages to one conversation are answered one after the other.
  const queueKey = body.conversationId ?? c.get('requestId');
  const messageId = await runInTurn(`${tenantId} ${queueKey}`, () => recordTurn(c, deps, body));
  const row = await findMessage(services.ledger, messageId);
  if (!row) throw new Problem('conversation_not_found');
  return c.json(await replyOf(c, deps, row), 200);
});
