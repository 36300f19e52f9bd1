// The content of each event in the OpenAPI document: the schema of its object, its entry among the
// webhooks, and an example. Each module declares the schemas of its events.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { EVENTS, type EventObject, type EventType } from '../../ledger/event.ts';
import type { AppEnv } from '../kit/context.ts';
import { jsonBody } from '../kit/schemas.ts';
import { exampleOf, type JsonSchema } from './event-example.ts';
import { eventSchema } from './event-schema.ts';

/** Replaces the object of an event after its customer was erased. */
const erasedObjectSchema = z
  .object({
    id: z.string(),
    erased: z.literal(true).openapi({ description: 'The customer of this event was erased.' }),
  })
  .openapi('ErasedObject');

/** The schemas and examples of a module's events. */
export interface EventSchemas {
  /** The schema of each kind of object that the module's events contain. */
  readonly objects: Readonly<Partial<Record<EventObject, z.ZodType>>>;
  /** Schemas of event types that contain more than their object. */
  readonly ofType?: Readonly<Partial<Record<EventType, z.ZodType>>>;
  /** Fields of examples that follow neither from the schema nor from the event type. */
  readonly examples?: Readonly<Partial<Record<EventType, object>>>;
}

/** The events that a bank writes. */
export interface EventCatalogue extends EventSchemas {
  readonly types: ReadonlySet<EventType>;
}

/** An object with one of these fields belongs to a customer (db/events/customer-events.ts). */
const CUSTOMER_FIELDS = ['customerId', 'accountId', 'transactionId'];

/** True for an event whose object is erased together with the customer. */
export function isErasable(type: EventType, object: EventObject, schema: z.ZodType): boolean {
  // This event is emitted after the erasure.
  if (type === 'customer.erased') return false;
  if (object === 'customer' || object === 'transaction') return true;
  return schema instanceof z.ZodObject && CUSTOMER_FIELDS.some((field) => field in schema.shape);
}

function objectSchemaOf(
  { type, object }: (typeof EVENTS)[number],
  { objects, ofType }: EventSchemas,
): z.ZodType {
  const plainSchema = objects[object];
  if (!plainSchema)
    throw new Error(`no module declares the schema of ${object}, the object of ${type}`);
  const schema = ofType?.[type] ?? plainSchema;
  return isErasable(type, object, plainSchema) ? z.union([schema, erasedObjectSchema]) : schema;
}

const WEBHOOK_HEADERS = z.object({
  'webhook-id': z.string().openapi({ description: 'Id of the event, the same in every attempt.' }),
  'webhook-timestamp': z.string().openapi({ description: 'Seconds since 1970 UTC.' }),
  'webhook-signature': z.string().openapi({ description: '`v1,` and HMAC-SHA256 in base64.' }),
});

/** Returns the name of an event's schema: `AccountCreatedEvent` for `account.created`. */
function schemaNameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** Adds every event to the `webhooks` section of the document. */
export function registerWebhooks(app: OpenAPIHono<AppEnv>, catalogue: EventCatalogue): void {
  for (const event of EVENTS.filter(({ type }) => catalogue.types.has(type))) {
    const { type, when } = event;
    const object = objectSchemaOf(event, catalogue);
    const previous = z.record(z.string(), z.unknown()).optional();
    const data = z.object({ object, previous });
    const body = eventSchema.extend({ type: z.literal(type), data });
    const schema = body.openapi(schemaNameOf(type));
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      summary: when,
      description: 'With the payload `thin`, the object has only its id and type.',
      tags: ['events'],
      // No security scheme: the bank is the caller, and its signature authenticates it.
      security: [],
      request: {
        headers: WEBHOOK_HEADERS,
        body: jsonBody(schema),
      },
      responses: {
        '2XX': { description: 'Accepted. Other answers are retried; 410 stops the endpoint.' },
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
export function addExamples(
  document: { readonly webhooks?: object },
  { examples = {} }: EventSchemas,
): void {
  const webhooks = document.webhooks as Readonly<Record<string, Webhook>>;
  for (const { type } of EVENTS) {
    const media = webhooks[type]?.post.requestBody.content['application/json'];
    if (media) media.example = eventExample(document, type, { media, example: examples[type] });
  }
}

function eventExample(
  document: object,
  type: EventType,
  {
    media: { schema },
    example: exampleFields,
  }: { readonly media: Media; readonly example: object | undefined },
) {
  const example = exampleOf(document, schema) as { data: { object: Record<string, unknown> } };
  // If the object has a status with the name of the last part of the type, the example has that
  // status: the account in `account.frozen` is `frozen`.
  const status = type.split('.').at(-1) ?? '';
  const described = exampleOf(document, schema, status) as typeof example;
  const object = { ...described.data.object, ...exampleFields };
  return { ...example, data: { object } };
}
