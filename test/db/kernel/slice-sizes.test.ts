import { expect, test } from 'vitest';
import { createSliceSizes, threadProcessorTime } from '../../../db/kernel/slice-sizes.ts';

test('a slice shrinks where items take longer, and never exceeds the maximum', () => {
  const sizes = createSliceSizes({ maxItems: 32, minItems: 4 });
  expect(sizes.next()).toBe(32);
  sizes.record(32, 32 * 3);
  expect(sizes.next()).toBe(4);
  for (let n = 0; n < 40; n++) sizes.record(sizes.next(), sizes.next() * 1);
  expect(sizes.next()).toBe(11);
  for (let n = 0; n < 40; n++) sizes.record(sizes.next(), sizes.next() * 0.1);
  expect(sizes.next()).toBe(32);
});

test('a slice keeps the minimum on the slowest machine, and a step without items does not count', () => {
  const sizes = createSliceSizes({ maxItems: 32, minItems: 8 });
  sizes.record(0, 1_000);
  expect(sizes.next()).toBe(32);
  sizes.record(32, 32_000);
  expect(sizes.next()).toBe(8);
});

test('a slice that may take longer has more items, and no more than the time allows', () => {
  const sizes = createSliceSizes({ maxItems: 32, minItems: 8 });
  sizes.record(32, 32);
  expect([1, 4].map((factor) => sizes.next(factor))).toEqual([12, 48]);
  for (let n = 0; n < 60; n++) sizes.record(sizes.next(), sizes.next() * 0.01);
  expect([1, 4].map((factor) => sizes.next(factor))).toEqual([32, 128]);
});

test('the work of a thread counts its processor time, not its waiting time', async () => {
  const began = threadProcessorTime();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const waited = threadProcessorTime() - began;
  const until = threadProcessorTime() + 20;
  let turns = 0;
  while (threadProcessorTime() < until) turns += 1;
  expect(waited).toBeLessThan(150);
  expect(turns).toBeGreaterThan(0);
});

test('items that arrive singly do not shrink the slices of a large load', () => {
  const sizes = createSliceSizes({ maxItems: 32, minItems: 8 });
  for (let n = 0; n < 40; n++) sizes.record(32, 32 * 0.3);
  for (let n = 0; n < 20; n++) sizes.record(1, 1);
  expect(sizes.next()).toBeGreaterThan(24);
});
