// The operations about transactions, for developers and operators.

import type { Operation } from '../kit/operation.ts';
import { adjustAccount, waiveFee } from '../ops/transactions/adjust.ts';
import { depositAsOperator, withdrawAsOperator } from '../ops/transactions/move.ts';
import { reverseAsOperator } from '../ops/transactions/reverse.ts';
import {
  cancelAsOperator,
  cancelScheduleAsOperator,
  pauseScheduleAsOperator,
  releaseHold,
  resumeScheduleAsOperator,
} from '../ops/transactions/stop.ts';
import { cancelTransaction, captureTransaction } from './act.ts';
import { approveTransaction, rejectTransaction } from './approve.ts';
import { createTransaction } from './create.ts';
import { createExchange } from './exchange.ts';
import { getTimeline, getTransaction } from './get.ts';
import { getHold, listHolds } from './holds.ts';
import { listTransactions } from './list.ts';
import { reverseTransaction } from './reverse.ts';
import { updateTransaction } from './update.ts';

export const TRANSACTION_OPERATIONS: readonly Operation[] = [
  createTransaction,
  listTransactions,
  getTransaction,
  getTimeline,
  listHolds,
  getHold,
  captureTransaction,
  cancelTransaction,
  approveTransaction,
  rejectTransaction,
  createExchange,
  reverseTransaction,
  updateTransaction,
  adjustAccount,
  waiveFee,
  cancelAsOperator,
  releaseHold,
  cancelScheduleAsOperator,
  pauseScheduleAsOperator,
  resumeScheduleAsOperator,
  reverseAsOperator,
  depositAsOperator,
  withdrawAsOperator,
];
