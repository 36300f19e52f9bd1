// Copies of a row, near copies and rows of one group are never on both sides of a split.

import { describe, expect, it } from 'vitest';
import { type Examples, type Matrix, takeRows } from '../../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';
import {
  createSingleGroups,
  findRelatedRows,
} from '../../../../models/learn/train/related-rows.ts';
import {
  dropSeenGroups,
  splitByTime,
  splitGroups,
  splitStratified,
} from '../../../../models/learn/train/split.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';

const SHARES = { validation: 0.2, holdout: 0.2 };
const base = makeExamples({ rows: 400, columns: 4, seed: 3 });

/**
 * The rows three times one after another, the copies changed by at most `noise` standard
 * deviations.
 */
function tripleRows(noise: number): Examples {
  const random = createRandom(9);
  const rows = Array.from({ length: 1_200 }, (_, index) => index % 400);
  const { x, y } = takeRows(base, rows);
  const values = x.values.map((value, index) =>
    index < 400 * x.columns ? value : value + noise * (random.next() - 0.5),
  );
  return { x: { ...x, values }, y };
}

const sidesOf = (parts: Record<'training' | 'validation' | 'holdout', Uint32Array>) => {
  const sides = new Map<number, Set<string>>();
  for (const [name, rows] of Object.entries(parts)) {
    for (const row of rows) {
      const origin = row % 400;
      sides.set(origin, (sides.get(origin) ?? new Set()).add(name));
    }
  }
  return [...sides.values()].filter((side) => side.size > 1).length;
};

describe('rows that occur three times', () => {
  it.each([
    ['exactly', 0],
    ['nearly', 2e-4],
  ])(
    '%s, are detected as copies, and no group of copies is on both sides of the split',
    (_, noise) => {
      const { x, y } = tripleRows(noise);
      const groups = findRelatedRows(x, null);
      expect(groups.copies).toBe(800);
      expect(sidesOf(splitStratified(y, SHARES, 7))).toBeGreaterThan(200);
      const parts = splitGroups(y, SHARES, 7, groups);
      expect(sidesOf(parts)).toBe(0);
      const { training, validation, holdout } = parts;
      expect(training.length + validation.length + holdout.length).toBe(1_200);
      expect(Math.abs(holdout.length - 240)).toBeLessThan(12);
      const share = (rows: Uint32Array) => rows.reduce((sum, row) => sum + (y[row] ?? 0), 0);
      expect(share(holdout) / holdout.length).toBeCloseTo(share(training) / training.length, 1);
    },
  );

  it('in the order of time lose their later copies, which are in no part of the split', () => {
    const { x } = tripleRows(0);
    const times = Float64Array.from({ length: 1_200 }, (_, index) => index);
    const parts = dropSeenGroups(splitByTime(times, SHARES), findRelatedRows(x, null));
    expect(sidesOf(parts)).toBe(0);
    expect([...parts.training]).toEqual(Array.from({ length: 720 }, (_, index) => index));
    expect(parts.holdout.length).toBe(0);
  });
});

it('rows of one group stay on one side, whatever their values', () => {
  const keys = Array.from({ length: 400 }, (_, index) =>
    index % 5 === 4 ? null : `c${index % 80}`,
  );
  const groups = findRelatedRows(base.x, keys);
  const parts = splitGroups(base.y, SHARES, 7, groups);
  const partOf = new Map<string, string>();
  for (const [name, rows] of Object.entries(parts)) {
    for (const row of rows) {
      const key = keys[row];
      if (!key) continue;
      expect(partOf.get(key) ?? name).toBe(name);
      partOf.set(key, name);
    }
  }
  expect(partOf.size).toBe(64);
});

it('rows without copies are split as usual', () => {
  const relatedAlone = findRelatedRows(base.x, null);
  expect(relatedAlone).toEqual(createSingleGroups(400));
  expect(splitGroups(base.y, SHARES, 7, relatedAlone)).toEqual(splitStratified(base.y, SHARES, 7));
});

it('equal rows with few known values do not count as copies', () => {
  const holes = makeExamples({ rows: 3_000, columns: 4, seed: 8, missingShare: 0.5 });
  expect(findRelatedRows(holes.x, null).copies).toBe(0);
});

it('equal rows of a few yes-or-no columns do not count as copies', () => {
  const random = createRandom(2);
  const values = Float32Array.from({ length: 1_500 }, () => (random.next() < 0.5 ? 1 : 0));
  const x: Matrix = { rows: 500, columns: 3, values };
  expect(findRelatedRows(x, null).copies).toBe(0);
});
