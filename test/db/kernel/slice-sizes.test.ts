import { expect, test } from 'vitest';
import { sliceSizes } from '../../../db/kernel/slice-sizes.ts';

test('a slice is shorter where items take longer, and has never more items than the most', () => {
  const sizes = sliceSizes({ most: 32, least: 4 });
  expect(sizes.next()).toBe(32);
  sizes.took(32, 32 * 3);
  expect(sizes.next()).toBe(4);
  for (let n = 0; n < 40; n++) sizes.took(sizes.next(), sizes.next() * 1);
  expect(sizes.next()).toBe(11);
  for (let n = 0; n < 40; n++) sizes.took(sizes.next(), sizes.next() * 0.1);
  expect(sizes.next()).toBe(32);
});

test('a slice has the least on the slowest machine, and a step without items says nothing', () => {
  const sizes = sliceSizes({ most: 32, least: 8 });
  sizes.took(0, 1_000);
  expect(sizes.next()).toBe(32);
  sizes.took(32, 32_000);
  expect(sizes.next()).toBe(8);
});

test('items that come one by one do not make the slices of a crowd short', () => {
  const sizes = sliceSizes({ most: 32, least: 8 });
  for (let n = 0; n < 40; n++) sizes.took(32, 32 * 0.3);
  for (let n = 0; n < 20; n++) sizes.took(1, 1);
  expect(sizes.next()).toBeGreaterThan(24);
});
