// Validates values against the OpenAPI document with Ajv in strict mode: an unknown keyword is a
// finding, too, so no rule is ignored silently.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Keywords of OpenAPI that do not constrain values. */
const NOTES = ['example', 'discriminator'];
/** The key under which a validator knows the document. */
const DOCUMENT = 'openapi.json';
const COMPONENT = /^#\/components\/schemas\//;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Checker {
  readonly ajv: Ajv2020;
  /** Validators by the schema object of the document. */
  readonly compiled: WeakMap<JsonObject, ValidateFunction>;
}

const checkers = new WeakMap<JsonObject, Checker>();

/**
 * Returns the contradictions between a value and a schema; empty when there are none. Objects are
 * closed: a property that the document does not name is a finding, because a client cannot know of
 * it.
 * @param root the document that `$ref` points into
 */
export function violations(root: JsonObject, schema: JsonObject, value: unknown): string[] {
  const { ajv, compiled } = findChecker(root);
  let check = compiled.get(schema);
  if (!check) {
    check = ajv.compile(closeSchema(schema));
    compiled.set(schema, check);
  }
  return check(value) ? [] : (check.errors ?? []).map(describeError);
}

function findChecker(root: JsonObject): Checker {
  const checker = checkers.get(root);
  if (checker) return checker;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // Formats are annotations: patterns define the form of a text.
    validateFormats: false,
    strictTypes: false,
    strictRequired: false,
    // Most schemas check a few values of a run: compiling them costs more than they save.
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addVocabulary(NOTES);
  // A keyword of the bank's documents: the one value of a constant boolean.
  ajv.addKeyword({
    keyword: 'x-always',
    validate: (expected: Json, value: Json) => expected === value,
  });
  const { schemas } = root.components as { schemas: JsonObject };
  const $defs = Object.entries(schemas).map(([name, schema]) => [
    name,
    closeInner(schema as JsonObject),
  ]);
  ajv.addSchema({ $id: DOCUMENT, $defs: Object.fromEntries($defs) });
  const created = { ajv, compiled: new WeakMap() };
  checkers.set(root, created);
  return created;
}

/** Returns the schema with closed objects, unless the document opens them. */
function closeSchema(schema: JsonObject): JsonObject {
  const isWhole = ['$ref', 'allOf', 'properties'].some((keyword) => keyword in schema);
  if (!isWhole || 'additionalProperties' in schema) return closeInner(schema);
  return { ...closeInner(schema), unevaluatedProperties: false };
}

/** Closes the inner schemas, but not the parts of an `allOf`, which are complete only together. */
function closeInner(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, rule]) => [keyword, closeRule(keyword, rule)]),
  );
}

function closeRule(keyword: string, rule: Json): Json {
  if (keyword === '$ref') return String(rule).replace(COMPONENT, `${DOCUMENT}#/$defs/`);
  if (keyword === 'allOf') return (rule as JsonObject[]).map(closeInner);
  if (keyword === 'oneOf' || keyword === 'anyOf') return (rule as JsonObject[]).map(closeSchema);
  if (keyword === 'properties') {
    const keywords = Object.entries(rule as JsonObject);
    return Object.fromEntries(
      keywords.map(([name, keyword]) => [name, closeSchema(keyword as JsonObject)]),
    );
  }
  const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(keyword);
  return isSchema && isObject(rule) ? closeSchema(rule) : rule;
}

function describeError({ instancePath, message, params, data }: ErrorObject): string {
  const { unevaluatedProperty, additionalProperty } = params as Record<string, string>;
  const extra = unevaluatedProperty ?? additionalProperty;
  if (extra !== undefined) return `${instancePath}/${extra}: is not in the document`;
  const excerpt = JSON.stringify(data)?.slice(0, 80) ?? 'undefined';
  return `${instancePath}: ${excerpt} ${message}`;
}

/** Follows `$ref` inside the document. */
export function resolveReference(root: JsonObject, schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema;
  const target = schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>(
      (current, part) => (isObject(current) ? current[part] : undefined),
      root,
    );
  if (!isObject(target)) throw new Error(`${schema.$ref} points nowhere`);
  return resolveReference(root, target);
}
