// The operations about customers, for developers and operators.

import type { Operation } from '../kit/operation.ts';
import { decideKyc } from '../ops/customers/decide-identity.ts';
import { eraseCustomer, getCustomerErasure } from '../ops/customers/erase.ts';
import { createCustomer } from './create.ts';
import { setCredentials } from './credentials.ts';
import { exportCustomer } from './export.ts';
import { getCustomer } from './get.ts';
import { listCustomers } from './list.ts';
import { updateCustomer } from './update.ts';

export const CUSTOMER_OPERATIONS: readonly Operation[] = [
  createCustomer,
  listCustomers,
  getCustomer,
  exportCustomer,
  updateCustomer,
  setCredentials,
  decideKyc,
  getCustomerErasure,
  eraseCustomer,
];
