// A bank is either in the files of its data directory or in PostgreSQL. A start that would create
// an empty bank beside the existing one ends instead.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RowsLocation } from './databases.ts';

/** Folder into which `npm run move:bank` moves the files after their rows are in PostgreSQL. */
export const MOVED_FOLDER = 'moved-to-postgresql';

/** Thrown when the settings name another location than that of the bank. */
export class WrongBankLocation extends Error {}

/** Throws WrongBankLocation when the bank is not at the configured location. */
export function requireConfiguredLocation({
  databaseUrl,
  dataDir,
}: Pick<RowsLocation, 'databaseUrl' | 'dataDir'>) {
  const folder = resolve(dataDir);
  const hasFiles = existsSync(join(folder, 'platform.db'));
  const hasMoved = existsSync(join(folder, MOVED_FOLDER));
  if (databaseUrl === null && hasMoved) {
    const files = join(folder, MOVED_FOLDER);
    throw new WrongBankLocation(
      `the bank of ${folder} has moved to PostgreSQL: set KONTOR_DATABASE_URL (${files} has its ` +
        'files as they were at the move)',
    );
  }
  if (databaseUrl !== null && hasFiles) {
    throw new WrongBankLocation(
      `${folder} has a bank in files, and KONTOR_DATABASE_URL is set: move it there with ` +
        '`npm run move:bank`, or name another KONTOR_DATA_DIR for a new bank',
    );
  }
}
