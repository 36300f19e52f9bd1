// Batches: many payments in one request, booked together or one by one.

/** `atomic` books all items or none; `best_effort` books every item that can be booked. */
export const BATCH_MODES = ['atomic', 'best_effort'] as const;
export type BatchMode = (typeof BATCH_MODES)[number];

/** `refused`: an atomic batch of which nothing was booked. */
export const BATCH_STATUSES = [
  'pending',
  'processing',
  'completed',
  'refused',
  'canceled',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Status of an item. `refused`: the whole batch was refused. */
export const ITEM_STATUSES = ['pending', 'posted', 'declined', 'failed', 'refused'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Maximum number of items of one batch. */
export const MAX_ITEMS = 10_000;

/** True when the status of a batch is final. */
export function isBatchOver(status: BatchStatus): boolean {
  return status !== 'pending' && status !== 'processing';
}

export const BATCH_EVENTS = [
  { type: 'batch.created', object: 'batch', when: 'A batch was accepted.' },
  {
    type: 'batch.completed',
    object: 'batch',
    when: 'Every item of a batch has its result or is with its payment network.',
  },
  {
    type: 'batch.updated',
    object: 'batch',
    when: 'A payment network returned an item of a completed batch, or settled the last item.',
  },
  {
    type: 'batch.refused',
    object: 'batch',
    when: 'An atomic batch was refused; nothing was booked.',
  },
  { type: 'batch.canceled', object: 'batch', when: 'A batch was canceled before it began.' },
] as const;
