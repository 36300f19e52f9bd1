// Numbers are JSON numbers in every answer: no object contains integers as numbers beside integers
// as texts. Rates are texts, because a double cannot represent them; account numbers and cursors
// are not numbers.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ANSWERS = new URL('../../../api/kit/openapi/recorded-answers.json', import.meta.url);
const NO_NUMBERS = new Set(['accountNumber', 'nextCursor', 'mcc', 'reference', 'postalCode']);
const RATES = new Set(['rate', 'midRate', 'mid', 'bid', 'ask']);

/** Returns the names of fields with digits as text in an object that also has numbers. */
function mixedIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((value) => mixedIn(value, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(value);
  const isFree = path.endsWith('.metadata');
  const hasNumbers = fields.some(([, fieldValue]) => typeof fieldValue === 'number');
  const texts = fields.filter(([name, fieldValue]) => {
    const isKnown = NO_NUMBERS.has(name) || RATES.has(name);
    return !isKnown && typeof fieldValue === 'string' && /^-?\d+(\.\d+)?$/.test(fieldValue);
  });
  const ownNumbers = hasNumbers && !isFree ? texts.map(([name]) => `${path}.${name}`) : [];
  return [
    ...ownNumbers,
    ...fields.flatMap(([name, fieldValue]) => mixedIn(fieldValue, `${path}.${name}`)),
  ];
}

it('no example answer has amounts as strings beside amounts as numbers', () => {
  const answers = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(answers).length).toBeGreaterThan(80);
  const mixedFields = Object.entries(answers).flatMap(([name, answer]) => mixedIn(answer, name));
  expect(mixedFields).toEqual([]);
  expect(mixedIn({ cap: 5, takenIn: '3' }, 'settlement')).toEqual(['settlement.takenIn']);
});
