// The folder of the archives of a ledger.

import { join } from 'node:path';

/** Below the data directory. */
export const ARCHIVES = 'archive';

/** @param ledger its name */
export function archiveFolder(dataDir: string, ledger: string): string {
  return join(dataDir, ARCHIVES, ledger);
}
