// Developers with schedules, made by acts of the ledger, for tests below the API. Each developer
// has its own test clock, so that tests do not affect each other.

import { randomUUID } from 'node:crypto';
import { wallClockOf } from '../../../db/kernel/zone.ts';
import type { Ledger } from '../../../db/ledger.ts';
import {
  actOnSchedule,
  changeSchedule,
  createSchedule,
  type ScheduleTerms,
} from '../../../db/schedules/acts.ts';
import { findSchedule } from '../../../db/schedules/reads.ts';
import type { OccurrenceRow, ScheduleView } from '../../../db/schedules/view.ts';
import { formatDate } from '../../../ledger/calendar-date.ts';
import type { Recurrence } from '../../../ledger/schedule.ts';
import { fundIn, openAccountIn, openCustomerIn } from '../bank/books.ts';

export const DAILY: Recurrence = {
  frequency: 'daily',
  interval: 1,
  dayOfMonth: null,
  dayOfWeek: null,
  count: null,
  endDate: null,
};

/** The fields of a schedule that a test sets; the others have defaults. */
export type TermsFields = Partial<Omit<ScheduleTerms, 'recurrence'>> & {
  readonly every?: Partial<Recurrence>;
};

export type Planner = Awaited<ReturnType<typeof openPlanner>>;

/** Opens a developer with two EUR accounts, the first with `funds` minor units. */
export async function openPlanner(ledger: Ledger, funds = 100_000) {
  const { raw } = ledger.database;
  const tenantId = `dev_${randomUUID()}`;
  const customerId = await openCustomerIn(ledger, tenantId);
  const from = await openAccountIn(ledger, tenantId, customerId, funds);
  const to = await openAccountIn(ledger, tenantId, customerId, 0);
  const order = {
    tenantId,
    requestHash: Buffer.alloc(32, 1),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  };
  const termsOf = ({ every = {}, ...fields }: TermsFields): ScheduleTerms => {
    const timezone = fields.timezone ?? 'UTC';
    return {
      sourceAccountId: from,
      destinationAccountId: to,
      currency: 'EUR',
      amountType: 'fixed',
      amount: 100,
      description: null,
      startDate: formatDate(wallClockOf(ledger.clock(tenantId), timezone).date + 1),
      localTimeMs: 0,
      timezone,
      convention: 'none',
      calendar: 'weekends',
      catchUp: 'latest',
      onInsufficientFunds: 'retry',
      retryAttempts: 3,
      retryIntervalHours: 24,
      maxConsecutiveFailures: 3,
      notifyDaysBefore: null,
      metadata: '{}',
      ...fields,
      recurrence: JSON.stringify({ ...DAILY, ...every }),
    };
  };

  return {
    tenantId,
    from,
    to,
    customerId,
    order,
    /** Creates a schedule that starts tomorrow unless the terms say otherwise. */
    async schedule(terms: TermsFields = {}): Promise<string> {
      const outcome = await ledger.run(createSchedule, { ...order, terms: termsOf(terms) });
      return outcome.id;
    },
    create: (terms: TermsFields) => ledger.run(createSchedule, { ...order, terms: termsOf(terms) }),
    change: (scheduleId: string, terms: Partial<ScheduleTerms>) =>
      ledger.run(changeSchedule, { ...order, scheduleId, ifVersion: null, terms }),
    act: (scheduleId: string, act: 'pause' | 'resume' | 'cancel' | 'skip' | 'run-now') =>
      ledger.run(actOnSchedule, { ...order, scheduleId, act, reason: null, ifVersion: null }),
    read: async (id: string): Promise<ScheduleView> => {
      const schedule = await findSchedule(ledger, tenantId, id);
      if (!schedule) throw new Error(`no schedule ${id}`);
      return schedule;
    },
    /** Oldest first. */
    occurrences: (scheduleId: string) =>
      raw
        .prepare<[string], OccurrenceRow>(
          `SELECT id, local_date AS localDate, nominal_date AS nominalDate, due_at AS dueAt, status,
           status_code AS statusCode, attempts, amount, transaction_id AS transactionId,
           wake_at AS wakeAt FROM occurrences WHERE schedule_id = ? ORDER BY id`,
        )
        .all(scheduleId),
    /**
     * Counts the transfers of a schedule by day; more than one posted transfer on a day would be a
     * loss of money.
     */
    transfers: (scheduleId: string) =>
      raw
        .prepare<[string], { date: string; status: string; amount: number }>(
          `SELECT o.local_date AS date, t.status, t.amount FROM transactions t
           JOIN occurrences o ON o.id = t.occurrence_id WHERE t.schedule_id = ?
           ORDER BY o.local_date, t.id`,
        )
        .all(scheduleId),
    events: () =>
      raw
        .prepare<[string], string>(
          "SELECT type FROM events WHERE tenant_id = ? AND type LIKE 'schedule%' ORDER BY sequence",
        )
        .pluck()
        .all(tenantId),
    balance: (id: string) =>
      raw.prepare<[string], number>('SELECT posted FROM accounts WHERE id = ?').pluck().get(id),
    fund: (amount: number) => fundIn(ledger, tenantId, from, amount),
  };
}
