// A row that was not measured neither meets nor misses its target.

import { expect, test } from 'vitest';
import { isMet, type Row } from '../../bench/measure.ts';

const row: Row = {
  name: 'a figure',
  value: 0,
  unit: 'ms',
  floorName: 'none',
  floor: null,
  target: { valueAtMost: 100 },
};

test('a figure within its target meets it', () => {
  expect(isMet(row)).toBe(true);
  expect(isMet({ ...row, value: 101 })).toBe(false);
});

test('a figure that was not measured neither meets nor misses its target', () => {
  expect(isMet({ ...row, notRun: 'no server here' })).toBe(null);
});
