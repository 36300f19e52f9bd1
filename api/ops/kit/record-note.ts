// The audit row of an act that a ledger has booked. It is written after the act, into the platform
// database. When the bank ends between the two writes, the row is written when the act is carried
// out or requested again.

import type { Platform } from '../../../identity/platform.ts';

/** @param isReplayed true: the act was done before, so its row may be there */
export function recordNote(
  { platform }: { readonly platform: Platform },
  isReplayed: boolean,
  note: Parameters<Platform['record']>[0],
): Promise<void> {
  return isReplayed ? platform.recordMissing(note) : platform.record(note);
}
