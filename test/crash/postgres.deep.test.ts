// A crash run on PostgreSQL that also kills the database server; `npm run crash -- --database
// postgres` runs a mixture of all faults.
import { test } from 'vitest';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { runFaultsOnce } from './kit.ts';

const LIMIT_MS = 360_000;
const postgresMissing = postgresFault();
if (postgresMissing !== null)
  console.warn(`the crash run on PostgreSQL is skipped: ${postgresMissing}`);

test.skipIf(postgresMissing !== null)(
  'an acknowledged transfer is booked exactly once after kill -9 of the database server, ' +
    'of one of its processes or of bank and server together, and after a death inside a ' +
    'commit',
  async () => {
    const serverFaults = [
      'postgres',
      'postgres-backend',
      'bank-and-postgres',
      'connection',
    ] as const;
    await runFaultsOnce([...serverFaults, 'in-commit', 'training'], { database: 'postgres' });
  },
  LIMIT_MS,
);
