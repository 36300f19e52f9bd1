// Permutation importance (Breiman 2001): how much worse a version ranks rows when the values of one
// feature are shuffled among them. It needs only the file's answers, so it works for every file,
// even without computable attributions.

import { type Examples, type Matrix, takeRows, valueAt } from '../learn/train/matrix.ts';
import { areaUnderRoc, rankRows } from '../learn/train/metrics.ts';
import { createRandom, type Random, shuffle } from '../learn/train/random.ts';

export interface PermutationImportance {
  /** The number of rows, drawn from the evaluated rows: up to half of them from each label. */
  readonly rows: number;
  /** The number of shuffles of each feature; its figure is their mean. */
  readonly shuffles: number;
  /**
   * The features, the largest loss first. A loss below 0 means that shuffling improved the ranking
   * by chance.
   */
  readonly features: readonly { readonly feature: string; readonly areaLost: number }[];
}

const SHUFFLES = 3;
const MAX_ROWS = 2_000;
/** Most rows that are scored: as many as the largest data set has. */
const MAX_SCORED = 200_000;
/** Most values in memory at once: 20 MB. */
const MAX_VALUES = 5_000_000;
const SEED = 17;

/**
 * Returns the importance of each feature. The same rows give the same figures.
 * @param score the probability of each row
 * @param names names of the features, in the order of the columns
 */
export async function measurePermutationImportance(
  score: (x: Matrix) => Promise<Float64Array>,
  examples: Examples,
  names: readonly string[],
): Promise<PermutationImportance> {
  const random = createRandom(SEED);
  const { x, y } = sampleRows(examples, random);
  const areaOf = (scores: Float64Array) => areaUnderRoc(rankRows(scores, y));
  const fullArea = areaOf(await score(x));
  const featuresPerCall = Math.max(1, Math.floor(MAX_VALUES / (SHUFFLES * x.values.length)));
  const features: { feature: string; areaLost: number }[] = [];
  for (let from = 0; from < names.length; from += featuresPerCall) {
    const groupNames = names.slice(from, from + featuresPerCall);
    const shuffled = groupNames.flatMap((_, index) => shuffleColumn(x, from + index, random));
    const scores = await score(joinParts(shuffled, x.columns));
    for (const [index, feature] of groupNames.entries()) {
      let sum = 0;
      for (let turn = 0; turn < SHUFFLES; turn++) {
        const begin = (index * SHUFFLES + turn) * x.rows;
        sum += areaOf(scores.slice(begin, begin + x.rows));
      }
      features.push({ feature, areaLost: fullArea - sum / SHUFFLES });
    }
  }
  features.sort((a, b) => b.areaLost - a.areaLost);
  return { rows: x.rows, shuffles: SHUFFLES, features };
}

/**
 * Samples up to half of the rows from each label: the area does not depend on the share of labels.
 */
function sampleRows(examples: Examples, random: Random): Examples {
  const { x, y } = examples;
  const max = Math.min(MAX_ROWS, Math.floor(MAX_SCORED / (SHUFFLES * x.columns + 1)));
  if (x.rows <= max) return examples;
  const order = shuffle(x.rows, random);
  const events = order.filter((row) => y[row] === 1);
  const negatives = order.filter((row) => y[row] === 0);
  const half = Math.floor(max / 2);
  const eventCount = Math.min(events.length, Math.max(half, max - negatives.length));
  const sample = [...events.slice(0, eventCount), ...negatives.slice(0, max - eventCount)];
  return takeRows(examples, sample);
}

/** Returns copies of the rows, each with one column shuffled. */
function shuffleColumn(x: Matrix, column: number, random: Random): Float32Array[] {
  return Array.from({ length: SHUFFLES }, () => {
    const values = x.values.slice();
    for (const [row, other] of shuffle(x.rows, random).entries()) {
      values[row * x.columns + column] = valueAt(x, other, column);
    }
    return values;
  });
}

/** Joins matrices one below the other. */
function joinParts(parts: readonly Float32Array[], columns: number): Matrix {
  const values = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    values.set(part, offset);
    offset += part.length;
  }
  return { rows: values.length / columns, columns, values };
}
