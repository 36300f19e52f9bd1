// Handles due identity work: ends assessments whose documents are missing, and begins the review of
// a verified customer before its review date, on which the verification expires.

import { changeKycStatus } from '../customers/acts.ts';
import { engineCause } from '../kernel/cause.ts';
import { createDueQueries, type DueObject, type DueWork } from '../kernel/due.ts';
import type { Tx } from '../kernel/tx.ts';
import { failKyc, reviewCustomer } from './acts.ts';

const pastDeadline = createDueQueries({
  table: 'kyc_assessments',
  column: 'deadline_at',
  where: "t.stage = 'awaiting_documents'",
  index: 'kyc_assessments_due',
});
const expiredVerifications = createDueQueries({
  table: 'customers',
  column: 'next_review_at',
  where: 't.next_review_at IS NOT NULL',
  index: 'customers_due',
});
const dueReviews = createDueQueries({
  table: 'customers',
  column: 'review_from',
  where: 't.review_from IS NOT NULL',
  index: 'customers_review',
});

function expire(tx: Tx, { id: customerId, tenantId }: DueObject): void {
  changeKycStatus(tx, { customerId, status: 'expired', cause: engineCause(`kyc/${tenantId}`) });
}

function handleDue(
  tx: Tx,
  read: (from: typeof pastDeadline, limit: number) => readonly DueObject[],
  limit: number,
): number {
  const expiredAssessments = read(pastDeadline, limit);
  const code = 'documents_not_received';
  for (const { id } of expiredAssessments) failKyc(tx, { assessmentId: id, code });
  const expired =
    expiredAssessments.length < limit
      ? read(expiredVerifications, limit - expiredAssessments.length)
      : [];
  for (const customer of expired) expire(tx, customer);
  const changedCount = expiredAssessments.length + expired.length;
  const reviewed = changedCount < limit ? read(dueReviews, limit - changedCount) : [];
  for (const { id } of reviewed) reviewCustomer(tx, id);
  return changedCount + reviewed.length;
}

/** Handles assessments and customers that are due. */
export const kycDue: DueWork = {
  processDue: (tx, limit) =>
    handleDue(
      tx,
      (from, max) => {
        const rows = from.byRealTime(tx, tx.now(), max);
        return rows.length < max
          ? [...rows, ...from.byOwnClock(tx, tx.now(), max - rows.length)]
          : rows;
      },
      limit,
    ),
  processDueOf: (tx, tenantId, now, limit) =>
    handleDue(tx, (from, max) => from.ofDeveloper(tx, tenantId, now, max), limit),
  nextDueOf(tx, tenantId) {
    const times = [pastDeadline, expiredVerifications, dueReviews].flatMap(
      ({ nextDue }) => nextDue(tx, tenantId) ?? [],
    );
    return times.length === 0 ? null : Math.min(...times);
  },
};
