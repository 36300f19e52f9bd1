// Confidence intervals of a figure, because the hold-out is only a sample: the percentile
// bootstrap, drawn with replacement, seeded.

import type { Counts, Ranking } from './metrics.ts';
import { createRandom } from './random.ts';

/** A measured value with the 95 % interval of its resamples. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly resamples: number;
  readonly seed: number;
}

export const BOOTSTRAP: BootstrapOptions = { resamples: 500, seed: 11 };

export type Metric = (ranking: Ranking, counts?: Counts) => number;

/** Computes every metric over the same resamples. Resamples without both labels are left out. */
export function computeIntervals<Name extends string>(
  ranking: Ranking,
  metrics: Readonly<Record<Name, Metric>>,
  options: BootstrapOptions = BOOTSTRAP,
): Record<Name, Interval> {
  const names = Object.keys(metrics) as Name[];
  const samples = new Map(names.map((name) => [name, [] as number[]]));
  const random = createRandom(options.seed);
  const rows = ranking.events.length;
  for (let resample = 0; resample < options.resamples; resample++) {
    const counts = new Uint16Array(rows);
    for (let draw = 0; draw < rows; draw++) (counts[random.below(rows)] as number) += 1;
    if (!hasBothLabels(ranking, counts)) continue;
    for (const name of names) samples.get(name)?.push(metrics[name](ranking, counts));
  }
  const intervals = names.map((name) => {
    const values = (samples.get(name) ?? []).sort((a, b) => a - b);
    const value = metrics[name](ranking);
    const quantile = (share: number) => values[Math.floor(share * (values.length - 1))] ?? value;
    // A figure that resampling biases, such as the calibration error, may lie beside its resamples.
    const [low, high] = [Math.min(quantile(0.025), value), Math.max(quantile(0.975), value)];
    return [name, { value, low, high }] as const;
  });
  return Object.fromEntries(intervals) as Record<Name, Interval>;
}

function hasBothLabels({ events }: Ranking, counts: Counts): boolean {
  let [yes, no] = [false, false];
  for (let index = 0; index < events.length; index++) {
    if ((counts[index] as number) === 0) continue;
    if (events[index] === 1) yes = true;
    else no = true;
  }
  return yes && no;
}
