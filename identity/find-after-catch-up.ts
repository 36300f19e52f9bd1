// Finds rows that another process may have just committed. Behind a proxy, a client's next request
// may reach another process, which on PostgreSQL sees commits with a short delay.

import type { PlatformRows } from '../db/platform/rows.ts';

/**
 * Calls `find`; when the row is missing, calls it again after catching up with all commits.
 * @param find returns null or undefined when the row is missing
 */
export async function findAfterCatchUp<T>(
  { followsOtherProcesses, catchUp }: Pick<PlatformRows, 'followsOtherProcesses' | 'catchUp'>,
  find: () => T | Promise<T>,
): Promise<T> {
  const row = await find();
  if (!followsOtherProcesses || (row !== null && row !== undefined)) return row;
  await catchUp();
  return find();
}
