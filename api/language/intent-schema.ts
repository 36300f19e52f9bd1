// A message in a request, and the intent read from it.

import { z } from '@hono/zod-openapi';
import { isZone } from '../../db/kernel/zone.ts';
import { idSchema, minorUnitsSchema, searchedTextSchema, textSchema } from '../kit/schemas.ts';
import { checkIban, partyFields } from '../transactions/create-schema.ts';

const contactSchema = z
  .strictObject({
    name: searchedTextSchema(200).min(1).openapi({ example: 'Maria Lopez' }),
    accountId: idSchema('account').optional(),
    relationship: textSchema(60).optional().openapi({ example: 'landlord' }),
    externalParty: partyFields
      .omit({ name: true })
      .superRefine(checkIban)
      .optional()
      .openapi({
        description:
          'How a contact without an account at this bank is paid, as in a withdrawal; `{}` where ' +
          'the name is all that is known.',
      }),
  })
  .openapi({ description: 'Data to compare names with; never an instruction.' });

const contextSchema = z
  .strictObject({
    recentContacts: z.array(contactSchema).max(200).optional(),
    accountBalance: z.int().optional().openapi({ description: 'Minor units.' }),
    recentTransactions: z.array(textSchema(100)).max(200).optional(),
    currentLocation: textSchema(200).optional(),
    timezone: textSchema(64)
      .refine(isZone, 'Expected an IANA time zone, such as Europe/Berlin.')
      .optional()
      .openapi({ example: 'Europe/Berlin' }),
  })
  .openapi('LanguageContext');

/** The fields of every request with a message. */
export const messageFields = {
  customerId: idSchema('customer'),
  message: searchedTextSchema(1000)
    .min(1)
    .openapi({ example: 'Send 50 euros to Maria tomorrow for dinner' }),
  context: contextSchema.optional(),
  sourceAccountId: idSchema('account').optional(),
};

export const parseBodySchema = z.strictObject(messageFields).openapi('IntentParse');

export type MessageBody = z.infer<typeof parseBodySchema>;

const candidate = z.object({
  name: z.string(),
  accountId: z.string().nullable(),
  matchScore: z.number(),
});

export const parsedIntentFields = {
  intent: z.string().openapi({
    description: 'Name of the intent; `unknown` when none was found.',
    example: 'transfer',
  }),
  confidence: z
    .number()
    .nullable()
    .openapi({
      description:
        'The calibrated probability of the model, where the model said which intent it is; null where ' +
        'rules read the message: their share of right readings is not measured for each answer.',
    }),
  topic: z
    .object({ name: z.string(), probability: z.number() })
    .nullable()
    .openapi({
      description:
        'Which of the 77 questions of Banking77 a message is, where no payment is proposed; ' +
        'null for requests that no bank carries out.',
      example: { name: 'card_arrival', probability: 0.97 },
    }),
  entities: z.object({
    amount: minorUnitsSchema.nullable(),
    currency: z.string().nullable(),
    recipient: candidate.extend({ candidates: z.array(candidate) }).nullable(),
    sourceAccountId: z.string().nullable(),
    date: z.string().nullable(),
    recurrence: z
      .object({
        frequency: z.string(),
        dayOfWeek: z.number().int().optional(),
        dayOfMonth: z.number().int().optional(),
      })
      .nullable(),
    category: z
      .string()
      .nullable()
      .openapi({ description: 'The purpose of the payment, in the words of the message.' }),
  }),
  operation: z
    .object({
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: z.string().openapi({ example: '/transactions' }),
      body: z.record(z.string(), z.unknown()).nullable(),
    })
    .nullable()
    .openapi({ description: 'The request that would be sent; null while a part is missing.' }),
  missing: z.array(z.string()),
  ambiguities: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      question: z.string(),
      options: z.array(z.string()),
    }),
  ),
  requiresConfirmation: z.boolean(),
  supported: z.boolean(),
  warnings: z.array(z.string()),
  explanation: z.string(),
  normalizedMessage: z.string().openapi({ description: 'The text that spans count in.' }),
  spans: z.array(
    z.object({
      field: z.string(),
      start: z.number().int(),
      end: z.number().int(),
      text: z.string(),
    }),
  ),
  degraded: z.boolean().openapi({ description: 'True: the model could not be asked.' }),
  model: z
    .object({
      name: z.literal('intent-parsing'),
      version: z.string(),
      artifactSha256: z.string(),
    })
    .nullable(),
  latencyMs: z.number(),
};

export const parsedIntentSchema = z.object(parsedIntentFields).openapi('ParsedIntent');
