// Where the archives of a ledger lie.

import { join } from 'node:path';
import type { EnvironmentName } from '../transactions/port.ts';

/** Below the data directory. */
export const ARCHIVES = 'archive';

export function archiveFolder(dataDir: string, environment: EnvironmentName): string {
  return join(dataDir, ARCHIVES, environment);
}
