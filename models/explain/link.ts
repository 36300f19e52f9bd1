// The link from the explained sum to the file's probability: none, a sigmoid, or Platt's
// calibration, which is a straight line and then a sigmoid. The runtime's own answers decide which
// one it is.

import { sigmoid } from '../learn/train/matrix.ts';
import type { Attribution } from './tree-shap.ts';

/** The scale on which contributions add up. */
export type ContributionUnit = 'log_odds' | 'probability';

export interface Link {
  probabilityOf(margin: number): number;
  readonly unit: ContributionUnit;
  /** Slope and offset of the line; contributions are multiplied by the slope. */
  readonly slope: number;
  readonly offset: number;
}

const IDENTITY_LINE = { slope: 1, offset: 0 } as const;
const LINKS: readonly Link[] = [
  { probabilityOf: (margin) => margin, unit: 'probability', ...IDENTITY_LINE },
  { probabilityOf: sigmoid, unit: 'log_odds', ...IDENTITY_LINE },
];
/** The tolerance, because the runtime adds 32-bit floats. */
const TOLERANCE = 1e-4;
/** Two sums determine a line; the others show whether it holds. */
const MIN_SUMS = 5;
const LOG_ODDS_TOLERANCE = 1e-3;
/** Where p (1 − p) is smaller, a 32-bit probability has too few digits for its log-odds. */
const MIN_VARIANCE = 1e-4;

/** Returns true when two numbers are the same score within the tolerance. */
export function isSameScore(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= TOLERANCE;
}

/** Returns the link from these sums to those probabilities, or null when no known link fits. */
export function fitLink(margins: readonly number[], probabilities: readonly number[]) {
  const explainsScores = (link: Link) =>
    margins.every((margin, index) =>
      isSameScore(link.probabilityOf(margin), probabilities[index] ?? Number.NaN),
    );
  const link = LINKS.find(explainsScores);
  if (link) return link;
  const platt = fitPlattLink(margins, probabilities);
  return platt && explainsScores(platt) ? platt : null;
}

/** Converts contributions to the sum into contributions after the line. */
export function applyLink({ slope, offset }: Link, { expected, parts }: Attribution): Attribution {
  return { expected: slope * expected + offset, parts: parts.map((part) => slope * part) };
}

/** Compares log-odds, because probabilities near 0 would fit many lines. */
function fitPlattLink(margins: readonly number[], probabilities: readonly number[]): Link | null {
  const points = margins.flatMap((margin, index) => {
    const p = probabilities[index] ?? Number.NaN;
    return p * (1 - p) > MIN_VARIANCE ? [{ margin, logOdds: Math.log(p / (1 - p)) }] : [];
  });
  points.sort((a, b) => a.margin - b.margin);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || new Set(points.map(({ margin }) => margin)).size < MIN_SUMS) return null;
  const slope = (last.logOdds - first.logOdds) / (last.margin - first.margin);
  const offset = first.logOdds - slope * first.margin;
  const isLine = points.every(({ margin, logOdds }) => {
    return Math.abs(slope * margin + offset - logOdds) <= LOG_ODDS_TOLERANCE;
  });
  if (!isLine || slope === 0) return null;
  const probabilityOf = (margin: number) => sigmoid(slope * margin + offset);
  return { probabilityOf, unit: 'log_odds', slope, offset };
}
