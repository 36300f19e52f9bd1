// Metadata: JSON that clients store with their objects. The bank does not interpret it.

import { invalidField } from './refusal.ts';

/** Maximum depth of nested containers, the metadata itself included. */
export const METADATA_DEPTH = 5;
/** Maximum number of keys at the top level. */
export const METADATA_KEYS = 50;
/** Maximum size as JSON in UTF-8. */
export const METADATA_BYTES = 16 * 1024;
/** Maximum length of a key at any depth, in characters. */
export const METADATA_KEY_LENGTH = 64;

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A client's metadata of an object. */
export interface Metadata {
  readonly [key: string]: Json;
}

/** The fields that a change may state; of the metadata, only the keys that change. */
export type Changes<Fields extends { readonly metadata: Metadata }> = {
  readonly [F in keyof Fields]?: (F extends 'metadata' ? Metadata | null : Fields[F]) | undefined;
};

/** Yields every key at every depth with its path. */
export function* keysIn(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<{
  readonly key: string;
  readonly path: readonly (string | number)[];
}> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    const keyPath = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield { key, path: keyPath };
    yield* keysIn(inner as Json, keyPath);
  }
}

/** The JSON with the keys of its objects sorted: equal content gives equal text. */
export function formatSortedJson<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(formatSortedJson) as unknown as T;
  const entries = Object.entries(value as Metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, formatSortedJson(inner)])) as T;
}

/**
 * Merges stored metadata with a change and returns it as JSON. Keys of the change get its values;
 * null removes a key; all other keys stay.
 * @param current the stored metadata as JSON
 * @param change null removes all keys; undefined keeps all
 * @throws Refusal when the result exceeds the bounds
 */
export function mergeMetadata(current: string, change: Metadata | null | undefined): string {
  if (change === undefined) return current;
  const changes = Object.entries(change ?? {});
  const before = change === null ? {} : (JSON.parse(current) as Metadata);
  const all = { ...before, ...change };
  const removed = new Set(changes.flatMap(([key, value]) => (value === null ? key : [])));
  const merged = Object.fromEntries(Object.entries(all).filter(([key]) => !removed.has(key)));
  const text = JSON.stringify(merged);
  if (Object.keys(merged).length > METADATA_KEYS) {
    const message = `The metadata would have more than ${METADATA_KEYS} keys: remove some with null.`;
    throw invalidField('/metadata', message);
  }
  if (Buffer.byteLength(text) > METADATA_BYTES) {
    const message =
      `The metadata would have more than ${METADATA_BYTES} bytes of JSON: ` +
      'remove some keys with null.';
    throw invalidField('/metadata', message);
  }
  return text;
}
