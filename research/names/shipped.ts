// The shipped lists of sanctions, and a screener of some lists for the programs that measure names.

import { readListFile, type SanctionsList } from '../../ai/screening/list-file.ts';
import { buildScreener, type Screener } from '../../ai/screening/screener.ts';

const FILE = new URL('../../ai/screening/lists/sanctions.json.gz', import.meta.url);

/** Returns the lists that the repository ships. */
export const readShippedLists = () => readListFile(FILE);

/** Returns the screener of these lists, built without the pauses that a bank makes. */
export function buildAtOnce(lists: readonly SanctionsList[] = readShippedLists()): Screener {
  const building = buildScreener(lists);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}
