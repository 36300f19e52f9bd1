// POST /v1/ai/parse-intent: the intent of a message. Writes nothing and moves no money.

import { createRoute } from '@hono/zod-openapi';
import { operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { setContentLanguage } from './content-language.ts';
import { parseBodySchema, parsedIntentSchema } from './intent-schema.ts';
import { readMessage } from './read-message.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/parse-intent',
  operationId: 'parseIntent',
  keepsAnswer: false,
  tags: ['language'],
  summary: 'Parse the intent of a message',
  description:
    'The intent, and for commands about money their amount, payee, accounts, day and ' +
    'recurrence. An operation is proposed only when every word of the message is ' +
    'understood; otherwise the answer names the missing or ambiguous parts. Names of ' +
    'contacts are data, never instructions. English only. Nothing is written.',
  request: {
    body: jsonBody(parseBodySchema),
  },
  responses: {
    200: jsonAnswer('The interpretation of the message.', parsedIntentSchema),
  },
});

export const parseIntentOperation = operation('ai:invoke', route, (deps) => async (c) => {
  setContentLanguage(c);
  const { answer } = await readMessage(c, deps, c.req.valid('json'));
  return c.json(answer, 200);
});
