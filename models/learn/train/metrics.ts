// Metrics of ranking and calibration. The ranking is sorted once, and a weight per row then
// measures any resample of it in one pass, for the bootstrap.

/** Rows from the highest score to the lowest. */
export interface Ranking {
  readonly scores: Float64Array;
  readonly events: Uint8Array;
  /** The row of the data at each position of the ranking. */
  readonly rows: Uint32Array;
}

/** Weight of each position of the ranking; 1 by default. */
export type Counts = ArrayLike<number>;

export function rankRows(scores: Float64Array, events: Uint8Array): Ranking {
  if (scores.length !== events.length) throw new Error('expected as many scores as labels');
  if (scores.some(Number.isNaN)) throw new RangeError('a score is not a number');
  const rows = Uint32Array.from(events, (_, row) => row).sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || a - b,
  );
  return {
    scores: Float64Array.from(rows, (row) => scores[row] as number),
    events: Uint8Array.from(rows, (row) => events[row] as number),
    rows,
  };
}

/**
 * Moves the threshold from the top to the bottom of the ranking: reports the rows above it after
 * each group of equal scores, until `visit` returns true. The bootstrap calls it thousands of
 * times, so nothing is allocated.
 */
function eachStep(
  { scores, events }: Ranking,
  counts: Counts | undefined,
  visit: (hits: number, falseAlarms: number, score: number) => boolean,
): void {
  let hits = 0;
  let falseAlarms = 0;
  const last = scores.length - 1;
  for (let index = 0; index <= last; index++) {
    const count = counts ? (counts[index] as number) : 1;
    if (events[index] === 1) hits += count;
    else falseAlarms += count;
    if (index < last && scores[index + 1] === scores[index]) continue;
    if (visit(hits, falseAlarms, scores[index] as number)) return;
  }
}

function countLabels({ events }: Ranking, counts?: Counts) {
  let positives = 0;
  let negatives = 0;
  for (let index = 0; index < events.length; index++) {
    const count = counts ? (counts[index] as number) : 1;
    if (events[index] === 1) positives += count;
    else negatives += count;
  }
  return { positives, negatives };
}

/**
 * Returns the area under the ROC curve: the probability that an event scores above a non-event,
 * where ties count half.
 */
export function areaUnderRoc(ranking: Ranking, counts?: Counts): number {
  let area = 0;
  let [lastHits, lastFalseAlarms] = [0, 0];
  eachStep(ranking, counts, (hits, falseAlarms) => {
    area += ((falseAlarms - lastFalseAlarms) * (hits + lastHits)) / 2;
    lastHits = hits;
    lastFalseAlarms = falseAlarms;
    return false;
  });
  // The last step contains all rows.
  return area / (lastHits * lastFalseAlarms);
}

/** Returns the sum of each gain in recall times the precision there, without interpolation. */
export function averagePrecision(ranking: Ranking, counts?: Counts): number {
  let sum = 0;
  let lastHits = 0;
  eachStep(ranking, counts, (hits, falseAlarms) => {
    if (hits > lastHits) sum += ((hits - lastHits) * hits) / (hits + falseAlarms);
    lastHits = hits;
    return false;
  });
  return sum / lastHits;
}

/**
 * Returns the largest distance between the found shares of events and of non-events
 * (Kolmogorov-Smirnov).
 */
export function kolmogorovSmirnov(ranking: Ranking, counts?: Counts): number {
  const { positives, negatives } = countLabels(ranking, counts);
  let max = 0;
  eachStep(ranking, counts, (hits, falseAlarms) => {
    max = Math.max(max, hits / positives - falseAlarms / negatives);
    return false;
  });
  return max;
}

/** Returns the largest recall at a false positive rate of at most `share`. */
export function recallAtFalsePositives(ranking: Ranking, share: number, counts?: Counts): number {
  const { positives, negatives } = countLabels(ranking, counts);
  let recall = 0;
  eachStep(ranking, counts, (hits, falseAlarms) => {
    if (falseAlarms / negatives > share) return true;
    recall = hits / positives;
    return false;
  });
  return recall;
}

/** Returns the smallest false positive rate at a recall of at least `share`. */
export function falsePositivesAtRecall(ranking: Ranking, share: number): number {
  const { positives, negatives } = countLabels(ranking);
  let rate = 1;
  eachStep(ranking, undefined, (hits, falseAlarms) => {
    if (hits / positives < share) return false;
    rate = falseAlarms / negatives;
    return true;
  });
  return rate;
}

/** Returns the lowest threshold with a false positive rate of at most `share`. */
export function thresholdAtFalsePositives(ranking: Ranking, share: number): number {
  const { negatives } = countLabels(ranking);
  let threshold = 1;
  eachStep(ranking, undefined, (_, falseAlarms, score) => {
    if (falseAlarms / negatives > share) return true;
    threshold = score;
    return false;
  });
  return threshold;
}

export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
}

/** Counts the confusion matrix; a score at or above the threshold is an alarm. */
export function countConfusion(ranking: Ranking, threshold: number): Confusion {
  let [truePositives, falsePositives, trueNegatives, falseNegatives] = [0, 0, 0, 0];
  ranking.scores.forEach((score, index) => {
    const isEvent = ranking.events[index] === 1;
    if (score >= threshold && isEvent) truePositives += 1;
    else if (score >= threshold) falsePositives += 1;
    else if (isEvent) falseNegatives += 1;
    else trueNegatives += 1;
  });
  return { truePositives, falsePositives, trueNegatives, falseNegatives };
}

export function accuracyAt(ranking: Ranking, threshold: number, counts?: Counts): number {
  let correct = 0;
  let all = 0;
  for (let index = 0; index < ranking.scores.length; index++) {
    const count = counts ? (counts[index] as number) : 1;
    const isAlarm = (ranking.scores[index] as number) >= threshold;
    all += count;
    if (isAlarm === (ranking.events[index] === 1)) correct += count;
  }
  return correct / all;
}

/** Accuracy of always predicting the more frequent label. */
export function majorityAccuracy(events: Uint8Array): number {
  let positives = 0;
  for (const event of events) positives += event;
  return Math.max(positives, events.length - positives) / events.length;
}

/** Returns the mean square of probability minus outcome. */
export function brierScore({ scores, events }: Ranking, counts?: Counts): number {
  let sum = 0;
  let all = 0;
  for (let index = 0; index < scores.length; index++) {
    const count = counts ? (counts[index] as number) : 1;
    sum += count * ((scores[index] as number) - (events[index] as number)) ** 2;
    all += count;
  }
  return sum / all;
}

/** Expected calibration error over bins of equal width: |mean probability − share of events|. */
export function calibrationError({ scores, events }: Ranking, counts?: Counts, bins = 15): number {
  const probability = new Float64Array(bins);
  const happened = new Float64Array(bins);
  let all = 0;
  for (let index = 0; index < scores.length; index++) {
    const count = counts ? (counts[index] as number) : 1;
    const bin = Math.min(bins - 1, Math.floor((scores[index] as number) * bins));
    (probability[bin] as number) += count * (scores[index] as number);
    (happened[bin] as number) += count * (events[index] as number);
    all += count;
  }
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    error += Math.abs((probability[bin] as number) - (happened[bin] as number));
  }
  return error / all;
}
