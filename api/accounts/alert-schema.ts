// Schemas of account alerts, in requests and answers.

import { z } from '@hono/zod-openapi';
import type { AlertTerms } from '../../db/alerts/acts.ts';
import { directionOf } from '../../db/alerts/view.ts';
import { ALERT_TYPES, BALANCE_KINDS, hasBalanceKind } from '../../ledger/alert.ts';
import type { Changes } from '../../ledger/metadata.ts';
import { isEmail } from '../kit/contact-schemas.ts';
import { metadataChange, metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import {
  objectVersionSchema,
  textSchema,
  thresholdSchema,
  timestampSchema,
} from '../kit/schemas.ts';

const CHANNELS = ['webhook', 'email', 'sms', 'push'] as const;
/** One week, in seconds. A client that wants a longer silence pauses the alert. */
const LONGEST_COOLDOWN_S = 7 * 24 * 60 * 60;

const channelSchema = z
  .strictObject({ type: z.enum(CHANNELS), target: textSchema(320).min(1).optional() })
  .superRefine(({ type, target }, ctx) => {
    if (type === 'email' && target !== undefined && !isEmail(target)) {
      ctx.addIssue({ code: 'custom', path: ['target'], message: 'Expected an e-mail address.' });
    }
    if ((type === 'webhook') === (target === undefined)) return;
    const message =
      type === 'webhook'
        ? 'A webhook channel takes no target: every subscribed endpoint gets the event.'
        : 'This channel requires a target: the address of the recipient.';
    ctx.addIssue({ code: 'custom', path: ['target'], message });
  })
  .openapi('AlertChannelCreate');

const fields = {
  threshold: thresholdSchema.openapi({
    description: 'Minor units; percent from 1 to 100 for limit_near.',
  }),
  balanceKind: z.enum(BALANCE_KINDS).openapi({
    description: 'For low_balance and high_balance; default available.',
  }),
  hysteresis: thresholdSchema.openapi({
    description: 'Distance from the threshold at which the alert becomes ok again; default 0.',
    example: 0,
  }),
  trigger: z.enum(['edge', 'level']).openapi({
    description:
      'edge (default): notifies when the figure passes the threshold. level: notifies at every ' +
      'change while the figure is beyond the threshold.',
  }),
  channels: z.array(channelSchema).min(1).max(10).openapi({ description: 'Default: webhook.' }),
  cooldownSeconds: z
    .number()
    .int()
    .min(0)
    .max(LONGEST_COOLDOWN_S)
    .openapi({ description: 'Seconds without another notification after one; default 0.' }),
  notifyOnClear: z
    .boolean()
    .openapi({ description: 'Notifies also when the alert becomes ok again; default false.' }),
  enabled: z.boolean().openapi({ description: 'false pauses the alert; default true.' }),
  metadata: metadataSchema,
};

const { threshold, ...optional } = fields;

export const alertBody = z
  .strictObject({
    type: z.enum(ALERT_TYPES),
    threshold,
    ...z.object(optional).partial().shape,
    direction: z
      .enum(['below', 'above'])
      .optional()
      .openapi({ description: 'Follows from the type; a value that is sent has to match it.' }),
  })
  .superRefine(({ type, direction }, ctx) => {
    if (direction === undefined || direction === directionOf(type)) return;
    const message = `Expected ${directionOf(type)}, the direction of ${type}, or no value.`;
    ctx.addIssue({ code: 'custom', path: ['direction'], message });
  })
  .openapi('AlertCreate');

export const alertChangeBody = z
  .strictObject({ ...fields, metadata: metadataChange })
  .partial()
  .openapi('AlertUpdate');

export const alertSchema = z
  .object({
    id: z.string(),
    object: z.literal('alert'),
    livemode: z.boolean(),
    accountId: z.string(),
    type: z.enum(ALERT_TYPES),
    threshold: z.number().int().openapi({ example: 2500 }),
    balanceKind: z.enum(BALANCE_KINDS).nullable(),
    direction: z.enum(['below', 'above']),
    hysteresis: z.number().int(),
    trigger: z.enum(['edge', 'level']),
    channels: z.array(
      z
        .object({
          type: z.enum(CHANNELS),
          target: z.string().nullable(),
          status: z.enum(['active', 'not_configured']).openapi({
            description: 'not_configured: no provider is connected, so nothing is sent.',
          }),
        })
        .openapi('AlertChannel'),
    ),
    cooldownSeconds: z.number().int(),
    notifyOnClear: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(['active', 'paused', 'deleted']),
    state: z.enum(['ok', 'triggered', 'unknown']).openapi({
      description: 'unknown: the alert is paused, or the account has no limit to compare with.',
    }),
    lastValue: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'The figure at the last notification or change of state.' }),
    lastTransactionId: z.string().nullable().openapi({
      description:
        'The transaction that changed the figure; null: none, for example after a lowered limit.',
    }),
    lastTriggeredAt: timestampSchema.nullable(),
    triggerCount: z.number().int(),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Alert');

type AlertChange = z.output<typeof alertChangeBody>;

function channelsOf(channels: NonNullable<AlertChange['channels']>): AlertTerms['channels'] {
  return channels.map(({ type, target }) => ({ type, target: target ?? null }));
}

/** Returns the terms of a new alert. */
export function termsOf(body: z.output<typeof alertBody>): AlertTerms {
  const kind = hasBalanceKind(body.type) ? 'available' : null;
  return {
    threshold: body.threshold,
    balanceKind: body.balanceKind ?? kind,
    hysteresis: body.hysteresis ?? 0,
    firesOn: body.trigger ?? 'edge',
    channels: channelsOf(body.channels ?? [{ type: 'webhook' }]),
    cooldownSeconds: body.cooldownSeconds ?? 0,
    notifyOnClear: body.notifyOnClear ?? false,
    enabled: body.enabled ?? true,
    metadata: body.metadata ?? {},
  };
}

/** Returns the terms that a request changes. */
export function changesOf({ trigger, channels, ...body }: AlertChange): Changes<AlertTerms> {
  const changes = Object.entries(body).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(changes) as Changes<AlertTerms>),
    ...(trigger && { firesOn: trigger }),
    ...(channels && { channels: channelsOf(channels) }),
  };
}
