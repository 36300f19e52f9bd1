// Batches: many payments that are accepted as one, and booked all or each by itself.

/** `atomic` books all items or none; `best_effort` each that can be. */
export const BATCH_MODES = ['atomic', 'best_effort'] as const;
export type BatchMode = (typeof BATCH_MODES)[number];

/** `refused` is an atomic batch of which nothing was booked. */
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

/** Items of one batch. */
export const MOST_ITEMS = 10_000;

/** True when a batch stays in that status for ever. */
export function isBatchOver(status: BatchStatus): boolean {
  return status !== 'pending' && status !== 'processing';
}

export const BATCH_EVENTS = [
  { type: 'batch.created', object: 'batch', when: 'A batch was accepted.' },
  {
    type: 'batch.completed',
    object: 'batch',
    when: 'Every item has its result, or is with its network.',
  },
  {
    type: 'batch.updated',
    object: 'batch',
    when: 'A network sent an item of a completed batch back, or has settled the last of them.',
  },
  { type: 'batch.refused', object: 'batch', when: 'An atomic batch: nothing of it was booked.' },
  { type: 'batch.canceled', object: 'batch', when: 'It was stopped before it began.' },
] as const;
