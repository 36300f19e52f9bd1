// A crash run on PostgreSQL that also kills the database server; `npm run crash -- --database
// postgres` runs a mixture of all faults.
import { test } from 'vitest';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 360_000;
const reason = postgresFault();
if (reason !== null) console.warn(`the crash run on PostgreSQL is skipped: ${reason}`);

test.skipIf(reason !== null)(
  'an acknowledged transfer is booked exactly once after kill -9 of the database server, ' +
    'of one of its processes or of bank and server together, and after a death inside a ' +
    'commit',
  async () => {
    const ofServer = ['postgres', 'postgres-backend', 'bank-and-postgres', 'connection'] as const;
    await strikeOnce([...ofServer, 'in-commit', 'training'], { database: 'postgres' });
  },
  LIMIT_MS,
);
