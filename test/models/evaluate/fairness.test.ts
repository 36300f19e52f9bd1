// Figures by group against values computed by hand and with statsmodels' formula for the ratio of
// two shares; small groups, and figures that would reveal them, are withheld.

import { expect, it } from 'vitest';
import {
  type FairnessOptions,
  computeFairness as figuresOf,
} from '../../../models/evaluate/fairness.ts';

/** For cases where the reference is one of the groups. */
function fairnessOf(
  scores: Float64Array,
  events: Uint8Array,
  groups: readonly string[],
  expected: FairnessOptions & { readonly threshold: number },
) {
  const figures = figuresOf(scores, events, groups, expected);
  if (!figures) throw new Error('the reference group is missing');
  return figures;
}

const request = {
  groupField: 'cohort',
  favourable: 'not_flagged',
  referenceGroup: null,
  threshold: 0.5,
} as const;

/**
 * Returns rows of groups. Each group states its number of rows, of events, of flagged events, and
 * of flagged other rows.
 */
function rowsOf(groups: Readonly<Record<string, readonly [number, number, number, number]>>) {
  const rows = Object.entries(groups).flatMap(([group, [count, events, caught, alarms]]) =>
    Array.from({ length: count }, (_, index) => {
      const isEvent = index < events;
      const isFlagged = isEvent ? index < caught : index - events < alarms;
      return { group, event: Number(isEvent), score: isFlagged ? 0.9 : 0.1 };
    }),
  );
  return [
    Float64Array.from(rows, ({ score }) => score),
    Uint8Array.from(rows, ({ event }) => event),
    rows.map(({ group }) => group),
  ] as const;
}

const TWO_GROUPS = rowsOf({ A: [200, 40, 30, 10], B: [100, 20, 15, 25] });

it('fairness figures are rates by group and the ratio to the best group', () => {
  const fairness = fairnessOf(...TWO_GROUPS, request);
  expect(fairness).toMatchObject({ referenceGroup: 'A', withheld: { groups: 0, rows: 0 } });
  const [a, b] = fairness.groups;
  expect([a?.group, a?.rows, a?.events]).toEqual(['A', 200, 40]);
  expect([a?.favourableRate?.value, b?.favourableRate?.value]).toEqual([0.8, 0.6]);
  expect([a?.truePositiveRate?.value, b?.truePositiveRate?.value]).toEqual([0.75, 0.75]);
  expect([a?.falsePositiveRate?.value, b?.falsePositiveRate?.value]).toEqual([0.0625, 0.3125]);
  expect([a?.impactRatio, a?.fourFifths]).toEqual([null, null]);
  // exp(log(0.75) ± 1.96 × sqrt(0.4/60 + 0.2/160))
  expect(b?.impactRatio?.value).toBeCloseTo(0.75, 12);
  expect(b?.impactRatio?.low).toBeCloseTo(0.75 * Math.exp(-1.959963984540054 * 0.0889757), 5);
  expect(b?.impactRatio?.high).toBeCloseTo(0.75 * Math.exp(1.959963984540054 * 0.0889757), 5);
  expect(b?.fourFifths).toBe('unclear');
});

it('fairness uses the requested reference group, and the requested favourable outcome', () => {
  const fairness = fairnessOf(...TWO_GROUPS, {
    ...request,
    favourable: 'flagged',
    referenceGroup: 'B',
  });
  const [a] = fairness.groups;
  expect(fairness.referenceGroup).toBe('B');
  expect(a?.favourableRate?.value).toBeCloseTo(0.2, 12);
  expect(a?.impactRatio?.value).toBeCloseTo(0.5, 12);
  expect(a?.fourFifths).toBe('below');
  expect(figuresOf(...TWO_GROUPS, { ...request, referenceGroup: 'C' })).toBeNull();
});

it('fairness withholds a small group, and the next group that its sum would reveal', () => {
  const fairness = fairnessOf(
    ...rowsOf({ A: [300, 60, 40, 20], B: [80, 16, 10, 5], C: [12, 3, 3, 9] }),
    request,
  );
  expect(fairness.groups.map(({ group }) => group)).toEqual(['A']);
  expect(fairness.withheld).toEqual({ groups: 2, rows: 92 });
  const aloneFairness = fairnessOf(...rowsOf({ A: [20, 5, 2, 2] }), request);
  expect(aloneFairness).toMatchObject({ groups: [], referenceGroup: null });
});

it('fairness withholds a rate with few cases in a group, and gives a zero ratio an interval', () => {
  const fairness = fairnessOf(...rowsOf({ A: [100, 5, 5, 0], B: [60, 30, 30, 30] }), request);
  const [a, b] = fairness.groups;
  expect([a?.truePositiveRate, b?.favourableRate?.value]).toEqual([null, 0]);
  expect(b?.impactRatio?.value).toBe(0);
  expect(b?.impactRatio?.low).toBe(0);
  expect(b?.impactRatio?.high).toBeGreaterThan(0);
  expect(b?.impactRatio?.high).toBeLessThan(0.2);
  expect(b?.fourFifths).toBe('below');
});
