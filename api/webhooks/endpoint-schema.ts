// Webhook endpoints on the wire, and the fields that a client sets.

import { z } from '@hono/zod-openapi';
import { MAX_URL_LENGTH } from '../../activities/webhooks/target.ts';
import { isEventPattern } from '../../ledger/event.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import { objectVersionSchema, textSchema, timestampSchema } from '../kit/schemas.ts';

const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 64;

export const endpointSchema = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    livemode: z.boolean(),
    url: z.string().openapi({
      description:
        'The URL to which events are sent. `…` replaces query values and parts of the path ' +
        'that may be secret; only the answer to a request that states the URL shows it in ' +
        'full.',
    }),
    description: z.string().nullable(),
    events: z.array(z.string()),
    payload: z.enum(['full', 'thin']),
    status: z.enum(['enabled', 'disabled', 'auto_disabled']),
    statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    previousSecretExpiresAt: timestampSchema
      .nullable()
      .openapi({ description: 'Time until which messages are also signed with the old secret.' }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('WebhookEndpoint');

/** An endpoint with the secret that the request created. */
export const endpointWithSecretSchema = endpointSchema
  .extend({
    secret: z.string().openapi({
      description: 'Verifies signatures. Shown only by the request that created it.',
      example: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    }),
  })
  .openapi('WebhookEndpointWithSecret');

export const removedEndpointSchema = z
  .object({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    deleted: z.literal(true),
  })
  .openapi('WebhookEndpointRemoved');

const patternSchema = z.string().superRefine((value, ctx) => {
  if (value.length <= MAX_PATTERN_LENGTH && isEventPattern(value)) return;
  const message =
    'Expected an event type of /docs/guides/events, such as account.created, account.* or *.';
  ctx.addIssue({ code: 'custom', message, params: { code: 'unknown_event_type' } });
});

const urlSchema = z.string().min(1).max(MAX_URL_LENGTH).openapi({
  description: 'Where events are sent: https, in the sandbox also http; a public address.',
  example: 'https://example.com/webhooks/kontor',
});

const eventsSchema = z
  .array(patternSchema)
  .min(1)
  .max(MAX_PATTERNS)
  .transform((patterns) => [...new Set(patterns)])
  .openapi({
    description: 'Event types; `*` for all, `account.*` for all with this prefix.',
    example: ['transaction.*', 'account.frozen'],
  });

const payloadSchema = z.enum(['full', 'thin']).openapi({
  description: '`thin`: only id and type of the object, which the receiver has to read.',
});

/** The fields of a new endpoint, which an update may change. */
export const endpointFields = {
  url: urlSchema,
  description: textSchema(500).nullable().optional(),
  events: eventsSchema.optional(),
  payload: payloadSchema.optional(),
  metadata: metadataSchema.optional(),
};
