// Redacts a body for the request log: keeps its structure, amounts and values of the API's
// vocabulary, and removes personal data and secrets.

import { isSecret } from '../../identity/api-key.ts';

/** Fields whose texts are values of the API's vocabulary. */
const VOCABULARY_FIELDS = new Set([
  ...['type', 'currency', 'sourceCurrency', 'targetCurrency', 'country', 'capture', 'category'],
  ...['network', 'method', 'mode', 'frequency', 'status', 'decision', 'kind', 'payload'],
  ...['environment', 'advanceBy', 'scopes', 'events', 'priority'],
]);
const WORD = /^[\w.*:-]{1,64}$/;
const ID = /^[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Fields whose numbers are amounts, counts or times. */
const FIGURES = /^(?:amount|limit|fee|times|depth|epoch|quantity|count)$|(?:Amount|Limit)$/;
const NAME = /^[a-zA-Z]\w{0,39}$/;
/** Fields that developers fill with any content. */
const FREE_FORM_FIELDS = new Set(['metadata', 'features', 'rows', 'context']);
const MAX_DEPTH = 6;
const MAX_PARTS = 50;
const LONGEST_TEXT = 4_000;

/** Returns the JSON to keep, or null for a text that is empty, too long or not JSON. */
export function redact(text: string): string | null {
  if (text === '' || text.length > 64 * 1024) return null;
  try {
    const redacted = JSON.stringify(redactValue(JSON.parse(text), '', 0));
    return redacted.length > LONGEST_TEXT ? null : redacted;
  } catch {
    return null;
  }
}

function redactValue(value: unknown, field: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return redactText(value, field);
  if (typeof value === 'number') return FIGURES.test(field) ? value : '[number]';
  if (depth >= MAX_DEPTH || FREE_FORM_FIELDS.has(field)) return '[left out]';
  if (Array.isArray(value)) {
    const parts = value.slice(0, MAX_PARTS).map((part) => redactValue(part, field, depth + 1));
    return value.length > MAX_PARTS ? [...parts, `[${value.length} in all]`] : parts;
  }
  const parts = Object.entries(value as object).slice(0, MAX_PARTS);
  return Object.fromEntries(
    parts.map(([name, part]) => {
      return NAME.test(name)
        ? [name, redactValue(part, name, depth + 1)]
        : ['[name]', '[left out]'];
    }),
  );
}

function redactText(text: string, field: string): string {
  if (ID.test(text) || (VOCABULARY_FIELDS.has(field) && WORD.test(text) && !isSecret(text)))
    return text;
  return `[text, ${text.length} characters]`;
}

/**
 * Returns the redacted path: without parts that are neither ids nor short words, and without keys
 * that a client sent in place of an id.
 */
export function redactPath(path: string): string {
  const parts = path.split('/').map((part) => (isShortWord(part) ? part : '[text]'));
  return parts.join('/').slice(0, 300);
}

const isShortWord = (part: string) => /^[\w.-]{0,64}$/.test(part) && !isSecret(part);

/** Returns the redacted pointer: without names that the caller invented. */
export function redactPointer(pointer: string): string {
  const parts = pointer.split('/').map((part) => (isShortWord(part) ? part : '[name]'));
  return parts.join('/').slice(0, 200);
}
