// The folder of the archives of a ledger.

import { join } from 'node:path';

/** Name of the folder of archives in the data directory. */
export const ARCHIVES = 'archive';

/** @param ledger the name of the ledger */
export function archiveFolder(dataDir: string, ledger: string): string {
  return join(dataDir, ARCHIVES, ledger);
}
