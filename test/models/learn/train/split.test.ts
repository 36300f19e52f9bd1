import { expect, test } from 'vitest';
import { assignFolds, splitByTime, splitStratified } from '../../../../models/learn/train/split.ts';

const y = Uint8Array.from({ length: 1_000 }, (_, index) => (index % 10 === 0 ? 1 : 0));
const SHARES = { validation: 0.2, holdout: 0.3 };

test('a stratified split uses each row once and keeps the share of events', () => {
  const { training, validation, holdout } = splitStratified(y, SHARES, 1);
  expect([training.length, validation.length, holdout.length]).toEqual([500, 200, 300]);
  const all = [...training, ...validation, ...holdout].sort((a, b) => a - b);
  expect(all).toEqual([...y.keys()]);
  const events = (rows: Uint32Array) => rows.filter((row) => y[row] === 1).length;
  expect([events(training), events(validation), events(holdout)]).toEqual([50, 20, 30]);
  expect(splitStratified(y, SHARES, 1).holdout).toEqual(holdout);
  expect(splitStratified(y, SHARES, 2).holdout).not.toEqual(holdout);
});

test('a split by time measures on nothing older than its training rows', () => {
  const times = Float64Array.from({ length: 1_000 }, (_, index) => (index * 37) % 250);
  const { training, validation, holdout } = splitByTime(times, SHARES);
  const range = (rows: Uint32Array) => {
    const ownTimes = [...rows].map((row) => times[row]!);
    return { first: Math.min(...ownTimes), last: Math.max(...ownTimes) };
  };
  // Strictly: rows of one moment are never on both sides.
  expect(range(training).last).toBeLessThan(range(validation).first);
  expect(range(validation).last).toBeLessThan(range(holdout).first);
  expect(training.length + validation.length + holdout.length).toBe(1_000);
});

test('rows with the same time are all used for training, so that none leaks into the hold-out', () => {
  const { training, holdout } = splitByTime(new Float64Array(10), SHARES);
  expect([training.length, holdout.length]).toEqual([10, 0]);
});

test('folds have about the same size and the same share of events', () => {
  const folds = assignFolds(y, 5, 3);
  for (let fold = 0; fold < 5; fold++) {
    const rows = [...y.keys()].filter((row) => folds[row] === fold);
    expect(rows.length).toBe(200);
    expect(rows.filter((row) => y[row] === 1).length).toBe(20);
  }
});
