// The cell of this bank: two characters that name it among the banks behind one proxy. Credentials
// contain them behind their prefix and ids end with them, so that a proxy can route a request by
// its text alone. A process has one bank, so the cell is chosen once for a process and its threads.

import { cellNumber } from '../../ledger/cell.ts';

/** Cell of a bank that is the only one. */
export const ONLY_CELL = '00';

let cell = ONLY_CELL;
let number = 0;

/**
 * Chooses the cell of this thread; call it before anything is minted.
 * @throws RangeError when the text is not the name of a cell
 */
export function chooseCell(name: string): void {
  number = cellNumber(name);
  cell = name;
}

/** The two characters of this bank's cell. */
export function thisCell(): string {
  return cell;
}

/** The number of this bank's cell, 0 to 1,023. */
export function thisCellNumber(): number {
  return number;
}
