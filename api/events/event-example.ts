// Makes an example from a schema of the OpenAPI document: from the examples in the schema,
// otherwise from names and formats. So an example always agrees with its schema.

import { PREFIXES } from '../../ledger/id.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly 'x-always'?: boolean;
  readonly example?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

const TIME = '2026-11-21T09:30:00.000Z';
const ID = '06ayx0rw7mf5w0h1y6k2v3c4d5';

const HASH = '4b'.repeat(32);
const FORMATS: Readonly<Record<string, string>> = { date: '2026-11-21', email: 'ada@example.com' };

const TEXTS: Readonly<Record<string, string>> = {
  name: 'Ada Lovelace',
  currency: 'EUR',
  country: 'GB',
  sourceCurrency: 'EUR',
  destinationCurrency: 'USD',
  feeCurrency: 'EUR',
  accountNumber: '1000000017',
  url: 'https://example.com/webhooks/kontor',
};

/**
 * Returns a value that is valid for a schema.
 * @param document the document that `$ref` refers to
 * @param status value of every field `status` that allows it
 * @param includesOptional true to include optional fields
 */
export function exampleOf(
  document: object,
  schema: JsonSchema,
  status = '',
  includesOptional = false,
): unknown {
  const exampleFor = (schema: JsonSchema, name: string, object: string): unknown => {
    const {
      type,
      properties,
      required,
      oneOf,
      anyOf = oneOf,
      ...ownSchema
    } = mergeSchema(document, schema);
    const isObject = includesOptional && properties !== undefined;
    if (ownSchema.example !== undefined && !isObject) return ownSchema.example;
    if (ownSchema.const !== undefined) return ownSchema.const;
    if (ownSchema['x-always'] !== undefined) return ownSchema['x-always'];
    if (ownSchema.enum)
      return name === 'status' && ownSchema.enum.includes(status) ? status : ownSchema.enum[0];
    const isId = /(^id|Id)$/.test(name);
    if (anyOf) {
      const isNullable = anyOf.some((choice) => choice.type === 'null');
      return isNullable && !isId && !includesOptional
        ? null
        : exampleFor(anyOf[0] ?? {}, name, object);
    }
    const types = [type].flat();
    if (types.includes('null') && !isId && !includesOptional) return null;
    if (properties) {
      const noun = String(mergeSchema(document, properties.object ?? {}).enum?.[0] ?? object);
      const entries = Object.entries(properties).filter(
        ([key]) => includesOptional || required?.includes(key),
      );
      return Object.fromEntries(
        entries.map(([key, property]) => [key, exampleFor(property, key, noun)]),
      );
    }
    if (types.includes('array')) {
      const shownType = ownSchema.items?.type || ownSchema.minItems;
      return shownType ? [exampleFor(ownSchema.items ?? {}, name, object)] : [];
    }
    if (types.includes('object')) return {};
    if (types.includes('boolean')) return false;
    if (types.includes('integer') || types.includes('number')) return ownSchema.minimum ?? 1;
    if (ownSchema.format === 'date-time') return TIME;
    const text = isId
      ? idOf(name, object)
      : (FORMATS[ownSchema.format ?? ''] ?? TEXTS[name] ?? 'text');
    return textFor(ownSchema.pattern, /hash$/i.test(name) ? HASH : text);
  };
  return exampleFor(schema, '', '');
}

/** Returns the text if it matches the pattern, otherwise another text that does. */
function textFor(pattern: string | undefined, text: string): string {
  const fits = (text: string) => pattern === undefined || new RegExp(pattern).test(text);
  return [text, 'text', HASH].find(fits) ?? text;
}

/** Returns an example id by the name of a field: `sourceAccountId` is the id of an account. */
function idOf(name: string, object: string): string {
  const noun = name === 'id' ? object : name.slice(0, -2);
  const words = noun.replaceAll('_', '').toLowerCase();
  const prefix = Object.entries(PREFIXES)
    .filter(([noun]) => words.endsWith(noun.toLowerCase()))
    .sort(([a], [b]) => b.length - a.length)[0];
  return `${prefix?.[1] ?? 'id'}_${ID}`;
}

function mergeSchema(document: object, schema: JsonSchema): JsonSchema {
  const { allOf, ...ownSchema } = followReference(document, schema);
  if (!allOf) return ownSchema;
  const parts = [...allOf.map((part) => mergeSchema(document, part)), ownSchema];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

function followReference(document: object, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const path = schema.$ref.replace(/^#\//, '').split('/');
  let node: unknown = document;
  for (const part of path) node = (node as Record<string, unknown>)[part];
  return followReference(document, node as JsonSchema);
}
