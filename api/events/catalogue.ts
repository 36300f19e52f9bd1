// What each event carries: the schema of its object, its place among the webhooks of the OpenAPI
// document, and an example. An event about an object that has no line here does not compile.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { EVENTS, type EventType } from '../../ledger/event.ts';
import { accountSchema } from '../accounts/account-schema.ts';
import { alertSchema } from '../accounts/alert-schema.ts';
import { limitsSchema } from '../accounts/limits-schema.ts';
import { overdraftSchema } from '../accounts/overdraft-schema.ts';
import { amlAlertSchema, amlCaseSchema } from '../aml/aml-schema.ts';
import { batchSchema } from '../batches/batch-schema.ts';
import { checkpointSchema, lossSchema } from '../blockchain/checkpoint-schema.ts';
import { executionSchema } from '../blockchain/contract-schema.ts';
import { recordSchema } from '../blockchain/proof-schema.ts';
import { creditAssessmentSchema } from '../credit/credit-schema.ts';
import { customerSchema } from '../customers/customer-schema.ts';
import { developerSchema, keySchema } from '../developer/developer-schema.ts';
import { quoteSchema } from '../exchange-rates/quotes.ts';
import type { AppEnv } from '../kit/context.ts';
import { jsonBody } from '../kit/schemas.ts';
import { kycAssessmentSchema } from '../kyc/kyc-schema.ts';
import { intentSchema } from '../language/ai-intent-schema.ts';
import { alarmSchema } from '../models/alarm-schema.ts';
import { deploymentSchema } from '../models/deployment-schema.ts';
import { inventorySchema } from '../models/inventory-schema.ts';
import { modelVersionSchema } from '../models/model-schema.ts';
import { driftEvaluationSchema } from '../models/performance-drift-schema.ts';
import { evaluationSchema, batchSchema as modelBatchSchema } from '../models/scoring-schema.ts';
import { trainingSchema } from '../models/training-schema.ts';
import { approvalSchema } from '../ops/approvals/approval-schema.ts';
import { paymentSchema } from '../payments/payment-schema.ts';
import { riskDecisionSchema, riskReviewSchema } from '../risk/risk-schema.ts';
import { occurrenceSchema, scheduleSchema } from '../schedules/schedule-schema.ts';
import { screeningHitSchema } from '../screening/hit-schema.ts';
import { holdSchema } from '../transactions/hold-schema.ts';
import { transactionSchema } from '../transactions/transaction-schema.ts';
import { walletSchema } from '../wallets/wallet-schema.ts';
import { endpointSchema } from '../webhooks/endpoint-schema.ts';
import { exampleOf, type JsonSchema } from './event-example.ts';
import { eventSchema } from './event-schema.ts';

type ObjectName = (typeof EVENTS)[number]['object'];

const erasedSchema = recordSchema
  .pick({ id: true, object: true, livemode: true, transactionId: true, leafIndex: true })
  .extend({ erasedAt: z.string().openapi({ format: 'date-time' }), version: z.number().int() })
  .openapi('ErasedRecord');

/** What an event shows in the place of its object after the customer was erased. */
const erasedObjectSchema = z
  .object({
    id: z.string(),
    erased: z.literal(true).openapi({ description: 'The customer of this event was erased.' }),
  })
  .openapi('ErasedObject');

const anchoredSchema = checkpointSchema
  .extend({
    fromLeaf: z.number().int().openapi({
      description: 'Index of the first leaf that this anchor covers and none before it did.',
    }),
    toLeaf: z.number().int().openapi({ description: 'Index of the last leaf that it covers.' }),
  })
  .openapi('AnchoredCheckpoint');

/** Where an event says more of its object than the object itself. */
const OF_TYPE: Partial<Readonly<Record<EventType, z.ZodType>>> = {
  'checkpoint.anchored': anchoredSchema,
};

const SCHEMAS: Readonly<Record<ObjectName, z.ZodType>> = {
  customer: customerSchema,
  loss: lossSchema,
  developer: developerSchema,
  api_key: keySchema,
  account: accountSchema,
  wallet: walletSchema,
  hold: holdSchema,
  payment: paymentSchema,
  transaction: transactionSchema,
  blockchain_record: erasedSchema,
  checkpoint: checkpointSchema,
  webhook_endpoint: endpointSchema,
  quote: quoteSchema,
  intent: intentSchema,
  approval: approvalSchema,
  limits: limitsSchema,
  alert: alertSchema,
  overdraft: overdraftSchema,
  batch: batchSchema,
  kyc_assessment: kycAssessmentSchema,
  screening_hit: screeningHitSchema,
  schedule: scheduleSchema,
  occurrence: occurrenceSchema,
  contract_execution: executionSchema,
  model_version: modelVersionSchema,
  aml_alert: amlAlertSchema,
  aml_case: amlCaseSchema,
  credit_assessment: creditAssessmentSchema,
  model_deployment: deploymentSchema,
  risk_decision: riskDecisionSchema,
  risk_review: riskReviewSchema,
  drift_evaluation: driftEvaluationSchema,
  model_inventory: inventorySchema,
  model_alarm: alarmSchema,
  training_job: trainingSchema,
  model_evaluation: evaluationSchema,
  model_batch: modelBatchSchema,
};

