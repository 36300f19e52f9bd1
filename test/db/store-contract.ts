// The contract of the store: the promises that every implementation of the port keeps, on any
// database. Call it with a way to open an empty one.

import { describe } from 'vitest';
import { acceptingContract } from './contract/accepting.ts';
import { accountLifeContract } from './contract/account-life.ts';
import { balanceContract } from './contract/balances.ts';
import { faultingContract } from './contract/faulting.ts';
import { holdsContract } from './contract/holds.ts';
import { numberingContract } from './contract/numbering.ts';
import { releasingContract } from './contract/releasing.ts';
import { reversingContract } from './contract/reversing.ts';
import { settlingContract } from './contract/settling.ts';
import { verifyingContract } from './contract/verifying.ts';
import type { OpenRig } from './store-rig.ts';

export function storeContract(name: string, open: OpenRig): void {
  describe(`${name}:`, () => {
    acceptingContract(open);
    settlingContract(open);
    faultingContract(open);
    holdsContract(open);
    releasingContract(open);
    reversingContract(open);
    balanceContract(open);
    accountLifeContract(open);
    verifyingContract(open);
    numberingContract(open);
  });
}
