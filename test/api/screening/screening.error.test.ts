// Searches with invalid fields are refused. Names made to take long, such as many combining marks,
// are compared within two seconds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank({
    temporalAddress: NO_TEMPORAL,
    screening: readConfig({}).screening,
  });
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const search = (body: object) => bank.call('/v1/screening/search', { key, body });

test.each([
  ['10,000 characters', { name: 'a'.repeat(10_000) }, '/name'],
  ['an empty name', { name: '' }, '/name'],
  ['a number', { name: 7 }, '/name'],
  ['no name', {}, '/name'],
  ['a day that does not exist', { name: 'Ada', dateOfBirth: '1990-02-30' }, '/dateOfBirth'],
  ['a country of three letters', { name: 'Ada', country: 'GBR' }, '/country'],
  ['a threshold above 1', { name: 'Ada', threshold: 1.1 }, '/threshold'],
  ['a threshold that every name passes', { name: 'Ada', threshold: 0 }, '/threshold'],
  ['a limit of 1,000', { name: 'Ada', limit: 1_000 }, '/limit'],
  ['an unknown field', { name: 'Ada', list: 'all' }, '/list'],
])('a search with %s is refused, and the field is named', async (_, body, pointer) => {
  const answer = await search(body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test.each([
  ['200 one-letter words', 'a '.repeat(100)],
  ['one word of 200 letters', 'mohammed'.repeat(25)],
  ['200 joined emoji', '👩‍👩‍👧‍👦'.repeat(18)],
  ['200 combining marks', `e${'\u0301'.repeat(199)}`],
  ['ligatures that expand to several letters', '\ufdfa'.repeat(200)],
  ['direction marks', '\u202e\u202d\u2066'.repeat(66)],
])('a name of %s is compared within two seconds', async (_, name) => {
  // The first search of a process takes longer, so it is made before the measurement.
  await search({ name: 'warm' });
  const start = performance.now();
  const answer = await search({ name });
  expect(answer.status).toBe(200);
  expect(performance.now() - start).toBeLessThan(2_000);
});
