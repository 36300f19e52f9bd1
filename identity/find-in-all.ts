// Looks for rows that another process may have just committed: behind a proxy the next request of a
// client reaches another API, which on PostgreSQL hears of each commit a little later.

import type { PlatformRows } from '../db/platform/rows.ts';

/**
 * Looks, and where it is missing once more, after everything that others have committed by now.
 * @param find null or undefined: it is missing
 */
export async function findInAll<T>(
  { hearsOthers, catchUp }: Pick<PlatformRows, 'hearsOthers' | 'catchUp'>,
  find: () => T | Promise<T>,
): Promise<T> {
  const found = await find();
  if (!hearsOthers || (found !== null && found !== undefined)) return found;
  await catchUp();
  return find();
}
