import { expect, test } from 'vitest';
import { findDataFindings, findNearCopies } from '../../../../models/learn/train/leakage.ts';
import { createMatrix, type Examples } from '../../../../models/learn/train/matrix.ts';
import { profileOf } from '../../../../models/learn/train/profile.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';

const MISSING_VALUE = Number.NaN;
const random = createRandom(1);
const ROWS = Array.from({ length: 400 }, () => {
  const label = random.next() < 0.3 ? 1 : 0;
  return { label, a: random.normal() + label, b: random.normal() };
});

/** The rows with one more column. */
function withColumn(column: (row: (typeof ROWS)[number], rowIndex: number) => number): Examples {
  const x = createMatrix(
    ROWS.map((row, index) => [row.a, row.b, column(row, index)]),
    3,
  );
  return { x, y: Uint8Array.from(ROWS, ({ label }) => label) };
}

const codesOf = (data: Examples, third = 'c') =>
  findDataFindings(data, ['a', 'b', third]).map(({ code, severity, features }) => {
    return `${severity} ${code} ${features.join(',')}`;
  });

test('a sound data set has no finding', () => {
  expect(codesOf(withColumn(() => random.normal()))).toEqual([]);
});

test.each([
  ['by its value', (row: (typeof ROWS)[number]) => 3 - 7 * row.label],
  ['almost', (row: (typeof ROWS)[number]) => row.label + 0.1 * row.b],
  ['by its presence', (row: (typeof ROWS)[number]) => (row.label ? row.b : MISSING_VALUE)],
])('a column that reveals the label %s is found', (_, column) => {
  expect(codesOf(withColumn(column))).toEqual(['error leakage_suspected c']);
});

test('a predictive column is not called a leak', () => {
  expect(codesOf(withColumn((row) => row.label + 0.6 * random.normal()))).toEqual([]);
});

test('columns that only together nearly equal the label are found', () => {
  const noisy = ROWS.map((row) => [1, 2, 3].map(() => row.label + 0.55 * random.normal()));
  const data = {
    x: createMatrix(
      noisy.map((copies, index) => [...copies, ROWS[index]?.b ?? 0]),
      4,
    ),
    y: Uint8Array.from(ROWS, ({ label }) => label),
  };
  const names = ['a', 'b', 'c', 'd'];
  expect(findDataFindings(data, names)).toEqual([]);
  const nearCopies = findNearCopies(data, names);
  expect(nearCopies).toMatchObject({ code: 'near_copies_of_label', severity: 'warning' });
  expect(nearCopies?.features.length).toBeGreaterThan(1);
  expect(nearCopies?.features).not.toContain('d');
  expect(nearCopies?.message).toMatch(/area under ROC 0\.9[89]/);
  expect(
    findNearCopies(
      withColumn(() => random.normal()),
      names.slice(0, 3),
    ),
  ).toBeNull();
});

test('a column that duplicates another is found, missing values included', () => {
  expect(codesOf(withColumn((row) => row.b))).toEqual(['error duplicate_columns b,c']);
});

test('a constant column and an id column are reported', () => {
  expect(codesOf(withColumn(() => 5))).toEqual(['warning constant_column c']);
  expect(codesOf(withColumn(() => MISSING_VALUE))).toEqual(['warning constant_column c']);
  const ids = withColumn((_, rowIndex) => (rowIndex * 7) % 400);
  expect(codesOf(ids, 'customerId')).toEqual(['warning identifier_suspected customerId']);
  expect(codesOf(ids, 'income')).toEqual([]);
});

test('ten rows, a single label, or a handful of events stop the training', () => {
  const codes = (rows: number, events: number) => {
    const x = createMatrix(
      Array.from({ length: rows }, () => [random.normal()]),
      1,
    );
    const y = Uint8Array.from({ length: rows }, (_, index) => (index < events ? 1 : 0));
    return findDataFindings({ x, y }, ['a']).map(({ code }) => code);
  };
  expect(codes(10, 5)).toContain('dataset_too_small');
  expect(codes(300, 0)).toEqual(['one_class_only']);
  expect(codes(300, 300)).toEqual(['one_class_only']);
  expect(codes(300, 7)).toContain('too_few_events');
  expect(codes(300, 294)).toContain('too_few_events');
  expect(codes(1_000, 30)).toEqual(['class_imbalance']);
  expect(codes(0, 0)).toEqual(['dataset_too_small', 'one_class_only']);
});

test('duplicate rows are reported', () => {
  const x = createMatrix(
    Array.from({ length: 400 }, (_, index) => [index % 10]),
    1,
  );
  const y = Uint8Array.from({ length: 400 }, (_, index) => index % 2);
  expect(findDataFindings({ x, y }, ['a']).map(({ code }) => code)).toContain('duplicate_rows');
});

test('a profile counts, averages and finds missing values', () => {
  const data = {
    x: createMatrix([[1], [3], [MISSING_VALUE], [3]], 1),
    y: Uint8Array.from([0, 1, 1, 0]),
  };
  const { rows, positives, columns } = profileOf(data, ['a']);
  expect([rows, positives]).toEqual([4, 2]);
  expect(columns[0]).toMatchObject({ name: 'a', missing: 1, distinct: 2, min: 1, max: 3 });
  expect(columns[0]?.mean).toBeCloseTo(7 / 3, 12);
  expect(columns[0]?.deviation).toBeCloseTo(Math.sqrt(8 / 9), 12);
});
