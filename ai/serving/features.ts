// Features of the deciding models. A version with other features, or another order, cannot be used.

import type { LiveTask } from '../../ledger/models/deployment.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';

/** Names of the features of each task, in the order of the columns. */
export const SERVED_FEATURES: Readonly<Record<LiveTask, readonly string[]>> = {
  fraud: TRANSFER_FEATURES.map(({ name }) => name),
  credit: CREDIT_FEATURES.map(({ name }) => name),
};

/** Returns the first column (from 0) that differs from the task's, or null when all agree. */
export function findWrongColumn(task: LiveTask, names: readonly string[]): number | null {
  const expected = SERVED_FEATURES[task];
  const columns = Math.max(expected.length, names.length);
  for (let index = 0; index < columns; index++) if (names[index] !== expected[index]) return index;
  return null;
}
