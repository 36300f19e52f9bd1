// The transaction: its names on the wire, its states and the only edges between them.
// The database holds the same edges in a trigger; test/db/kernel/edges.test.ts compares the two.

/** Why money goes back, where a program has to know it. */
export const REVERSAL_REASONS = ['fraud', 'duplicate', 'error', 'customer_request'] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

/** Types that a client requests by name; the other types come from other requests. */
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
export function isEdge(from: TransactionStatus, to: TransactionStatus): boolean {
  return EDGES[from].includes(to);
}

const NOT_FINAL: readonly TransactionStatus[] = [
  'requires_confirmation',
  'pending_approval',
  'pending_review',
  'pending',
];

/** True when the workflow of a transaction in that status has nothing left to do. */
export function isFinal(status: TransactionStatus): boolean {
  return !NOT_FINAL.includes(status);
}

/** True for the bank's own transactions, which no limit of an account counts. */
export function isBanks({ type }: { readonly type: TransactionType }): boolean {
  return type === 'reversal' || type === 'fee';
}

export const TRANSACTION_EVENTS = [
  { type: 'transaction.created', object: 'transaction', when: 'A transaction was accepted.' },
  {
    type: 'transaction.requires_confirmation',
    object: 'transaction',
    when: 'Its customer has to confirm it with the second factor.',
  },
  {
    type: 'transaction.pending_approval',
    object: 'transaction',
    when: 'Authorised; waits for a second person.',
  },
  {
    type: 'transaction.pending_review',
    object: 'transaction',
    when: 'Its money is held; a person looks at its risk.',
  },
  {
    type: 'transaction.pending',
    object: 'transaction',
    when: 'Authorised; waits for capture or for its network.',
  },
  {
    type: 'transaction.submitted',
    object: 'transaction',
    when: 'Its payment network has taken it, and settles it later.',
  },
  {
    type: 'transaction.returned',
    object: 'transaction',
    when: 'Its payment network sent it back; `rail.returnCode` says why.',
  },
  {
    type: 'transaction.written_off',
    object: 'transaction',
    when: 'The bank bears what a payment network took back and no account could give.',
  },
  { type: 'transaction.updated', object: 'transaction', when: 'Its metadata changed.' },
  { type: 'transaction.posted', object: 'transaction', when: 'Booked in the journal.' },
  { type: 'transaction.captured', object: 'transaction', when: 'Its hold was captured.' },
  { type: 'transaction.declined', object: 'transaction', when: 'The bank said no.' },
  { type: 'transaction.failed', object: 'transaction', when: 'A technical fault ended it.' },
  { type: 'transaction.canceled', object: 'transaction', when: 'Stopped before it was booked.' },
  { type: 'transaction.reversed', object: 'transaction', when: 'All of it was reversed.' },
  {
    type: 'transaction.partially_reversed',
    object: 'transaction',
    when: 'Part of it was reversed.',
  },
  { type: 'transaction.expired', object: 'transaction', when: 'Its hold ran out.' },
] as const;
