// The store on PostgreSQL keeps the contract of the store.

import { afterAll, describe, test } from 'vitest';
import { postgresRigs } from './postgres-rig.ts';
import { startPostgres, whyNoPostgres } from './postgres-server.ts';
import { storeContract } from './store-contract.ts';

const reason = whyNoPostgres();
if (reason) console.warn(`skipped: ${reason}`);

if (reason) {
  describe.skip('PostgreSQL', () => test(reason, () => {}));
} else {
  const server = await startPostgres();
  afterAll(() => server.stop());
  storeContract('PostgreSQL', postgresRigs(server));
}
