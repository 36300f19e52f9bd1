// A list entry compared with a customer known to the bank: fields agree only where both sides state
// them.

import { expect, test } from 'vitest';
import { compareWithEntry, type KnownSubject } from '../../ai/screening/compare-entry.ts';
import type { ListEntry } from '../../ai/screening/list-file.ts';

const ENTRY: ListEntry = {
  id: '7',
  type: 'individual',
  name: 'DOE, Jane',
  aliases: ['ROE, Jane'],
  weakAliases: ['THE FOX'],
  birthDates: ['1951-06-19', '1953'],
  countries: ['MM'],
  programs: ['SDGT'],
  documents: ['Passport AB-123456 (Burma)'],
  remarks: 'Said to be a dealer.',
};
const OUR_SUBJECT: KnownSubject = {
  name: 'Jane Doe',
  type: 'individual',
  dateOfBirth: '1951-06-19',
  countries: ['MM'],
  documents: [{ text: 'passport …3456', numberLast4: '3456' }],
};

const resultsOf = (
  subject: Partial<KnownSubject>,
  entry: Partial<ListEntry> = {},
  matched = 'DOE, Jane',
) =>
  Object.fromEntries(
    compareWithEntry({ ...OUR_SUBJECT, ...subject }, { ...ENTRY, ...entry }, matched).map(
      (comparison) => [comparison.field, comparison.result],
    ),
  );

test('equal statements of both sides agree, and an equal end of a number is only similar', () => {
  expect(resultsOf({})).toEqual({
    name: 'agrees',
    aliases: 'differs',
    type: 'agrees',
    date_of_birth: 'agrees',
    country: 'agrees',
    documents: 'similar',
  });
});

test('a field that one side does not state never counts as agreement', () => {
  const nothingStated = { dateOfBirth: null, countries: [], documents: [], type: null };
  expect(resultsOf(nothingStated)).toMatchObject({
    type: 'not_stated',
    date_of_birth: 'not_stated',
    country: 'not_stated',
    documents: 'not_stated',
  });
  const { documents: _, ...bareEntry } = { ...ENTRY, birthDates: [], countries: [], aliases: [] };
  const compared = compareWithEntry(OUR_SUBJECT, { ...bareEntry, weakAliases: [] }, 'DOE, Jane');
  expect(
    compared.filter(({ result }) => result === 'not_stated').map(({ field }) => field),
  ).toEqual(['aliases', 'date_of_birth', 'country', 'documents']);
  expect(resultsOf({ documents: [{ text: 'passport', numberLast4: null }] }).documents).toBe(
    'not_stated',
  );
});

test.each([
  ['1951-06-19', 'agrees'],
  ['1951-06-20', 'differs'],
  ['1953-01-01', 'similar'],
  ['1952-06-19', 'differs'],
  ['1985-12-10', 'differs'],
])('a date of birth of %s compared with 1951-06-19 and 1953: %s', (dateOfBirth, result) => {
  expect(resultsOf({ dateOfBirth }).date_of_birth).toBe(result);
});

test('a different country, entity type and document number differ', () => {
  const other = { countries: ['GB'], type: 'business' as const };
  const documents = [{ text: 'passport …9999', numberLast4: '9999' }];
  expect(resultsOf({ ...other, documents })).toMatchObject({
    type: 'differs',
    country: 'differs',
    documents: 'differs',
  });
});

test('an equal alias is reported as an alias, and the same words agree in any order', () => {
  expect(resultsOf({ name: 'Jane Roe' }, {}, 'ROE, Jane')).toMatchObject({
    name: 'differs',
    aliases: 'agrees',
  });
  expect(resultsOf({ name: 'Janet Doe' })).toMatchObject({ name: 'similar', aliases: 'differs' });
});
