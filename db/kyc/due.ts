// What becomes of identities with time: documents that did not come end their assessment, a
// verified customer is assessed again before it is due, and becomes expired when it is.

import type { Dormancy } from '../accounts/dormancy.ts';
import type { CustomerWriter } from '../customers/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { engine } from '../schedules/occurrence-end.ts';

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

interface Due {
  readonly id: string;
  readonly tenantId: string;
}

/** Call its functions inside `database.write` only. */
export function kycDue({ database: { raw }, customers, lapse, review, now }: Deps): Dormancy {
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

interface Waiting {
  readonly table: string;
  readonly column: string;
  readonly where: string;
  readonly index: string;
}

function dueIn(raw: Database['raw'], { table, column, where, index }: Waiting) {
  const columns = 't.id, t.tenant_id AS tenantId';
  const ofTenant = `INDEXED BY ${index}_of_tenant`;
  return {
    byRealTime: raw.prepare<[number, number], Due>(
      `SELECT ${columns} FROM ${table} t INDEXED BY ${index}
       WHERE ${where} AND t.${column} <= ? AND NOT EXISTS (SELECT 1 FROM clocks c
         WHERE c.tenant_id = t.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0))
       ORDER BY t.${column} LIMIT ?`,
    ),
    byOwnClock: raw.prepare<[number, number], Due>(
      `SELECT ${columns} FROM clocks c CROSS JOIN ${table} t ${ofTenant}
       ON t.tenant_id = c.tenant_id AND ${where} AND t.${column} <= ? + c.offset_ms
       WHERE c.target IS NULL AND c.offset_ms > 0 LIMIT ?`,
    ),
    ofOne: raw.prepare<[string, number, number], Due>(
      `SELECT ${columns} FROM ${table} t ${ofTenant}
       WHERE ${where} AND t.tenant_id = ? AND t.${column} <= ? ORDER BY t.${column} LIMIT ?`,
    ),
    first: raw
      .prepare<[string], number | null>(
        `SELECT min(t.${column}) FROM ${table} t ${ofTenant} WHERE ${where} AND t.tenant_id = ?`,
      )
      .pluck(),
  };
}

/** Two that wait for the same kind of moment, looked at one after the other. */
export function mergeDormancy(one: Dormancy, other: Dormancy): Dormancy {
  const both = (act: (of: Dormancy, limit: number) => number, limit: number) => {
    const first = act(one, limit);
    return first < limit ? first + act(other, limit - first) : first;
  };
  return {
    restDue: (limit) => both((of, most) => of.restDue(most), limit),
    restDueOf: (tenantId, at, limit) => both((of, most) => of.restDueOf(tenantId, at, most), limit),
    nextDueOf(tenantId) {
      const times = [one, other].flatMap((of) => of.nextDueOf(tenantId) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
