// Chooses golden rows: rows that are shipped with a model, and the scores that its file must give.
// They cover the range of scores, and both sides of the trees' thresholds, where a reader with `<`
// instead of `<=` or another precision gives a different score.

import type { Feature, ModelCard } from '../../card.ts';
import type { Learned, Score } from './learned-model.ts';
import { type Matrix, rowOf } from './matrix.ts';
import { drawSample, listRows } from './samples.ts';
import { LEAF } from './tree.ts';

type Golden = ModelCard['golden'];

const GOLDEN_ROWS = 50;
/** Maximum number of thresholds with a pair of rows. */
const MAX_SPLIT_PAIRS = 15;
const LARGEST_FLOAT = 3.4e38;

/** Chooses rows over the range of scores, because a few random rows would contain no rare event. */
function chooseByScore(x: Matrix, score: Score, count: number): Golden {
  const scored = listRows(drawSample(x, 2_000)).map((row) => ({ row, score: score(row) }));
  const rows = scored.sort((a, b) => a.score - b.score).map(({ row }) => row);
  const last = count - 1;
  const indexes = Array.from({ length: count }, (_, index) =>
    Math.floor((index * (rows.length - 1)) / last),
  );
  return indexes.map((place) => makeGoldenRow(rows[place] as Float32Array, score));
}

/**
 * Returns fifty rows: at the trees' thresholds and at the next float above them, and others by
 * score.
 */
export function chooseGoldenRows(
  learned: Learned,
  x: Matrix,
  { score, features }: { readonly score: Score; readonly features: readonly Feature[] },
): Golden {
  const splits = learned.kind === 'boosted-trees' ? listSplits(learned.forest.trees, features) : [];
  const pairs = Math.min(splits.length, MAX_SPLIT_PAIRS);
  const atSplits = Array.from({ length: pairs }, (_, index) => {
    const split = splits[Math.floor((index * splits.length) / pairs)] as Split;
    const row = rowOf(x, Math.floor((index * x.rows) / pairs));
    return [split.threshold, nextFloat(split.threshold)].map((value) => {
      const shifted = Float32Array.from(row);
      shifted[split.feature] = value;
      return makeGoldenRow(shifted, score);
    });
  }).flat();
  return [...atSplits, ...chooseByScore(x, score, GOLDEN_ROWS - atSplits.length)];
}

interface Split {
  readonly feature: number;
  readonly threshold: number;
}

/** Returns each threshold once, in the order of the trees, when both sides are valid values. */
function listSplits(
  trees: Extract<Learned, { kind: 'boosted-trees' }>['forest']['trees'],
  features: readonly Feature[],
): Split[] {
  const splits = new Map<string, Split>();
  for (const { feature, threshold } of trees) {
    feature.forEach((featureIndex, node) => {
      if (featureIndex === LEAF) return;
      const split = { feature: featureIndex, threshold: threshold[node] as number };
      const { min, max, kind } = features[featureIndex] as Feature;
      const isAllowed = kind !== 'category' && split.threshold >= (min ?? -LARGEST_FLOAT);
      if (isAllowed && nextFloat(split.threshold) <= (max ?? LARGEST_FLOAT)) {
        splits.set(`${featureIndex}:${split.threshold}`, split);
      }
    });
  }
  return [...splits.values()];
}

/** The next larger float of 32 bits. */
function nextFloat(value: number): number {
  if (value === 0) return 2 ** -126;
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, value);
  bits.setInt32(0, bits.getInt32(0) + (value > 0 ? 1 : -1));
  return bits.getFloat32(0);
}

function makeGoldenRow(row: Float32Array, score: Score): Golden[number] {
  const features = Array.from(row, (value) => (Number.isNaN(value) ? null : value));
  return { features, probability: Math.round(score(row) * 1e9) / 1e9 };
}
