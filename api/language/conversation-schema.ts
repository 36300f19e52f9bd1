// A turn of a conversation on the wire.

import { z } from '@hono/zod-openapi';
import { idSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { confirmationSchema } from './ai-intent-schema.ts';
import { citationSchema, figureSchema, phrasedFields } from './answer-schema.ts';
import { messageFields, parsedIntentFields } from './intent-schema.ts';

export const conversationBodySchema = z
  .strictObject({
    ...messageFields,
    conversationId: idSchema('conversation').optional().openapi({
      description: 'Id from an earlier answer; when omitted, a new conversation begins.',
    }),
  })
  .openapi('ConversationMessage');

export const turnSchema = z
  .object({
    conversationId: z.string(),
    messageId: z.string(),
    reply: z.string(),
    intent: z.string().nullable(),
    proposedAction: z
      .object({
        intentId: z.string(),
        operation: parsedIntentFields.operation,
        confirmation: z.union([confirmationSchema, z.null()]),
      })
      .nullable()
      .openapi({ description: 'The request that its token confirms; no money has moved.' }),
    figures: z.array(figureSchema),
    citations: z.array(citationSchema),
    toolCalls: z.array(z.object({ name: z.string(), resultRef: z.string().nullable() })),
    suggestions: z.array(z.string()),
    ...phrasedFields,
  })
  .openapi('ConversationTurn');

export const conversationSchema = z
  .object({
    id: z.string(),
    object: z.literal('conversation'),
    livemode: z.boolean(),
    customerId: z.string(),
    turns: z.number().int(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Conversation');

export const messageSchema = z
  .object({
    id: z.string(),
    object: z.literal('message'),
    role: z.enum(['customer', 'bank']),
    text: z.string(),
    intentId: z.string().nullable(),
    createdAt: timestampSchema,
  })
  .openapi('Message');

export type ConversationBody = z.infer<typeof conversationBodySchema>;
