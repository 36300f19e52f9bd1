import { expect, test } from 'vitest';
import type { Feature } from '../../../../models/card.ts';
import { readExamples } from '../../../../models/learn/train/read-examples.ts';

function feature(name: string, overrides: Partial<Feature> = {}): Feature {
  const unrestricted = { unit: '', meaning: name, min: null, max: null, mayBeMissing: false };
  return { name, ...unrestricted, monotone: 0, ...overrides };
}

const FEATURES = [feature('age', { min: 0, max: 120 }), feature('rate', { mayBeMissing: true })];
const RULES = { features: FEATURES, labelField: 'bad', timeField: null, maxFaults: 50 };

const faultsOf = (...rows: unknown[]) =>
  readExamples(rows, RULES).faults.map(({ row, field, code }) => `${row} ${field} ${code}`);

test('valid rows become examples in the order of the features', () => {
  const rows = [
    { rate: 0.5, age: 30, bad: 1 },
    { age: 40, bad: false, rate: null },
    { age: 50, bad: true },
  ];
  const { examples, faults } = readExamples(rows, RULES);
  expect(faults).toEqual([]);
  expect([...examples!.x.values]).toEqual([30, 0.5, 40, Number.NaN, 50, Number.NaN]);
  expect([...examples!.y]).toEqual([1, 0, 1]);
});

test('every fault is reported at once, by row and field', () => {
  expect(
    faultsOf(
      { age: '30', bad: 1 },
      { age: 130, bad: 1 },
      { bad: 1 },
      { age: 30, bad: 2, rate: Number.POSITIVE_INFINITY },
      { age: 30, bad: 1, wage: 5 },
      [30, 1],
      null,
      { age: 1, rate: 1e39, bad: 'yes' },
    ),
  ).toEqual([
    '0 age wrong_type',
    '1 age out_of_range',
    '2 age missing_field',
    '3 rate not_finite',
    '3 bad wrong_label',
    '4 wage unknown_field',
    '5 null wrong_type',
    '6 null wrong_type',
    '7 rate not_finite',
    '7 bad wrong_label',
  ]);
  expect(readExamples([{ age: 1, bad: 3 }], RULES).examples).toBeNull();
});

test('a feature that no row has is a misspelt name, not a column of missing values', () => {
  expect(faultsOf({ age: 30, bad: 1 }, { age: 31, bad: 0 })).toEqual(['0 rate missing_field']);
  expect(faultsOf({ age: 30, bad: 1 }, { age: 31, bad: 0, rate: null })).toEqual([]);
});

test('a time field is read for the split, and required when it is named', () => {
  const rules = { ...RULES, timeField: 'at' };
  const time = '2026-01-02T03:04:05Z';
  const rows = [
    { age: 1, bad: 1, at: time },
    { age: 2, bad: 0, at: 5_000 },
  ];
  expect([...readExamples(rows, rules).times]).toEqual([Date.parse(time), 5_000]);
  const badCases = [
    { age: 1, bad: 1 },
    { age: 1, bad: 1, at: 'soon' },
    { age: 1, bad: 1, at: null },
  ];
  const { faults } = readExamples(badCases, rules);
  expect(faults.map(({ row, field }) => [row, field])).toEqual([0, 1, 2].map((row) => [row, 'at']));
});

test('members of the prototype are not features', () => {
  const features = [feature('constructor', { mayBeMissing: true })];
  const rows = [JSON.parse('{"bad":1}'), JSON.parse('{"bad":0,"__proto__":{"age":3}}')];
  const read = readExamples(rows, { ...RULES, features });
  expect(read.faults.map(({ field }) => field)).toEqual(['__proto__']);
});

test('reading stops after the permitted number of faults', () => {
  const rows = Array.from({ length: 1_000 }, () => ({}));
  expect(readExamples(rows, { ...RULES, maxFaults: 3 }).faults).toHaveLength(3);
});
