// Builds an item of a batch for a test.

import type { BatchItemDraft } from '../../../db/batches/view.ts';

export interface ItemFields {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount?: number;
  readonly reference?: string;
}

/** @param n makes the reference, when none is given */
export function itemOf({ from, to, amount = 1, reference }: ItemFields, n: number) {
  const draft: BatchItemDraft = {
    type: from === null ? 'deposit' : to === null ? 'withdrawal' : 'transfer',
    amount,
    currency: 'EUR',
    sourceAccountId: from,
    destinationAccountId: to,
    description: null,
    reference: reference ?? `item-${n}`,
    category: null,
    externalParty: null,
    context: null,
    metadata: {},
  };
  return JSON.stringify(draft);
}

/** A clock by which each slice takes the target time, so that all slices have the same size. */
export function createEvenClock(): () => number {
  let ms = 0;
  return () => (ms += 10);
}
