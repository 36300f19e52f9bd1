// What becomes of identities with time: documents that did not come end their assessment, a
// verified customer is assessed again before it is due, and becomes expired when it is.

import type { CustomerWriter } from '../customers/acts.ts';
import { engine } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { type Due, dueIn, type Waits } from '../kernel/due.ts';

interface Deps {
  readonly database: Database;
  readonly customers: Pick<CustomerWriter, 'moveKyc'>;
  /** Ends an assessment that waited for documents in vain. */
  readonly lapse: (assessmentId: string) => void;
  /** Assesses a customer again. */
  readonly review: (customerId: string) => void;
  readonly clock: BusinessClock;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function kycDue({ database: { raw }, customers, lapse, review, now }: Deps): Waits {
  const late = dueIn(raw, {
    table: 'kyc_assessments',
    column: 'deadline_at',
    where: "t.stage = 'awaiting_documents'",
    index: 'kyc_assessments_due',
  });
  const old = dueIn(raw, {
    table: 'customers',
    column: 'next_review_at',
    where: 't.next_review_at IS NOT NULL',
    index: 'customers_due',
  });

  const repeated = dueIn(raw, {
    table: 'customers',
    column: 'review_from',
    where: 't.review_from IS NOT NULL',
    index: 'customers_review',
  });

  function expire({ id: customerId, tenantId }: Due): void {
    customers.moveKyc({ customerId, status: 'expired', cause: engine(`kyc/${tenantId}`) });
  }

  function act(read: (from: typeof late, limit: number) => Due[], limit: number): number {
    const ended = read(late, limit);
    for (const { id } of ended) lapse(id);
    const expired = ended.length < limit ? read(old, limit - ended.length) : [];
    for (const one of expired) expire(one);
    const done = ended.length + expired.length;
    const reviewed = done < limit ? read(repeated, limit - done) : [];
    for (const { id } of reviewed) review(id);
    return done + reviewed.length;
  }

  return {
    restDue: (limit) =>
      act((from, most) => {
        const rows = from.byRealTime.all(now(), most);
        return rows.length < most
          ? [...rows, ...from.byOwnClock.all(now(), most - rows.length)]
          : rows;
      }, limit),
    restDueOf: (tenantId, at, limit) =>
      act((from, most) => from.ofOne.all(tenantId, at, most), limit),
    nextDueOf(tenantId) {
      const times = [late, old, repeated].flatMap(({ first }) => first.get(tenantId) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
