// The row of an act that a ledger has booked. It is written after the act, into the other database:
// a bank that ends between the two writes it when the act is carried out or asked for again.

import type { Platform } from '../../../identity/platform.ts';

/** @param isReplayed true: the act was done before, so its row may be there */
export function recordNote(
  { platform }: { readonly platform: Platform },
  isReplayed: boolean,
  note: Parameters<Platform['record']>[0],
): Promise<void> {
  return isReplayed ? platform.recordMissing(note) : platform.record(note);
}
