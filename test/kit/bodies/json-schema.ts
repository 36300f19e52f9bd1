// As much of JSON Schema 2020-12 as the OpenAPI document uses, so that answers can be held against
// it. A keyword that is not known here is a finding itself: nothing is passed over in silence.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Keywords that say nothing about which values are right. */
const NOTES = ['description', 'example', 'examples', 'title', 'default', 'format', 'deprecated'];

type Check = (rule: Json, value: unknown, at: string, look: Look) => string[];
type Look = (schema: JsonObject, value: unknown, at: string) => string[];

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: isObject,
};

const fails = (bad: boolean, text: string) => (bad ? [text] : []);
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'undefined';

/** A bound only speaks about values of its own type. */
const bound =
  (of: (value: unknown) => number | null, holds: (n: number, limit: number) => boolean): Check =>
  (rule, value, at) => {
    const n = of(value);
    return fails(n !== null && !holds(n, Number(rule)), `${at}: ${shown(value)} breaks ${rule}`);
  };
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const textOf = (value: unknown) => (typeof value === 'string' ? [...value].length : null);
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : null);
const least = (n: number, limit: number) => n >= limit;
const most = (n: number, limit: number) => n <= limit;

const CHECKS: Readonly<Record<string, Check>> = {
  type: (rule, value, at) => {
    const types = (Array.isArray(rule) ? rule : [rule]) as string[];
    return fails(!types.some((type) => TYPES[type]?.(value)), `${at}: ${shown(value)} no ${types}`);
  },
  enum: (rule, value, at) =>
    fails(!(rule as Json[]).includes(value as Json), `${at}: ${shown(value)} is not in the enum`),
  const: (rule, value, at) => fails(rule !== value, `${at}: ${shown(value)} is not ${rule}`),
  minimum: bound(numberOf, least),
  maximum: bound(numberOf, most),
  exclusiveMinimum: bound(numberOf, (n, limit) => n > limit),
  minLength: bound(textOf, least),
  maxLength: bound(textOf, most),
  minItems: bound(sizeOf, least),
  maxItems: bound(sizeOf, most),
  pattern: (rule, value, at) =>
    fails(typeof value === 'string' && !new RegExp(String(rule)).test(value), `${at}: ${rule}`),
  items: (rule, value, at, look) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => look(rule as JsonObject, item, `${at}/${index}`))
      : [],
  required: (rule, value, at) =>
    (rule as string[])
      .filter((name) => isObject(value) && !Object.hasOwn(value, name))
      .map((name) => `${at}/${name}: is missing`),
  properties: (rule, value, at, look) =>
    Object.entries(rule as JsonObject).flatMap(([name, schema]) =>
      isObject(value) && Object.hasOwn(value, name)
        ? look(schema as JsonObject, value[name], `${at}/${name}`)
        : [],
    ),
  propertyNames: (rule, value, at, look) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) => look(rule as JsonObject, name, `${at}/${name}`))
      : [],
  oneOf: (rule, value, at, look) => {
    const fitting = (rule as JsonObject[]).filter((one) => look(one, value, at).length === 0);
    const text = `${at}: ${shown(value)} fits ${fitting.length} of oneOf`;
    return fails(fitting.length !== 1, text);
  },
  anyOf: (rule, value, at, look) =>
    fails(
      !(rule as JsonObject[]).some((schema) => look(schema, value, at).length === 0),
      `${at}: ${shown(value)} fits none of anyOf`,
    ),
};

/**
 * What about a value contradicts a schema; empty when nothing does.
 * Objects are closed: a property that the document does not name is a finding, because a client
 * cannot know of it.
 * @param root the document that `$ref` points into
 */
export function violations(root: JsonObject, schema: JsonObject, value: unknown): string[] {
  const look: Look = (given, current, at) => {
    const here = merged(root, given);
    const { additionalProperties: rest, ...rules } = here;
    const found = Object.entries(rules).flatMap(([keyword, rule]) => {
      if (NOTES.includes(keyword)) return [];
      return CHECKS[keyword]?.(rule, current, at, look) ?? [`${at}: keyword ${keyword}`];
    });
    return [...found, ...undeclared(here, rest, current, at, look)];
  };
  return look(schema, value, '');
}

function undeclared(
  schema: JsonObject,
  rest: Json | undefined,
  value: unknown,
  at: string,
  look: Look,
): string[] {
  if (!isObject(value) || !(isObject(schema.properties) || rest !== undefined)) return [];
  const declared = isObject(schema.properties) ? schema.properties : {};
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(declared, name))
    .flatMap((name) => {
      if (rest === true || (isObject(rest) && Object.keys(rest).length === 0)) return [];
      if (isObject(rest)) return look(rest, value[name], `${at}/${name}`);
      return [`${at}/${name}: is not in the document`];
    });
}

/** The parts of an `allOf` as one schema, so that together they close an object. */
function merged(root: JsonObject, schema: JsonObject): JsonObject {
  const { allOf, ...own } = resolved(root, schema);
  if (!Array.isArray(allOf)) return own;
  const parts = [...(allOf as JsonObject[]).map((part) => merged(root, part)), own];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => (part.required ?? []) as string[]),
  };
}

/** Follows `$ref` inside the document. */
export function resolved(root: JsonObject, schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema;
  const found = schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((at, part) => (isObject(at) ? at[part] : undefined), root);
  if (!isObject(found)) throw new Error(`${schema.$ref} points nowhere`);
  return resolved(root, found);
}
