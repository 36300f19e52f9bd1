// Features of the deciding models: a version with other features, or with the same in another
// order, cannot be asked.

import type { LiveTask } from '../../ledger/models/deployment.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';

/** Names in the order of the columns. */
export const SERVED_FEATURES: Readonly<Record<LiveTask, readonly string[]>> = {
  fraud: TRANSFER_FEATURES.map(({ name }) => name),
  credit: CREDIT_FEATURES.map(({ name }) => name),
};

/** The first column that differs from the task's, from 0, or null when all agree. */
export function wrongColumn(task: LiveTask, names: readonly string[]): number | null {
  const wanted = SERVED_FEATURES[task];
  const columns = Math.max(wanted.length, names.length);
  for (let at = 0; at < columns; at++) if (names[at] !== wanted[at]) return at;
  return null;
}
