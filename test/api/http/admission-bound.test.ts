// The number of admitted requests depends on the duration of acts, on any machine.

import { expect, test } from 'vitest';
import { ALWAYS_ADMITTED } from '../../../activities/lane.ts';
import { createAdmissionBound, MIN_BOUND, MIN_IN_FLOOD } from '../../../api/kit/admission-bound.ts';

/** Returns the functions of an admission bound whose clock the test advances. */
function createBound(max: number) {
  let time = 0;
  const admissionBound = createAdmissionBound(max, () => time);
  /** Runs acts of a given duration one after the other, and then the adjustment. */
  const recordActs = (count: number, ms: number) => {
    for (let n = 0; n < count; n++) admissionBound.recordDuration(ms);
    time += 200;
    return admissionBound.size();
  };
  const sizeAfter = (ms: number) => {
    time += ms;
    return admissionBound.size();
  };
  const recordLate = (count: number) => {
    for (let n = 0; n < count; n++) admissionBound.recordOverdue();
    time += 200;
    return admissionBound.size();
  };
  return {
    recordActs,
    sizeAfter,
    recordLate,
    recordRefusal: () => admissionBound.recordRefusal(),
  };
}

test('the admission bound starts at three eighths of the maximum, and quick operations keep the bound', () => {
  const { recordActs } = createBound(1_024);
  expect([recordActs(100, 20), recordActs(100, 400)]).toEqual([384, 384]);
});

test('the admission bound grows to the maximum on refusals while operations are quick', () => {
  const { recordActs, sizeAfter, recordRefusal } = createBound(1_024);
  const sizes = Array.from({ length: 5 }, () => {
    recordRefusal();
    return recordActs(20, 100);
  });
  expect(sizes).toEqual([480, 600, 750, 937.5, 1_024]);
  expect(sizeAfter(4_000)).toBe(384);
});

test('the admission bound does not grow while operations are slow, or while none ends', () => {
  const { recordActs, sizeAfter, recordRefusal } = createBound(1_024);
  for (let turn = 0; turn < 10; turn++) {
    recordRefusal();
    expect(recordActs(20, 300)).toBe(384);
    recordRefusal();
    expect(sizeAfter(1_000)).toBe(384);
  }
});

test('the admission bound shrinks to the work that fits into the permitted time', () => {
  // The bank completes 500 acts a second, so an act takes longer the more acts are under way.
  const { recordActs } = createBound(1_024);
  let size = 384;
  for (let turn = 0; turn < 20; turn++) size = recordActs(20, (size / 2 / 500) * 1_000);
  expect(size).toBeLessThanOrEqual(500);
  expect(size).toBeGreaterThan(MIN_BOUND);
});

test('the admission bound shrinks when many admitted operations time out, but not for a few', () => {
  const { recordLate } = createBound(4_096);
  expect([recordLate(7), recordLate(8), recordLate(8), recordLate(100), recordLate(100)]).toEqual([
    1_536, 768, 384, 320, 320,
  ]);
});

test('the admission bound never falls below its minimum, and a small maximum stays as it is', () => {
  const { recordActs } = createBound(1_024);
  for (let turn = 0; turn < 20; turn++) recordActs(20, 60_000);
  expect(recordActs(20, 60_000)).toBe(MIN_BOUND);
  expect(createBound(16).recordActs(20, 60_000)).toBe(16);
});

test('a request admitted at the minimum bound is not refused by the booking queue either', () => {
  expect(ALWAYS_ADMITTED).toBeGreaterThanOrEqual(MIN_BOUND);
});

test('the admission bound falls further in a flood, and returns to its minimum afterwards', () => {
  const { recordActs, recordRefusal } = createBound(1_024);
  const flood = () => {
    for (let n = 0; n < 100; n++) recordRefusal();
    return recordActs(20, 60_000);
  };
  for (let turn = 0; turn < 20; turn++) flood();
  expect(flood()).toBe(MIN_IN_FLOOD);
  // One quiet moment within the flood is not its end.
  recordRefusal();
  expect(recordActs(20, 60_000)).toBe(MIN_IN_FLOOD * 1.25);
  for (let turn = 0; turn < 10; turn++) recordActs(20, 60_000);
  expect(recordActs(20, 60_000)).toBe(MIN_BOUND);
});

test('a few refusals by a bank that has just started do not count as a flood', () => {
  const { recordActs, recordRefusal } = createBound(1_024);
  for (let turn = 0; turn < 20; turn++) {
    for (let n = 0; n < 16; n++) recordRefusal();
    expect(recordActs(8, 60_000)).toBeGreaterThanOrEqual(MIN_BOUND);
  }
});

test('the admission bound recovers soon after the load has ended, even without requests', () => {
  const { recordActs, sizeAfter } = createBound(1_024);
  for (let turn = 0; turn < 20; turn++) recordActs(20, 60_000);
  for (let turn = 0; turn < 15; turn++) recordActs(20, 10);
  expect(recordActs(20, 10)).toBe(384);
  for (let turn = 0; turn < 20; turn++) recordActs(20, 60_000);
  expect(sizeAfter(4_000)).toBe(384);
});

test('a few slow operations do not lower the admission bound', () => {
  const { recordActs } = createBound(1_024);
  for (let turn = 0; turn < 10; turn++) expect(recordActs(4, 10_000)).toBe(384);
});
