// Decides which rows of the sets may be read in order to improve the engine. For the other rows
// only totals are printed.

import { createHash } from 'node:crypto';

/** True for the rows of the half that may be read. */
export const isSeen = (id: string): boolean =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;

/** The number of the last row of each writing, except the newest one. */
const LAST: Readonly<Record<string, readonly number[]>> = {
  q: [443, 582, 754, 916, 1108, 1258, 1393, 1543, 1693, 1800, 1920, 2044, 2186, 2349, 2515],
  d: [257, 318, 392, 472, 535, 595, 641, 701, 741, 767, 804, 845, 885, 945, 945],
  p: [162, 222, 282, 402, 487, 547, 594, 657, 732, 798, 871, 945, 1020, 1110, 1110],
  n: [66, 90, 114, 114, 137, 152, 165, 185, 205, 225, 251, 283, 307, 347, 347],
  o: [62, 62, 62, 62, 62, 77, 81, 88, 93, 96, 102, 109, 115, 115, 115],
};
/** Returns the number of the writing that a row belongs to, from 1. */
export function writingOf(id: string): number {
  const last = LAST[id[0] ?? ''] ?? [];
  return 1 + last.filter((one) => Number(id.slice(1)) > one).length;
}

/**
 * The last writing whose rows were used to improve the engine. Only `measure.ts` sends later ones.
 */
const LAST_MENDED = 6;
/**
 * True for rows that are never printed: the seventh writing, and the withheld half of the eighth
 * and later ones.
 */
export const isHidden = (id: string): boolean =>
  writingOf(id) === 7 || (writingOf(id) > 7 && !isSeen(id));
/**
 * True for rows that are excluded when questions are modified and sent again: the withheld half of
 * the fourth to sixth writing, and all rows of later ones.
 */
export const isKept = (id: string): boolean =>
  writingOf(id) > LAST_MENDED || (writingOf(id) >= 4 && !isSeen(id));
