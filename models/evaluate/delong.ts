// The area under the ROC curve with its variance, and the comparison of two areas on the same rows
// (DeLong, DeLong and Clarke-Pearson 1988), by midranks, in n log n (Sun and Xu 2014).

import type { Interval } from '../learn/train/bootstrap.ts';
import { twoSidedP, Z95 } from './normal.ts';

/** The structural components of the area: the contribution of each event and of each other row. */
interface Components {
  readonly area: number;
  readonly events: Float64Array;
  readonly others: Float64Array;
}

export interface AreaTest {
  /** The first area minus the second. */
  readonly difference: Interval;
  readonly z: number;
  /** The two-sided p-value. */
  readonly pValue: number;
}

/** Returns the area with its 95 % interval. The rows must include events and non-events. */
export function computeArea(scores: Float64Array, events: Uint8Array): Interval {
  const components = computeComponents(scores, events);
  const { area } = components;
  const half = Z95 * Math.sqrt(computeCovariance(components, components));
  return { value: area, low: Math.max(0, area - half), high: Math.min(1, area + half) };
}

/** Tests whether two models rank the same rows equally well. */
export function compareAreas(
  first: Float64Array,
  second: Float64Array,
  events: Uint8Array,
): AreaTest {
  const [a, b] = [computeComponents(first, events), computeComponents(second, events)];
  const value = a.area - b.area;
  const variance = computeCovariance(a, a) + computeCovariance(b, b) - 2 * computeCovariance(a, b);
  const deviation = Math.sqrt(Math.max(0, variance));
  const half = Z95 * deviation;
  // Equal scores, or scores in the same order, have no variance and no difference.
  const z = deviation > 1e-12 ? value / deviation : 0;
  const isCertain = deviation <= 1e-12 && Math.abs(value) > 1e-12;
  return {
    difference: { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) },
    z,
    pValue: isCertain ? 0 : twoSidedP(z),
  };
}

function computeComponents(scores: Float64Array, events: Uint8Array): Components {
  const eventScores = scores.filter((_, index) => events[index] === 1);
  const otherScores = scores.filter((_, index) => events[index] === 0);
  const all = new Float64Array(scores.length);
  all.set(eventScores);
  all.set(otherScores, eventScores.length);
  const ranks = midranks(all);
  const [eventRanks, otherRanks] = [midranks(eventScores), midranks(otherScores)];
  const [m, n] = [eventScores.length, otherScores.length];
  const eventComponents = eventRanks.map((rank, index) => ((ranks[index] as number) - rank) / n);
  const otherComponents = otherRanks.map(
    (rank, index) => 1 - ((ranks[m + index] as number) - rank) / m,
  );
  return { area: meanOf(eventComponents), events: eventComponents, others: otherComponents };
}

/** Returns the ranks from 1; equal values share the mean of their ranks. */
function midranks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, index) => index).sort(
    (a, b) => (values[a] as number) - (values[b] as number),
  );
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    const value = values[order[from] as number];
    let to = from + 1;
    while (to < order.length && values[order[to] as number] === value) to += 1;
    for (let index = from; index < to; index++) ranks[order[index] as number] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

function computeCovariance(a: Components, b: Components): number {
  return computeMeanCovariance(a.events, b.events) + computeMeanCovariance(a.others, b.others);
}

/** Returns the covariance of the means of two samples. */
function computeMeanCovariance(a: Float64Array, b: Float64Array): number {
  if (a.length < 2) return 0;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let sum = 0;
  for (let index = 0; index < a.length; index++) {
    sum += ((a[index] as number) - meanA) * ((b[index] as number) - meanB);
  }
  return sum / (a.length - 1) / a.length;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
