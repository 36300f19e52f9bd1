// The cell of a bank is set at its first start and never changes, because issued credentials and
// ids contain it.

import { chooseCell } from '../../db/kernel/cell.ts';
import type { Platform } from '../../identity/platform.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';

/**
 * Sets the cell of this process from the settings, and stores it at the first start.
 * @throws ConfigError when the bank was founded in another cell
 */
export async function openCell({ cell }: Config, { ledgerBook }: Platform): Promise<void> {
  const storedCell = await ledgerBook.storeCell(cell);
  if (storedCell !== cell) {
    throw new ConfigError(
      `KONTOR_CELL is "${cell}", and this bank was founded in cell "${storedCell}": a bank keeps its cell`,
    );
  }
  chooseCell(cell);
}
