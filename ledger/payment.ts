// The payment: a transaction as its caller sees it. Its status is not stored but derived from the
// transaction, so that the two can never contradict each other.

import type { EventType } from './event.ts';
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

/** The fields of a transaction from which the status of its payment derives. */
export interface PaymentFacts {
  readonly status: TransactionStatus;
  readonly stage: Stage;
  /** Amount reversed so far, minor units. */
  readonly amountReversed: number;
}

/** Stages of a pending transaction whose payment is `processing`; in others it is `authorized`. */
export const PROCESSING_STAGES: readonly Stage[] = [
  'accepted',
  'authorize_limits',
  'submitting',
  'submitted',
];

/** The status of a payment. */
export function paymentStatusOf({ status, stage, amountReversed }: PaymentFacts): PaymentStatus {
  switch (status) {
    case 'pending':
      return PROCESSING_STAGES.includes(stage) ? 'processing' : 'authorized';
    case 'posted':
      return amountReversed > 0 ? 'partially_refunded' : 'completed';
    case 'reversed':
      return 'refunded';
    default:
      return status;
  }
}

const PAYMENT_EVENT: Partial<Record<EventType, EventType>> = {
  'transaction.created': 'payment.created',
  'transaction.requires_confirmation': 'payment.requires_confirmation',
  'transaction.pending_approval': 'payment.pending_approval',
  'transaction.pending_review': 'payment.pending_review',
  'transaction.submitted': 'payment.submitted',
  'transaction.returned': 'payment.returned',
  'transaction.posted': 'payment.completed',
  'transaction.partially_reversed': 'payment.partially_refunded',
  'transaction.reversed': 'payment.refunded',
  'transaction.declined': 'payment.declined',
  'transaction.failed': 'payment.failed',
  'transaction.canceled': 'payment.canceled',
  'transaction.expired': 'payment.expired',
};

/** The payment event that accompanies an event of its transaction; null when there is none. */
export function paymentEventOf(event: EventType, stage: Stage): EventType | null {
  if (event !== 'transaction.pending') return PAYMENT_EVENT[event] ?? null;
  return PROCESSING_STAGES.includes(stage) ? 'payment.processing' : 'payment.authorized';
}
