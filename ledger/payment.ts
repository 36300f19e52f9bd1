// The payment: what a caller knows a transaction by. Its state is no state of its own, but a name
// for that of its transaction, so that the two can never contradict each other.

import type { Stage, TransactionStatus } from './transaction.ts';

export const PAYMENT_STATUSES = [
  'processing',
  'requires_confirmation',
  'pending_approval',
  'pending_review',
  'authorized',
  'completed',
  'partially_refunded',
  'refunded',
  'declined',
  'failed',
  'canceled',
  'expired',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What of a transaction the state of its payment comes from. */
export interface PaidBy {
  readonly status: TransactionStatus;
  readonly stage: Stage;
  /** What has gone back so far, minor units. */
  readonly amountReversed: number;
}

/** Confirmed by its customer, it is decided again at once; submitted, its network settles it. */
const PROCESSING: readonly Stage[] = ['accepted', 'authorize_limits', 'submitting', 'submitted'];

/** The state of a payment, by its transaction. */
export function paymentStatusOf({ status, stage, amountReversed }: PaidBy): PaymentStatus {
  switch (status) {
    case 'pending':
      return PROCESSING.includes(stage) ? 'processing' : 'authorized';
    case 'posted':
      return amountReversed > 0 ? 'partially_refunded' : 'completed';
    case 'reversed':
      return 'refunded';
    default:
      return status;
  }
}
