// Renders a payment on a network as its transaction shows it.

import { meaningOf } from '../../ledger/rail.ts';
import type { railPayments } from './tables.ts';

export type RailPaymentRow = typeof railPayments.$inferSelect;

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The wire form, as a part of the transaction; times by the developer's clock. */
export function railView(row: RailPaymentRow) {
  const { rail, returnCode } = row;
  return {
    network: rail,
    status: row.status,
    reference: row.reference,
    submittedAt: time(row.submittedAt),
    settlesAt: time(row.settlesAt),
    settledAt: time(row.settledAt),
    returnedAt: time(row.returnedAt),
    returnCode,
    returnReason: returnCode === null ? null : meaningOf(rail, returnCode),
    returnTransactionId: row.returnTransactionId,
  };
}

/**
 * Returns true when the payment has not been submitted, or a report of its network is outstanding.
 * A settled payment is open while there is a known date on which it may be returned.
 */
export function isRailOpen({ status, askAt }: Pick<RailPaymentRow, 'status' | 'askAt'>): boolean {
  if (status === 'settled') return askAt !== null;
  return status === 'queued' || status === 'submitting' || status === 'submitted';
}
