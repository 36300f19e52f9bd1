// Converts a probability of default to points: monotone, and the same for all applicants.

export const SCORE = {
  min: 300,
  max: 850,
  /** Points at odds of ten to one. */
  anchor: 660,
  anchorOdds: 10,
  /** Points that double the odds. */
  pointsToDouble: 40,
} as const;

/**
 * Returns `660 + 40 × log2(((1 − p) / p) / 10)`, rounded and limited to 300 to 850.
 * @param probability of default, 0 to 1
 */
export function toScore(probability: number): number {
  const odds = (1 - probability) / probability;
  const points = SCORE.anchor + SCORE.pointsToDouble * Math.log2(odds / SCORE.anchorOdds);
  return Math.round(Math.min(SCORE.max, Math.max(SCORE.min, points)));
}

const GRADES = [
  ['A', 740],
  ['B', 700],
  ['C', 660],
  ['D', 620],
  ['E', 580],
] as const;

export type Grade = (typeof GRADES)[number][0] | 'F';

export function gradeOf(score: number): Grade {
  return GRADES.find(([, from]) => score >= from)?.[0] ?? 'F';
}
