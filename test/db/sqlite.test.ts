// The SQLite store keeps the contract of the store.

import { openSqliteRig } from './sqlite-rig.ts';
import { storeContract } from './store-contract.ts';

storeContract('SQLite', openSqliteRig);
