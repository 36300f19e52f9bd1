import { expect, test } from 'vitest';
import { sliceSizes } from '../../../db/batches/slices.ts';

test('a slice is shorter where items take longer, and has never more items than the most', () => {
  const pace = sliceSizes(32);
  expect(pace.size()).toBe(32);
  pace.took(32, 32 * 3);
  expect(pace.size()).toBe(4);
  for (let n = 0; n < 30; n++) pace.took(pace.size(), pace.size() * 1);
  expect(pace.size()).toBe(11);
  for (let n = 0; n < 30; n++) pace.took(pace.size(), pace.size() * 0.1);
  expect(pace.size()).toBe(32);
});

test('a slice has four items on the slowest machine, and a step without items says nothing', () => {
  const pace = sliceSizes(32);
  pace.took(0, 1_000);
  expect(pace.size()).toBe(32);
  pace.took(1, 1_000);
  expect(pace.size()).toBe(4);
});
