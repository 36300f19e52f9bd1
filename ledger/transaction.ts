// Transactions: types, statuses, stages, and the transitions between statuses. A database trigger
// enforces the same transitions; test/db/kernel/edges.test.ts compares the two.

/** Reasons of a reversal, as codes. */
export const REVERSAL_REASONS = ['fraud', 'duplicate', 'error', 'customer_request'] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

/** Types that a client may request directly; the others result from other requests. */
export const REQUESTED_TYPES = ['transfer', 'deposit', 'withdrawal'] as const;
export const TRANSACTION_TYPES = [...REQUESTED_TYPES, 'reversal', 'exchange', 'fee'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = [
  'requires_confirmation',
  'pending_approval',
  'pending_review',
  'pending',
  'posted',
  'declined',
  'failed',
  'canceled',
  'expired',
  'reversed',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const STAGES = [
  'accepted',
  'validate',
  'screen',
  'score',
  'authorize_limits',
  'place_hold',
  'submitting',
  'submitted',
  'post_journal',
  'anchor',
  'notify',
  'done',
] as const;
export type Stage = (typeof STAGES)[number];

export const HOLD_STATUSES = [
  'active',
  'captured',
  'partially_captured',
  'released',
  'expired',
] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export const RAILS = ['book', 'ach', 'wire', 'card', 'sepa', 'cash'] as const;
export type Rail = (typeof RAILS)[number];

const EDGES: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  requires_confirmation: [
    'pending',
    'pending_approval',
    'pending_review',
    'declined',
    'canceled',
    'expired',
  ],
  pending_approval: ['pending', 'declined', 'canceled', 'expired'],
  pending_review: ['pending', 'declined', 'canceled', 'expired'],
  pending: [
    'requires_confirmation',
    'pending_approval',
    'pending_review',
    'posted',
    'declined',
    'failed',
    'canceled',
    'expired',
  ],
  posted: ['reversed'],
  declined: [],
  failed: [],
  canceled: [],
  expired: [],
  reversed: [],
};

/** True when a transaction may go from one status to the other. */
export function isTransactionEdge(from: TransactionStatus, to: TransactionStatus): boolean {
  return EDGES[from].includes(to);
}

const NOT_FINAL: readonly TransactionStatus[] = [
  'requires_confirmation',
  'pending_approval',
  'pending_review',
  'pending',
];

/** True when the workflow of a transaction in the status has nothing left to do. */
export function isFinal(status: TransactionStatus): boolean {
  return !NOT_FINAL.includes(status);
}

/** True for reversals and fees, which no limit of an account counts. */
export function isOutsideLimits({ type }: { readonly type: TransactionType }): boolean {
  return type === 'reversal' || type === 'fee';
}

export const TRANSACTION_EVENTS = [
  { type: 'transaction.created', object: 'transaction', when: 'A transaction was accepted.' },
  {
    type: 'transaction.requires_confirmation',
    object: 'transaction',
    when: 'The customer has to confirm a transaction with the second factor.',
  },
  {
    type: 'transaction.pending_approval',
    object: 'transaction',
    when: 'An authorised transaction waits for a second person.',
  },
  {
    type: 'transaction.pending_review',
    object: 'transaction',
    when: 'The money of a transaction is held; a person reviews its risk.',
  },
  {
    type: 'transaction.pending',
    object: 'transaction',
    when: 'An authorised transaction waits for capture or for its payment network.',
  },
  {
    type: 'transaction.submitted',
    object: 'transaction',
    when: 'The payment network accepted a transaction and settles it later.',
  },
  {
    type: 'transaction.returned',
    object: 'transaction',
    when: 'The payment network returned a transaction; `rail.returnCode` gives the reason.',
  },
  {
    type: 'transaction.written_off',
    object: 'transaction',
    when: 'A payment network took money back that no account could return; the bank bears the loss.',
  },
  {
    type: 'transaction.updated',
    object: 'transaction',
    when: 'The metadata of a transaction changed.',
  },
  {
    type: 'transaction.posted',
    object: 'transaction',
    when: 'A transaction was booked in the journal.',
  },
  {
    type: 'transaction.captured',
    object: 'transaction',
    when: 'The hold of a transaction was captured.',
  },
  { type: 'transaction.declined', object: 'transaction', when: 'The bank declined a transaction.' },
  {
    type: 'transaction.failed',
    object: 'transaction',
    when: 'A technical fault ended a transaction.',
  },
  {
    type: 'transaction.canceled',
    object: 'transaction',
    when: 'A transaction was canceled before it was booked.',
  },
  {
    type: 'transaction.reversed',
    object: 'transaction',
    when: 'A transaction was reversed in full.',
  },
  {
    type: 'transaction.partially_reversed',
    object: 'transaction',
    when: 'Part of a transaction was reversed.',
  },
  {
    type: 'transaction.expired',
    object: 'transaction',
    when: 'The hold of a transaction expired.',
  },
] as const;
