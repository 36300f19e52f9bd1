// Listed names are found in every spelling, with the compared features. Other names are not found.
// The age of the lists is shown.
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
  ['as it is listed', 'AL-ZAWAHIRI, Ayman'],
  ['with the given name first', 'Ayman Al Zawahiri'],
  ['misspelt', 'Ayman al-Zawahri'],
  ['as one word', 'Aiman Alzawahri'],
  ['with an accent', 'Áyman al Zawahîri'],
  ['with letters that look Latin', '\u0410yman \u0430l Z\u0430w\u0430hiri'],
  ['with invisible marks', '\u202eAy\u200bman\u2060 al Zawahiri 😀'],
])('a listed name is found %s', async (_, name) => {
  const { status, body } = await search({ name, type: 'individual' });
  expect(status).toBe(200);
  const bestMatch = body.matches[0];
  expect(bestMatch.name).toMatch(/ZAWAHIRI/i);
  expect(bestMatch.score).toBeGreaterThanOrEqual(body.threshold);
  expect(bestMatch.features.map((feature: { name: string }) => feature.name)).toContain('name');
});

test('a name in another script is found by its sound', async () => {
  const { body } = await search({ name: 'Николас Мадуро Морос', type: 'individual' });
  expect(body.matches[0]).toMatchObject({ list: 'ofac_sdn', name: 'MADURO MOROS, Nicolas' });
});

test.each(['Ada Lovelace', 'Grace Hopper', 'Northern Harbour Foods Ltd', '😀', '\u200b\u200b'])(
  '%j is on no list',
  async (name) => {
    expect((await search({ name })).body.matches).toEqual([]);
  },
);

test('a wrong date of birth and country give a lower score than the right ones', async () => {
  const name = 'Ayman Zawahri';
  const samePersonSearch = await search({
    name,
    dateOfBirth: '1951-06-19',
    country: 'EG',
    threshold: 0.5,
  });
  const otherPersonSearch = await search({
    name,
    dateOfBirth: '1990-01-01',
    country: 'CL',
    threshold: 0.5,
  });
  const scoreOf = (answer: typeof samePersonSearch) =>
    answer.body.matches.find((match: { name: string }) => /ZAWAHIRI, .*Ayman/i.test(match.name))
      .score;
  expect(scoreOf(samePersonSearch)).toBeGreaterThan(scoreOf(otherPersonSearch) + 0.1);
});

test('the caller can set the threshold and the limit', async () => {
  const wideSearch = await search({ name: 'Mohammed Ali', threshold: 0.6, limit: 100 });
  const narrowSearch = await search({ name: 'Mohammed Ali', threshold: 0.95, limit: 100 });
  expect(wideSearch.body.matches.length).toBeGreaterThan(narrowSearch.body.matches.length);
  const scores = wideSearch.body.matches.map((match: { score: number }) => match.score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(
    (await search({ name: 'Mohammed Ali', threshold: 0.6, limit: 3 })).body.matches,
  ).toHaveLength(3);
});

test('the lists state their codes, their size and whether they are stale', async () => {
  const { status, body } = await bank.call('/v1/screening/lists', { key });
  expect(status).toBe(200);
  expect(body.lists.map((list: { code: string }) => list.code)).toEqual([
    'ofac_sdn',
    'ofac_consolidated',
    'un_security_council',
  ]);
  const unitedNationsList = body.lists[2];
  expect(unitedNationsList).toMatchObject({ asOf: '2026-02-27', stale: true });
  for (const list of body.lists) expect(list.entries).toBeGreaterThan(400);
});
