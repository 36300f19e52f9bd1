// Connects the parts of a ledger that call each other: each file imports only parts below it, and
// gets the functions of the others here.

import { overdraftEnds } from '../accounts/acts.ts';
import { requestApproval } from '../approvals/acts.ts';
import { followItem } from '../batches/acts.ts';
import { bookingFollower } from '../journal/acts.ts';
import type { BookedParts, TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { endOverdraft, followEntry, isOverdrawn } from '../overdrafts/acts.ts';
import { followFee } from '../overdrafts/fees.ts';
import { PAYMENT_LINKS } from '../payments/acts.ts';
import { followOccurrence } from '../schedules/occurrence-end.ts';
import {
  instructions,
  notifyOwners,
  paymentLinks,
  secondPerson,
} from '../transactions/followers.ts';

/**
 * Sets the functions that parts of the ledger call in each other.
 * @param followers called with each booking, inside its commit
 */
export function connectParts(
  tx: Tx,
  followers: readonly ((tx: Tx, bookedParts: BookedParts) => void)[],
): void {
  overdraftEnds.set(tx, (accountId, cause) => endOverdraft(tx, accountId, cause));
  secondPerson.set(tx, { requestApproval });
  paymentLinks.set(tx, PAYMENT_LINKS);
  notifyOwners.set(tx, notifyOwner);
  bookingFollower.set(tx, (_, bookedParts) => {
    followOverdrafts(tx, bookedParts);
    for (const follow of followers) follow(tx, bookedParts);
  });
}

function followOverdrafts(tx: Tx, { row, entries }: BookedParts): void {
  for (const entry of entries) {
    if (isOverdrawn(entry)) followEntry(tx, row, entry, row.postedAt);
  }
}

/** Passes the new status of a transaction to its owner (schedule, batch, …). */
function notifyOwner(tx: Tx, transaction: TransactionRow): void {
  if (transaction.type === 'fee') followFee(tx, transaction);
  else if (transaction.intentId !== null) instructions(tx).follow(tx, transaction);
  else if (transaction.batchId !== null) followItem(tx, transaction);
  else followOccurrence(tx, transaction);
}
