// The additions of smart contracts to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { findReservingExecution } from '../transactions/followers.ts';
import { findBond } from './bond.ts';
import { CONTRACT_TABLES } from './subject-tables.ts';

export const CONTRACT_SUBJECT: LedgerSubject = {
  tables: CONTRACT_TABLES,
  connect: (tx) => findReservingExecution.set(tx, findBond),
};
