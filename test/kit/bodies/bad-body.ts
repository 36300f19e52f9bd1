// Invalid bodies made from a valid one: one field at a time gets a value of every other JSON type,
// and every object gets fields that no client may set.

import { type JsonObject, resolveReference, violations } from './json-schema.ts';

/** Fields that an attacker would like to set. */
const PROTECTED_FIELDS = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'object',
  'status',
  'stage',
  'balance',
  'posted',
  'tenantId',
  'tenant_id',
  'developerId',
  'livemode',
  'version',
  'risk',
  'kycStatus',
  'riskLevel',
  'overdraft',
  'ledgerSequence',
  'createdAt',
] as const;

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  'x'.repeat(3_000),
  ['x'],
  { x: 1 },
];

export interface BadBody {
  /** JSON pointer of the wrong value. */
  readonly pointer: string;
  readonly body: unknown;
}

/** Returns copies of a body in which one value has a type that the schema refuses. */
export function listWrongTypeBodies(
  root: JsonObject,
  schema: JsonObject,
  validBody: JsonObject,
): BadBody[] {
  return listPaths(validBody).flatMap((path) =>
    VALUES.map((value) => ({
      pointer: pointerOf(path),
      body: replaceAt(validBody, path, value),
    })).filter(({ body }) => violations(root, schema, body).length > 0),
  );
}

/** Returns copies of a body in which one object has a field that is not allowed. */
export function listProtectedFieldBodies(
  root: JsonObject,
  schema: JsonObject,
  validBody: JsonObject,
): BadBody[] {
  const objects = [[], ...listPaths(validBody)].filter((path) =>
    isObject(valueAt(validBody, path)),
  );
  return objects.flatMap((path) =>
    PROTECTED_FIELDS.map((name) => ({
      pointer: pointerOf([...path, name]),
      body: replaceAt(validBody, [...path, name], 'x'),
    })).filter(({ body }) => violations(root, schema, body).length > 0),
  );
}

/** Returns the schema of an operation's JSON body; null when it takes none. */
export function bodySchemaOf(root: JsonObject, operation: JsonObject): JsonObject | null {
  const body = operation.requestBody as { content: JsonObject } | undefined;
  const media = body?.content['application/json'] as { schema: JsonObject } | undefined;
  return media ? resolveReference(root, media.schema) : null;
}

type Path = readonly string[];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listPaths(value: unknown, path: Path = []): Path[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...path, name],
    ...listPaths(inner, [...path, name]),
  ]);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (current, name) => (isObject(current) ? current[name] : undefined),
    value,
  );
}

/**
 * Returns a copy with one value replaced, as an own property, so that `__proto__` is kept as in
 * JSON.
 */
function replaceAt(value: unknown, path: Path, next: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  const copy = isObject(value) ? { ...value } : {};
  const inner = Object.hasOwn(copy, name) ? copy[name] : undefined;
  Object.defineProperty(copy, name, {
    value: replaceAt(inner, rest, next),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function pointerOf(path: Path): string {
  return path.map((part) => `/${part}`).join('');
}
