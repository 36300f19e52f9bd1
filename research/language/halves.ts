// Which rows of the sets may be read to mend the engine. Of the others only figures are printed.

import { createHash } from 'node:crypto';

/** True for the rows of the half that may be read. */
export const isSeen = (id: string): boolean =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;

/** The last rows of each writing but the last one. */
const LAST: Readonly<Record<string, readonly number[]>> = {
  q: [443, 582, 754, 916, 1108, 1258, 1393, 1543, 1693, 1800],
  d: [257, 318, 392, 472, 535, 595, 641, 701, 741, 767],
  p: [162, 222, 282, 402, 487, 547, 594, 657, 732, 798],
  n: [66, 90, 114, 114, 137, 152, 165, 185, 205, 225],
  o: [62, 62, 62, 62, 62, 77, 81, 88, 93, 96],
};
/** Returns the number of the writing that a row belongs to, from 1. */
export function writingOf(id: string): number {
  const last = LAST[id[0] ?? ''] ?? [];
  return 1 + last.filter((one) => Number(id.slice(1)) > one).length;
}

/** The engine was mended with writings up to this one; `measure.ts` alone sends it later ones. */
const LAST_MENDED = 6;
/**
 * True for rows that no option prints: the seventh writing, and the half of the eighth and later
 * ones that is kept back.
 */
export const isHidden = (id: string): boolean =>
  writingOf(id) === 7 || (writingOf(id) > 7 && !isSeen(id));
/**
 * True for rows that are left out where questions are changed and sent again: of the fourth to sixth
 * writing the half kept back, of later ones all.
 */
export const isKept = (id: string): boolean =>
  writingOf(id) > LAST_MENDED || (writingOf(id) >= 4 && !isSeen(id));
