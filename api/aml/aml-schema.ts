// Runs of the monitor for money laundering, alerts and cases on the wire.

import { z } from '@hono/zod-openapi';
import {
  ALERT_RESOLUTIONS,
  ALERT_STATUSES,
  AML_LEVELS,
  AML_ORIGINS,
  CASE_STATUSES,
  SAR_DECISIONS,
  TYPOLOGIES,
} from '../../ledger/decisions/aml.ts';
import { HIT_STATUSES } from '../../ledger/decisions/screening.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import {
  idSchema,
  minorUnitsSchema,
  objectVersionSchema,
  timeSchema,
  timestampSchema,
} from '../kit/schemas.ts';
import { suspicionsSchema } from '../kit/suspicion-schema.ts';

const evidenceSchema = z
  .object({
    transactionIds: z.array(z.string()).openapi({ description: 'The newest, at most 200.' }),
    transactions: z.number().int(),
    amountTotal: minorUnitsSchema,
    currency: z.string(),
    window: z.object({ from: timestampSchema, to: timestampSchema }),
  })
  .openapi('AmlEvidence');

const findingSchema = z
  .object({
    code: z.enum(TYPOLOGIES),
    status: z.enum(['run', 'not_run']).openapi({
      description: 'not_run says nothing about the customer: the rule lacks data that it needs.',
    }),
    reason: z.string().nullable(),
    accountId: z.string().nullable(),
    score: z.number().int().min(0).max(100).openapi({
      description: 'From 50 points on, every condition of the rule is met.',
    }),
    triggered: z.boolean(),
    rules: z.array(
      z.object({
        ruleId: z.string(),
        version: z.number().int(),
        hit: z.boolean(),
        conditions: z.array(
          z.object({
            name: z.string(),
            observed: z.number(),
            is: z.enum(['at_least', 'at_most']),
            threshold: z.number().openapi({ description: 'Amounts in euros.' }),
          }),
        ),
      }),
    ),
    evidence: evidenceSchema.nullable().openapi({
      description: 'The movements nearest to the rule, triggered or not.',
    }),
  })
  .openapi('AmlTypology');

export const amlAlertSchema = z
  .object({
    id: z.string(),
    object: z.literal('aml_alert'),
    livemode: z.boolean(),
    customerId: z.string(),
    accountId: z.string(),
    caseId: z.string(),
    runId: z.string().openapi({ description: 'The run whose evidence the alert shows.' }),
    typology: z.enum(TYPOLOGIES),
    severity: z.enum(AML_LEVELS),
    score: z.number().int(),
    evidence: evidenceSchema,
    status: z.enum(ALERT_STATUSES),
    resolution: z.enum(ALERT_RESOLUTIONS).nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('AmlAlert');

export const amlCaseSchema = z
  .object({
    id: z.string(),
    object: z.literal('aml_case'),
    livemode: z.boolean(),
    customerId: z.string(),
    status: z.enum(CASE_STATUSES),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('AmlCase');

export const amlCaseFileSchema = amlCaseSchema
  .extend({
    developerId: z.string(),
    sarDecision: z.enum(SAR_DECISIONS).nullable().openapi({
      description: 'The decision of a person about a report; the bank files none by itself.',
    }),
    closedBy: z.string().nullable(),
    reason: z.string().nullable(),
    alerts: z.array(
      amlAlertSchema.extend({ decidedBy: z.string().nullable(), reason: z.string().nullable() }),
    ),
    notes: z.array(
      z.object({
        number: z.number().int(),
        author: z.string(),
        body: z.string(),
        createdAt: timestampSchema,
      }),
    ),
  })
  .openapi('AmlCaseFile');

const scopeViewSchema = z.object({
  customerId: z.string().optional(),
  accountId: z.string().optional(),
  transactionIds: z.array(z.string()).optional(),
});

export const amlRunSchema = z
  .object({
    id: z.string(),
    runId: z.string().openapi({ description: 'The same as id.' }),
    object: z.literal('aml_run'),
    livemode: z.boolean(),
    status: z.literal('completed'),
    origin: z.enum(AML_ORIGINS).openapi({
      description: 'daily: the scheduled run, stored when it opened an alert or added evidence.',
    }),
    scope: scopeViewSchema,
    period: z.object({ from: timestampSchema, to: timestampSchema }),
    riskScore: z.number().int().min(0).max(100),
    riskLevel: z.enum(AML_LEVELS),
    typologies: z.array(findingSchema),
    suspicions: suspicionsSchema,
    screening: z.array(
      z.object({
        list: z.string(),
        entityId: z.string(),
        name: z.string(),
        matchedName: z.string(),
        score: z.number(),
        status: z.enum(HIT_STATUSES),
        features: z.array(z.object({ name: z.string(), score: z.number() })),
      }),
    ),
    alerts: z
      .array(
        z.object({
          id: z.string(),
          typology: z.enum(TYPOLOGIES),
          status: z.enum(ALERT_STATUSES),
          severity: z.enum(AML_LEVELS),
        }),
      )
      .openapi({
        description: 'Alerts that the run opened or added evidence to, as they are now.',
      }),
    transactionsExamined: z.number().int(),
    truncated: z.boolean().openapi({
      description: 'True when there were more movements than one run reads; the newest were read.',
    }),
    sarSuggested: z.boolean(),
    narrativeDraft: z.string().nullable().openapi({
      description: 'Written by a template from the facts; never reviewed, never sent.',
    }),
    model: z
      .string()
      .nullable()
      .openapi({ description: 'Always null: written rules alone decide.' }),
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('AmlRun');

const MAX_DAYS = 366;

export const amlBodySchema = z
  .strictObject({
    scope: z
      .strictObject({
        customerId: idSchema('customer').optional(),
        accountId: idSchema('account').optional(),
        transactionIds: z.array(idSchema('transaction')).min(1).max(100).optional(),
      })
      .openapi({ description: 'Exactly one of the three fields.' }),
    period: z.strictObject({ from: timeSchema, to: timeSchema }).optional().openapi({
      description: 'At most 366 days; default: the last 90 days.',
    }),
    typologies: z.array(z.enum(TYPOLOGIES)).min(1).max(TYPOLOGIES.length).optional(),
    createAlerts: z.boolean().default(false),
  })
  .superRefine(({ scope, period }, ctx) => {
    const issues: [path: string[], message: string][] = [];
    if (Object.values(scope).filter((part) => part !== undefined).length !== 1) {
      issues.push([['scope'], 'Expected exactly one of customerId, accountId and transactionIds.']);
    }
    const days = period ? (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS : 1;
    if (days <= 0) issues.push([['period', 'to'], 'Expected a time after `from`.']);
    if (days > MAX_DAYS)
      issues.push([['period', 'from'], `Expected a period of at most ${MAX_DAYS} days.`]);
    for (const [path, message] of issues) ctx.addIssue({ code: 'custom', path, message });
  })
  .openapi('AmlMonitorRequest');
