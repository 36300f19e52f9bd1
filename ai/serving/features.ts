// What the models that decide are asked with: a version with other features, or with the same in
// another order, cannot be asked.

import type { LiveTask } from '../../ledger/models/deployment.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';

/** Names in the order of the columns. */
export const SERVED_FEATURES: Readonly<Record<LiveTask, readonly string[]>> = {
  fraud: TRANSFER_FEATURES.map(({ name }) => name),
  credit: CREDIT_FEATURES.map(({ name }) => name),
};

/** The first column that is not the one of the task, from 0; null: they are the same. */
export function wrongColumn(task: LiveTask, names: readonly string[]): number | null {
  const wanted = SERVED_FEATURES[task];
  const columns = Math.max(wanted.length, names.length);
  for (let at = 0; at < columns; at++) if (names[at] !== wanted[at]) return at;
  return null;
}
