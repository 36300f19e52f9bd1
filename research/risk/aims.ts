// The aims of a measurement: each figure is printed with its aim, and a command with a missed aim
// exits with 1.

import { say } from '../../scripts/say.mjs';

/** Shares, by the name of the figure. */
export type FigureAims = Readonly<Record<string, readonly ['at least' | 'at most', number]>>;

export interface Count {
  readonly hits: number;
  readonly of: number;
}

/** Prints one figure. Returns false when it has an aim and misses it. */
export function printFigure(name: string, { hits, of }: Count, aims: FigureAims): boolean {
  const share = Math.round((hits / of) * 10_000) / 10_000;
  const [bound, aim] = aims[name] ?? [];
  const isMet = aim === undefined || (bound === 'at least' ? hits >= aim * of : hits <= aim * of);
  const text = aim === undefined ? '' : ` (aim ${bound} ${aim}: ${isMet ? 'met' : 'missed'})`;
  say(`${name}: ${hits} of ${of} = ${share}${text}`);
  return isMet;
}
