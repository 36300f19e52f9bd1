// Two models on the same decisions: how much their scores differ, and how often they agree.

import { expect, test } from 'vitest';
import { compareScores } from '../../../../ai/serving/performance/shadow.ts';

const CREDIT = { review: 0.1, block: null, decline: 0.25 };

test('differences and agreement cover the decisions that both versions scored', () => {
  const scores = [
    { champion: 0.05, challenger: 0.07 },
    { champion: 0.05, challenger: 0.15 },
    { champion: 0.2, challenger: 0.3 },
    { champion: 0.3, challenger: 0.02 },
    { champion: 0.3, challenger: null },
    { champion: null, challenger: 0.3 },
  ];
  const figures = compareScores(scores, { champion: CREDIT, challenger: CREDIT });
  expect(figures.meanDifference).toBeCloseTo((0.02 + 0.1 + 0.1 - 0.28) / 4, 12);
  expect(figures.meanAbsoluteDifference).toBeCloseTo((0.02 + 0.1 + 0.1 + 0.28) / 4, 12);
  expect(figures.agreement).toEqual([
    { at: 'review', champion: 0.1, challenger: 0.1, agreement: 0.5 },
    { at: 'decline', champion: 0.25, challenger: 0.25, agreement: 0.5 },
  ]);
});

test('each version has its own threshold, and without both thresholds there is no agreement figure', () => {
  const scores = [
    { champion: 0.6, challenger: 0.3 },
    { champion: 0.4, challenger: 0.3 },
  ];
  const challenger = { review: 0.2, block: null, decline: null };
  const champion = { review: 0.5, block: 0.8, decline: 0.9 };
  expect(compareScores(scores, { champion, challenger }).agreement).toEqual([
    { at: 'review', champion: 0.5, challenger: 0.2, agreement: 0.5 },
  ]);
  expect(compareScores([{ champion: 0.6, challenger: null }], { champion, challenger })).toEqual({
    meanDifference: null,
    meanAbsoluteDifference: null,
    agreement: [],
  });
});
