// Workflows store ids, states, amounts and the bank's own words in Temporal. No payload has a field
// that could hold a text about a person, so nothing has to be encrypted
// (docs/decisions/lane-and-workflows.md).

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HISTORIES = fileURLToPath(new URL('../histories/', import.meta.url));

/**
 * Fields whose texts developers or receivers of webhooks write;
 * docs/decisions/lane-and-workflows.md names them.
 */
const TEXTS = new Set(['reason', 'lastFault']);
/** Fields whose texts the bank writes: results, summaries of steps, names of workflows. */
const OWN_WORDS = new Set([
  '(root)',
  'activity_type',
  'notify',
  'signerId',
  'says',
  'due',
  'workflowId',
]);
const ID = /^[a-z]{2,5}_[\w-]{1,64}$/;
/** A word that the bank writes; names of workflow patches contain hyphens. */
const WORD = /^[a-z][a-z_-]{0,30}$/;
const NUMBER = /^\d+$/;
const CURRENCY = /^[A-Z]{3}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Yields the texts in a payload, each with the name of its field. */
function* textsIn(value: Json, field: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [field, value];
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item, field);
  else for (const [name, first] of Object.entries(value)) yield* textsIn(first, name);
}

/** Yields all payloads of a saved history, decoded. */
function* payloadsIn(value: Json): Generator<Json> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value) && 'metadata' in value && 'data' in value) {
    const { data } = value as { readonly data: Json };
    if (typeof data === 'string') yield parse(Buffer.from(data, 'base64').toString('utf8'));
  }
  for (const item of Object.values(value)) yield* payloadsIn(item);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const files = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

test('no payload of a saved history contains text about a person', () => {
  expect(files.length).toBeGreaterThan(20);
  const unexpected = new Set<string>();
  let textCount = 0;
  for (const name of files) {
    const history = JSON.parse(readFileSync(`${HISTORIES}/${name}`, 'utf8')) as Json;
    for (const payload of payloadsIn(history)) {
      for (const [field, text] of textsIn(payload, '(root)')) {
        textCount += 1;
        if (TEXTS.has(field) || OWN_WORDS.has(field)) continue;
        if ([ID, WORD, NUMBER, CURRENCY, DATE].some((form) => form.test(text))) continue;
        unexpected.add(`${name}: ${field} = ${text}`);
      }
    }
  }
  expect(textCount).toBeGreaterThan(500);
  expect([...unexpected]).toEqual([]);
});
