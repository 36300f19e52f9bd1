// The operations about accounts, with their limits, alerts and overdrafts.

import type { Operation } from '../kit/operation.ts';
import {
  freezeAsOperator,
  reactivateAsOperator,
  unfreezeAsOperator,
} from '../ops/accounts/freeze.ts';
import { setLimitsAsOperator } from '../ops/accounts/limits.ts';
import { createAlert, deleteAlert, getAlert, listAccountAlerts, updateAlert } from './alerts.ts';
import { getBalance } from './balance.ts';
import {
  closeAccount,
  freezeAccount,
  reactivateAccount,
  unfreezeAccount,
} from './change-status.ts';
import { createAccount } from './create.ts';
import { getAccount } from './get.ts';
import { getLimits, replaceLimits } from './limits.ts';
import { listAccounts } from './list.ts';
import { getOverdraft, setOverdraft } from './overdraft.ts';
import { updateAccount } from './update.ts';

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  createAccount,
  listAccounts,
  getAccount,
  updateAccount,
  getBalance,
  replaceLimits,
  getLimits,
  createAlert,
  listAccountAlerts,
  getAlert,
  updateAlert,
  deleteAlert,
  setOverdraft,
  getOverdraft,
  freezeAccount,
  unfreezeAccount,
  reactivateAccount,
  closeAccount,
  setLimitsAsOperator,
  freezeAsOperator,
  unfreezeAsOperator,
  reactivateAsOperator,
];
