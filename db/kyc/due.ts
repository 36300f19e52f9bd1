// Handles due identity work: ends assessments whose documents are missing, and begins the review of
// a verified customer before its review date, on which the verification expires.

import { moveKyc } from '../customers/acts.ts';
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
const overdueReviews = createDueQueries({
  table: 'customers',
  column: 'next_review_at',
  where: 't.next_review_at IS NOT NULL',
  index: 'customers_due',
});
const repeated = createDueQueries({
  table: 'customers',
  column: 'review_from',
  where: 't.review_from IS NOT NULL',
  index: 'customers_review',
});

function expire(tx: Tx, { id: customerId, tenantId }: DueObject): void {
  moveKyc(tx, { customerId, status: 'expired', cause: engineCause(`kyc/${tenantId}`) });
}

function follow(
  tx: Tx,
  read: (from: typeof pastDeadline, limit: number) => readonly DueObject[],
  limit: number,
): number {
  const expiredAssessments = read(pastDeadline, limit);
  const code = 'documents_not_received';
  for (const { id } of expiredAssessments) failKyc(tx, { assessmentId: id, code });
  const expired =
    expiredAssessments.length < limit
      ? read(overdueReviews, limit - expiredAssessments.length)
      : [];
  for (const customer of expired) expire(tx, customer);
  const changedCount = expiredAssessments.length + expired.length;
  const reviewed = changedCount < limit ? read(repeated, limit - changedCount) : [];
  for (const { id } of reviewed) reviewCustomer(tx, id);
  return changedCount + reviewed.length;
}

/** Handles assessments and customers that are due. */
export const kycDue: DueWork = {
  processDue: (tx, limit) =>
    follow(
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
    follow(tx, (from, max) => from.ofDeveloper(tx, tenantId, now, max), limit),
  nextDueOf(tx, tenantId) {
    const times = [pastDeadline, overdueReviews, repeated].flatMap(
      ({ nextDue }) => nextDue(tx, tenantId) ?? [],
    );
    return times.length === 0 ? null : Math.min(...times);
  },
};
