// Converts margins to probabilities, fitted on rows outside the training: by Platt's sigmoid (two
// numbers, safe with little data) or an isotonic curve (any rising shape, for a thousand events and
// more).

import { countPositives, sigmoid } from './matrix.ts';

export interface Platt {
  readonly kind: 'platt';
  /** probability = sigmoid(slope × margin + offset); 32-bit floats. */
  readonly slope: number;
  readonly offset: number;
}

export interface Isotonic {
  readonly kind: 'isotonic';
  /** Rising margins. The probability is interpolated between two margins, and constant outside. */
  readonly margins: readonly number[];
  readonly probabilities: readonly number[];
}

export type Calibration = Platt | Isotonic;

/** The prior for a small sample: a slope of 1 and this offset, with the weight of `precision`. */
export interface Prior {
  readonly offset: number;
  /** One over the variance of slope and offset; 0 for no prior. */
  readonly precision: number;
}

/** Puts most of the prior on slopes between 0 and 2. */
export const PRIOR_PRECISION = 4;
const NO_PRIOR: Prior = { offset: 0, precision: 0 };

/** The sigmoid of the uncalibrated margin. */
export const UNCALIBRATED_PLATT: Platt = { kind: 'platt', slope: 1, offset: 0 };
const MAX_STEPS = 100;

export function calibrate(calibration: Calibration, margin: number): number {
  if (calibration.kind === 'platt') {
    return sigmoid(calibration.slope * margin + calibration.offset);
  }
  const { margins, probabilities } = calibration;
  let probability = probabilities[0] as number;
  for (let index = 0; index + 1 < margins.length; index++) {
    const [low, high] = [margins[index] as number, margins[index + 1] as number];
    const share = Math.min(Math.max(margin - low, 0), high - low) / (high - low);
    probability +=
      share * ((probabilities[index + 1] as number) - (probabilities[index] as number));
  }
  return probability;
}

/**
 * Platt's sigmoid with his correction of the labels, by Newton's method with halved steps (Lin, Lin
 * and Weng 2007). The slope is never negative: calibration must not reverse the order.
 * @param prior draws the fit towards itself when events are few
 */
export function fitPlatt(margins: Float64Array, y: Uint8Array, prior: Prior = NO_PRIOR): Platt {
  const positives = countPositives(y);
  const negatives = y.length - positives;
  const targets = [1 / (negatives + 2), (positives + 1) / (positives + 2)] as const;
  let parameters = { slope: 0, offset: Math.log((positives + 1) / (negatives + 1)) };
  const sample = { margins, y, targets, prior };
  let loss = computePlattLoss(sample, parameters);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = computePlattStep(sample, parameters);
    let size = 1;
    let next = parameters;
    let nextLoss = loss;
    for (; size > 1e-10; size /= 2) {
      next = {
        slope: parameters.slope - size * move.slope,
        offset: parameters.offset - size * move.offset,
      };
      nextLoss = computePlattLoss(sample, next);
      if (nextLoss <= loss) break;
    }
    if (loss - nextLoss < 1e-12) break;
    parameters = next;
    loss = nextLoss;
  }
  if (parameters.slope <= 0)
    throw new RangeError(
      'the margins do not rank the positive labels, so they cannot be calibrated',
    );
  return {
    kind: 'platt',
    slope: Math.fround(parameters.slope),
    offset: Math.fround(parameters.offset),
  };
}

type Line = Omit<Platt, 'kind'>;

interface Sample {
  readonly margins: Float64Array;
  readonly y: Uint8Array;
  readonly targets: readonly [number, number];
  readonly prior: Prior;
}

function computePlattLoss({ margins, y, targets, prior }: Sample, { slope, offset }: Line): number {
  let loss = (prior.precision / 2) * ((slope - 1) ** 2 + (offset - prior.offset) ** 2);
  for (let index = 0; index < y.length; index++) {
    const margin = slope * (margins[index] as number) + offset;
    const target = targets[y[index] as 0 | 1];
    loss += Math.max(margin, 0) - target * margin + Math.log1p(Math.exp(-Math.abs(margin)));
  }
  return loss / y.length;
}

function computePlattStep({ margins, y, targets, prior }: Sample, { slope, offset }: Line): Line {
  const precision = prior.precision;
  let [g1, g0] = [precision * (slope - 1), precision * (offset - prior.offset)];
  let [h11, h10, h00] = [precision + 1e-9, 0, precision + 1e-9];
  for (let index = 0; index < y.length; index++) {
    const margin = margins[index] as number;
    const probability = sigmoid(slope * margin + offset);
    const residual = probability - targets[y[index] as 0 | 1];
    const bend = probability * (1 - probability);
    g1 += residual * margin;
    g0 += residual;
    h11 += bend * margin * margin;
    h10 += bend * margin;
    h00 += bend;
  }
  const determinant = h11 * h00 - h10 * h10 || 1e-12;
  return {
    slope: (h00 * g1 - h10 * g0) / determinant,
    offset: (h11 * g0 - h10 * g1) / determinant,
  };
}

interface Block {
  margins: number;
  events: number;
  rows: number;
}

/** Pool adjacent violators; a point of the curve is the mean margin and the share of each pool. */
export function fitIsotonic(margins: Float64Array, y: Uint8Array, maxPoints = 64): Isotonic {
  const order = Uint32Array.from(y, (_, index) => index).sort(
    (a, b) => (margins[a] as number) - (margins[b] as number) || a - b,
  );
  const pools: Block[] = [];
  // A minimum pool size prevents a single row at the end from meaning "certain".
  const minRows = Math.max(1, Math.floor(y.length / maxPoints));
  for (let from = 0; from < order.length; from += minRows) {
    let block: Block = { margins: 0, events: 0, rows: 0 };
    for (const row of order.subarray(from, from + minRows)) {
      block.margins += margins[row] as number;
      block.events += y[row] as number;
      block.rows += 1;
    }
    for (let last = pools.at(-1); last && shareOf(last) >= shareOf(block); last = pools.at(-1)) {
      block = {
        margins: last.margins + block.margins,
        events: last.events + block.events,
        rows: last.rows + block.rows,
      };
      pools.pop();
    }
    pools.push(block);
  }
  return toCurve(pools);
}

/** Laplace's rule keeps both ends away from 0 and 1, which no sample can prove. */
function shareOf({ events, rows }: Block): number {
  return (events + 1) / (rows + 2);
}

function toCurve(pools: readonly Block[]): Isotonic {
  const points = pools.map((pool) => {
    return { margin: Math.fround(pool.margins / pool.rows), share: Math.fround(shareOf(pool)) };
  });
  const rising = points.filter(({ margin }, index) => margin !== points[index - 1]?.margin);
  return {
    kind: 'isotonic',
    margins: rising.map(({ margin }) => margin),
    probabilities: rising.map(({ share }) => share),
  };
}
