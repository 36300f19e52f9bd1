// The operations about payments.

import type { Operation } from '../kit/operation.ts';
import { cancelPayment, capturePayment } from './act.ts';
import { createPayment } from './create.ts';
import { getPayment, listPayments } from './get.ts';
import { refundPayment } from './refund.ts';

export const PAYMENT_OPERATIONS: readonly Operation[] = [
  createPayment,
  listPayments,
  getPayment,
  capturePayment,
  cancelPayment,
  refundPayment,
];
