// Names of cells (docs/operate/scaling.md): two characters of the alphabet of ids.

import { ALPHABET } from './id.ts';

/** True when the text names a cell. */
export function isCell(text: string): boolean {
  return (
    text.length === 2 && ALPHABET.includes(text.charAt(0)) && ALPHABET.includes(text.charAt(1))
  );
}

/**
 * Returns the number of a cell, 0 to 1,023.
 * @throws RangeError when the text is not the name of a cell
 */
export function cellNumber(name: string): number {
  if (!isCell(name))
    throw new RangeError(`${JSON.stringify(name)} is not a cell (two of ${ALPHABET})`);
  return ALPHABET.indexOf(name.charAt(0)) * ALPHABET.length + ALPHABET.indexOf(name.charAt(1));
}
