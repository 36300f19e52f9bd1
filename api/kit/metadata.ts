// Metadata in requests and answers: JSON of the client within limits.

import { z } from '@hono/zod-openapi';
import {
  METADATA_BYTES,
  METADATA_DEPTH,
  METADATA_KEY_LENGTH,
  METADATA_KEYS,
  type Metadata,
} from '../../ledger/metadata.ts';
import { textSchema } from './schemas.ts';

const DESCRIPTION =
  `Any JSON of your own: up to ${METADATA_KEYS} keys, ${METADATA_DEPTH} levels and ` +
  `${METADATA_BYTES / 1024} KiB.`;

const keySchema = textSchema(METADATA_KEY_LENGTH).min(1);
const valueSchema = textSchema(METADATA_BYTES);

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function* findTextFaults(schema: z.ZodType, text: string, path: Fault['path']): Generator<Fault> {
  const { error } = schema.safeParse(text);
  if (error) yield { path, message: error.issues[0]?.message ?? 'Expected another text.' };
}

/** Yields the faults inside a value. Values below the depth limit are not read. */
function* findInnerFaults(value: unknown, path: Fault['path'], depth: number): Generator<Fault> {
  if (typeof value === 'string') yield* findTextFaults(valueSchema, value, path);
  if (value === null || typeof value !== 'object') return;
  if (depth > METADATA_DEPTH) {
    yield { path, message: `Expected at most ${METADATA_DEPTH} levels of objects and lists.` };
    return;
  }
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const keyPath = [...path, isList ? Number(key) : key];
    if (key === '__proto__') {
      yield { path: keyPath, message: 'This name cannot be a metadata key: choose another.' };
    } else if (!isList) yield* findTextFaults(keySchema, key, keyPath);
    yield* findInnerFaults(inner, keyPath, depth + 1);
  }
}

function* findFaults(value: unknown): Generator<Fault> {
  const wholeBodyFault = (message: string) => ({ path: [], message });
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    yield wholeBodyFault(value === undefined ? 'This field is required.' : 'Expected an object.');
    return;
  }
  if (Object.keys(value).length > METADATA_KEYS) {
    yield wholeBodyFault(`Expected at most ${METADATA_KEYS} keys.`);
    return;
  }
  let isValid = true;
  for (const fault of findInnerFaults(value, [], 1)) {
    isValid = false;
    yield fault;
  }
  // Checked last, because a value that is too deep cannot be serialised.
  const bytes = isValid ? Buffer.byteLength(JSON.stringify(value)) : 0;
  if (bytes > METADATA_BYTES)
    yield wholeBodyFault(`Expected at most ${METADATA_BYTES} bytes of JSON.`);
}

/** Metadata in a request. */
export const metadataSchema = z
  .unknown()
  .superRefine((value, ctx) => {
    for (const { path, message } of findFaults(value)) {
      ctx.addIssue({ code: 'custom', path: [...path], message });
    }
  })
  .transform((value) => value as Metadata)
  .openapi({
    type: 'object',
    additionalProperties: true,
    description: DESCRIPTION,
    example: { order: '17', lines: [{ sku: 'A-1', pieces: 2 }] },
  });

/** Metadata in a request that changes an object. */
export const metadataChange = metadataSchema.nullable().openapi({
  type: ['object', 'null'],
  additionalProperties: true,
  description:
    'Merged into the stored metadata: a given key is replaced as a whole, or removed with ' +
    'null; other keys stay. Null instead of the object removes all keys. The result has to be ' +
    'within the limits of the creation.',
  example: { order: '18', note: null },
});

/** Metadata in an answer. */
export const metadataViewSchema = z
  .custom<Metadata>((value) => value instanceof Object)
  .openapi({ type: 'object', additionalProperties: true, description: DESCRIPTION });
