// Compares a list entry with the bank's record of a customer, field by field, for the operator who
// decides whether they are the same person. A field that one side does not state is never agreement.

import { readWords } from './fold-name.ts';
import type { ListEntry } from './list-file.ts';

export const COMPARED_FIELDS = [
  'name',
  'aliases',
  'type',
  'date_of_birth',
  'country',
  'documents',
] as const;
export const COMPARISONS = ['agrees', 'similar', 'differs', 'not_stated'] as const;

/** A field of both sides. */
export interface FieldComparison {
  readonly field: (typeof COMPARED_FIELDS)[number];
  /** Values of the bank; empty when it has none. */
  readonly ours: readonly string[];
  /** Values of the list; empty when it has none. */
  readonly theirs: readonly string[];
  readonly result: (typeof COMPARISONS)[number];
  readonly detail: string;
}

/** The data that the bank has of a person or a firm. */
export interface KnownSubject {
  readonly name: string;
  readonly type: 'individual' | 'business' | null;
  readonly dateOfBirth: string | null;
  readonly countries: readonly string[];
  readonly documents: readonly { readonly text: string; readonly numberLast4: string | null }[];
}

type ComparedField = Pick<FieldComparison, 'result' | 'detail'>;

/** @param matchedName the name or alias of the entry that resembles the subject's name */
export function compareWithEntry(
  subject: KnownSubject,
  entry: ListEntry,
  matchedName: string,
): FieldComparison[] {
  const aliases = [...entry.aliases, ...entry.weakAliases];
  const documents = entry.documents ?? [];
  const ownDocuments = subject.documents.map(({ text }) => text);
  const compareField = (
    field: FieldComparison['field'],
    [ownValues, listedValues]: readonly [readonly string[], readonly string[]],
    compare: () => ComparedField,
  ): FieldComparison => {
    const sides = { field, ours: ownValues, theirs: listedValues };
    if (ownValues.length > 0 && listedValues.length > 0) return { ...sides, ...compare() };
    return { ...sides, result: 'not_stated', detail: describeMissing(ownValues, listedValues) };
  };
  return [
    compareField('name', [[subject.name], [entry.name]], () =>
      compareNames(subject.name, [entry.name], matchedName),
    ),
    compareField('aliases', [[subject.name], aliases], () =>
      compareNames(subject.name, aliases, matchedName),
    ),
    compareField('type', [subject.type === null ? [] : [subject.type], [entry.type]], () =>
      compareTypes(subject, entry),
    ),
    compareField(
      'date_of_birth',
      [subject.dateOfBirth === null ? [] : [subject.dateOfBirth], entry.birthDates],
      () => compareBirths(subject.dateOfBirth ?? '', entry.birthDates),
    ),
    compareField('country', [subject.countries, entry.countries], () =>
      compareCountries(subject.countries, entry.countries),
    ),
    compareField('documents', [ownDocuments, documents], () =>
      compareDocuments(subject.documents, documents),
    ),
  ];
}

function describeMissing(knownValues: readonly string[], listedValues: readonly string[]): string {
  if (knownValues.length === 0 && listedValues.length === 0) return 'Neither side states it.';
  return knownValues.length === 0 ? 'The bank does not know it.' : 'The list does not state it.';
}

/** The words of a name, regardless of order, case and accents. */
const foldWords = (name: string) =>
  readWords(name)
    .map(({ text }) => text)
    .sort()
    .join(' ');

function compareNames(
  name: string,
  listedNames: readonly string[],
  matchedName: string,
): ComparedField {
  const foldedName = foldWords(name);
  const sameName =
    foldedName === '' ? undefined : listedNames.find((name) => foldWords(name) === foldedName);
  if (sameName !== undefined)
    return { result: 'agrees', detail: `The words are those of ${sameName}.` };
  if (!listedNames.includes(matchedName))
    return { result: 'differs', detail: 'No name here is alike.' };
  return { result: 'similar', detail: `Some words are unlike those of ${matchedName}.` };
}

function compareTypes({ type }: KnownSubject, entry: ListEntry): ComparedField {
  const isPerson = type === 'individual';
  if (isPerson === (entry.type === 'individual')) {
    return { result: 'agrees', detail: isPerson ? 'Both are persons.' : 'Neither is a person.' };
  }
  return { result: 'differs', detail: 'One is a person, the other is not.' };
}

function compareBirths(knownValue: string, listedValues: readonly string[]): ComparedField {
  if (listedValues.includes(knownValue) && knownValue.length > YEAR) {
    return { result: 'agrees', detail: 'The same day.' };
  }
  const year = knownValue.slice(0, YEAR);
  if (
    listedValues.includes(year) ||
    (knownValue.length === YEAR && listedValues.some((date) => date.startsWith(year)))
  ) {
    return { result: 'similar', detail: 'The same year; one side states no day.' };
  }
  if (listedValues.some((date) => date.startsWith(year))) {
    return { result: 'differs', detail: 'The same year, another day.' };
  }
  const yearsApart = Math.min(
    ...listedValues.map((date) => Math.abs(Number(date.slice(0, YEAR)) - Number(year))),
  );
  const years = yearsApart === 1 ? 'a year' : `${yearsApart} years`;
  return { result: 'differs', detail: `At least ${years} apart, counted in calendar years.` };
}

const YEAR = 4;

function compareCountries(
  knownValues: readonly string[],
  listedValues: readonly string[],
): ComparedField {
  const shared = knownValues.filter((country) => listedValues.includes(country));
  const meaning = 'The list states nationality, or an address where it has none.';
  if (shared.length > 0) return { result: 'agrees', detail: `${shared.join(', ')}. ${meaning}` };
  return { result: 'differs', detail: meaning };
}

function compareDocuments(
  knownValues: KnownSubject['documents'],
  listedValues: readonly string[],
): ComparedField {
  const ends = knownValues.flatMap(({ numberLast4 }) =>
    numberLast4 === null ? [] : [plain(numberLast4)],
  );
  if (ends.length === 0) {
    return { result: 'not_stated', detail: 'The bank knows no number of a document.' };
  }
  const numbers = listedValues.flatMap(
    (document) => document.match(/[\p{L}\d][\p{L}\d./-]*\d[\p{L}\d./-]*/gu) ?? [],
  );
  const sameDocument = numbers.find((number) => ends.some((end) => plain(number).endsWith(end)));
  const note = 'The bank keeps the last four characters in clear.';
  if (sameDocument !== undefined)
    return { result: 'similar', detail: `${sameDocument} ends alike. ${note}` };
  return { result: 'differs', detail: `No number ends alike. ${note}` };
}

const plain = (text: string) => text.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase();
