// The store on PostgreSQL satisfies the contract of the store.

import { test } from 'vitest';
import { storeContract } from '../store-contract.ts';
import { postgresRigs } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
if (server) storeContract('PostgreSQL', postgresRigs(server));
else test.skipIf(!server)('the store on PostgreSQL meets the store contract', () => {});
