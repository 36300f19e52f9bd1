// Conversations: list them, read one, and read its messages.

import { createRoute, z } from '@hono/zod-openapi';
import {
  conversationView,
  findConversation,
  listConversations,
  listMessages,
} from '../../db/conversations/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { setContentLanguage } from './content-language.ts';
import { conversationSchema, messageSchema } from './conversation-schema.ts';

const PATH = '/v1/ai/conversations';
const params = pathId('conversation', 'conversationId');

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listConversations',
  tags: ['language'],
  summary: 'List conversations',
  request: { query: pageQuery.extend({ customerId: z.string().max(64).optional() }) },
  responses: {
    200: jsonAnswer('Newest first.', listOf(conversationSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${PATH}/{conversationId}`,
  operationId: 'getConversation',
  tags: ['language'],
  summary: 'Read a conversation',
  request: { params },
  responses: {
    200: jsonAnswer('The conversation.', conversationSchema),
  },
});

const messagesRoute = createRoute({
  method: 'get',
  path: `${PATH}/{conversationId}/messages`,
  operationId: 'listMessages',
  tags: ['language'],
  summary: 'List the messages of a conversation',
  request: { params, query: pageQuery },
  responses: {
    200: jsonAnswer('Oldest first.', listOf(messageSchema)),
  },
});

export const listConversationsOperation = operation('ai:invoke', listRoute, (deps) => async (c) => {
  setContentLanguage(c);
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('conversation', query);
  const filter = { ...order, tenantId, customerId: query.customerId ?? null };
  return c.json(listBody(await listConversations(servicesOf(c, deps).ledger, filter)), 200);
});

export const getConversation = operation('ai:invoke', getRoute, (deps) => async (c) => {
  setContentLanguage(c);
  const { conversationId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const row = await findConversation(ledger, developerOf(c).tenantId, conversationId);
  if (!row) throw new Problem('conversation_not_found');
  const view = conversationView(row, ledger.livemode);
  setEtag(c, view);
  return c.json(view, 200);
});

export const listMessagesOperation = operation('ai:invoke', messagesRoute, (deps) => async (c) => {
  setContentLanguage(c);
  const { conversationId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const row = await findConversation(ledger, developerOf(c).tenantId, conversationId);
  if (!row) throw new Problem('conversation_not_found');
  const page = { ...pageOrder('message', c.req.valid('query')), conversationId };
  return c.json(listBody(await listMessages(ledger, page)), 200);
});