/** Fields that make an object one of a customer (db/events/of-customer.ts). */
const OF_CUSTOMER = ['customerId', 'accountId', 'transactionId'];

/** True for an event whose object is erased together with its customer. */
export function isErasable(type: EventType, object: ObjectName): boolean {
  // It is emitted when the erasure ends.
  if (type === 'customer.erased') return false;
  if (object === 'customer' || object === 'transaction') return true;
  const schema = SCHEMAS[object];
  return schema instanceof z.ZodObject && OF_CUSTOMER.some((field) => field in schema.shape);
}

function objectSchemaOf(type: EventType, object: ObjectName): z.ZodType {
  const schema = OF_TYPE[type] ?? SCHEMAS[object];
  return isErasable(type, object) ? z.union([schema, erasedObjectSchema]) : schema;
}

const BOOKED = { stage: 'done', ledgerSequence: 7, postedAt: '2026-11-21T09:30:00.000Z' };

/** Fields of the example of a type that its schema and its name do not determine. */
const EXAMPLE_FIELDS: Partial<Readonly<Record<EventType, object>>> = {
  'transaction.posted': BOOKED,
  'transaction.captured': BOOKED,
  'transaction.reversed': { ...BOOKED, amountReversed: 2500 },
  'transaction.partially_reversed': { ...BOOKED, status: 'posted', amountReversed: 500 },
  'transaction.declined': {
    statusReason: {
      code: 'insufficient_funds',
      message: 'The available balance does not cover the amount.',
    },
  },
  'api_key.rotated': { status: 'rotating', expiresAt: '2026-11-22T09:30:00.000Z' },
  'api_key.revoked': { revokedAt: '2026-11-21T09:30:00.000Z' },
  'webhook.endpoint.disabled': {
    statusReason: { code: 'owner', message: 'The developer disabled the endpoint.' },
  },
  'webhook.endpoint.secret_rotated': { previousSecretExpiresAt: '2026-11-22T09:30:00.000Z' },
};

const WEBHOOK_HEADERS = z.object({
  'webhook-id': z.string().openapi({ description: 'Id of the event: the same in every attempt.' }),
  'webhook-timestamp': z.string().openapi({ description: 'Seconds since 1970 UTC.' }),
  'webhook-signature': z.string().openapi({ description: '`v1,` and HMAC-SHA256 in base64.' }),
});

/** `account.created` is `AccountCreatedEvent`. */
function schemaNameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Adds every event to the `webhooks` section of the document. */
export function registerWebhooks(app: OpenAPIHono<AppEnv>): void {
  for (const { type, object, when } of EVENTS) {
    const data = z.object({
      object: objectSchemaOf(type, object),
      previous: z.record(z.string(), z.unknown()).optional(),
    });
    const body = eventSchema.extend({ type: z.literal(type), data });
    const schema = body.openapi(schemaNameOf(type));
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      summary: when,
      description: 'An endpoint with the payload `thin` gets only id and type of the object.',
      tags: ['events'],
      // The bank calls; its signature says who it is.
      security: [],
      request: {
        headers: WEBHOOK_HEADERS,
        body: jsonBody(schema),
      },
      responses: {
        '2XX': { description: 'Taken. Anything else is tried again; 410 ends it for good.' },
      },
    });
  }
}

interface Webhook {
  readonly post: { readonly requestBody: { readonly content: { 'application/json': Media } } };
}
interface Media {
  readonly schema: JsonSchema;
  example?: unknown;
}

/** Gives every webhook of a document its example. */
export function addExamples(document: { readonly webhooks?: object }): void {
  const webhooks = document.webhooks as Readonly<Record<string, Webhook>>;
  for (const { type } of EVENTS) {
    const media = webhooks[type]?.post.requestBody.content['application/json'];
    if (media) media.example = eventExample(document, type, media.schema);
  }
}

function eventExample(document: object, type: EventType, schema: JsonSchema) {
  const example = exampleOf(document, schema) as { data: { object: Record<string, unknown> } };
  // `account.frozen` is about an account whose status is `frozen`, where there is such a status.
  const status = type.split('.').at(-1) ?? '';
  const described = exampleOf(document, schema, status) as typeof example;
  const object = { ...described.data.object, ...EXAMPLE_FIELDS[type] };
  return { ...example, data: { object } };
}
