// What clients keep with their objects: any JSON of theirs, within bounds. The bank never reads it.

/** Containers inside each other, the metadata itself among them. */
export const METADATA_DEPTH = 5;
/** Keys of the metadata itself. */
export const METADATA_KEYS = 50;
/** As JSON in UTF-8. */
export const METADATA_BYTES = 16 * 1024;
/** Characters of a key at any depth. */
export const METADATA_KEY_LENGTH = 64;

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What a client keeps with an object. */
export interface Metadata {
  readonly [key: string]: Json;
}

/** Every key at every depth, with the way to it. */
export function* keysIn(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<{
  readonly key: string;
  readonly path: readonly (string | number)[];
}> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield { key, path: at };
    yield* keysIn(inner as Json, at);
  }
}

/** The same JSON whose objects have their keys in order: the same content is the same text. */
export function sortedJson<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortedJson) as unknown as T;
  const entries = Object.entries(value as Metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedJson(inner)])) as T;
}
