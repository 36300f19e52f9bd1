// The additions of smart contracts to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { executionBond } from '../transactions/followers.ts';
import { findBond } from './bond.ts';

export const CONTRACT_SUBJECT: LedgerSubject = {
  join: (tx) => executionBond.set(tx, findBond),
};
