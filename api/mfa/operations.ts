// The operations about second factors of customers.

import type { Operation } from '../kit/operation.ts';
import { confirmTransaction, getConfirmation } from './confirm-transaction.ts';
import { enableMfa, verifyMfa } from './enroll.ts';
import { disableMfa, renewRecoveryCodes } from './recover.ts';

export const MFA_OPERATIONS: readonly Operation[] = [
  enableMfa,
  verifyMfa,
  renewRecoveryCodes,
  disableMfa,
  getConfirmation,
  confirmTransaction,
];
