// Writes the audit row of an act into the platform database, after a ledger has committed the act.
// When the bank ends between the two writes, the row is written when the act is carried out or
// requested again.

import type { Platform } from '../../../identity/platform.ts';

/** @param isReplayed true: the act was done before, so its row may be there */
export function recordAuditOnce(
  { platform }: { readonly platform: Platform },
  isReplayed: boolean,
  entry: Parameters<Platform['record']>[0],
): Promise<void> {
  return isReplayed ? platform.recordMissing(entry) : platform.record(entry);
}
