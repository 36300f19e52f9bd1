// Applications for production: when operators are reminded of a pending one, and when it expires
// without a decision.

import type { Operator } from '../db/platform/operators.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { DAY_MS } from '../ledger/durations.ts';
import { invalidState } from '../ledger/refusal.ts';
import { mayDo } from './operator-roles.ts';

/** Ages at which operators are reminded, and the age at which an application expires. */
export interface ApplicationTerms {
  readonly remindAfterMs: readonly number[];
  readonly expireAfterMs: number;
}

export const APPLICATION_TERMS: ApplicationTerms = {
  remindAfterMs: [1, 3, 7, 14, 21].map((days) => days * DAY_MS),
  expireAfterMs: 30 * DAY_MS,
};

/** Actor of the expiry in the audit log. */
const EXPIRY_ACTOR = 'workflow';
const REASON = 'The bank has not decided in time. Apply again, and state your plans.';

/** State of an application. */
export interface ApplicationState {
  readonly status: Developer['applicationStatus'] | 'gone';
  /** The next step that is due. */
  readonly due: 'reminder' | 'expiry' | null;
  /** Number of the reminder that is due or comes next, from 1. */
  readonly reminder: number;
  /** Milliseconds until the next step is due. */
  readonly waitMs: number;
}

export interface ApplicationFiling {
  readonly developerId: string;
  readonly useCase: string;
  readonly expectedVolume: string | null;
  /** The credential of the request. */
  readonly by: string;
}

export interface ApplicationStore {
  stateOf(applicationId: string): ApplicationState;
  /** Active operators who may decide on applications. */
  deciders(): Operator[];
  /** Records a reminder. Idempotent. */
  noteReminder(applicationId: string, reminder: number): Promise<void>;
  /** Ends an expired application; null when it is decided or not expired. */
  expire(applicationId: string): Promise<Developer | null>;
  /**
   * Files an application. Idempotent.
   * @throws Refusal when it was filed with other terms, or is decided
   */
  file(application: ApplicationFiling): Promise<Developer>;
  /** Number of filed applications without a decision. */
  count(): number;
  /**
   * Developers with pending applications, newest first.
   * @param before only older than this id
   */
  pending(before: string | null, limit: number): Developer[];
}

/** @param now milliseconds since 1970 UTC */
export function createApplicationStore(
  rows: PlatformRows,
  now: () => number,
  terms: ApplicationTerms = APPLICATION_TERMS,
): ApplicationStore {
  function stateOf(applicationId: string): ApplicationState {
    const row = rows.findByApplication(applicationId);
    if (row?.appliedAt == null) return { status: 'gone', due: null, reminder: 0, waitMs: 0 };
    const status = row.applicationStatus;
    const reminder = rows.applications.reminders(applicationId) + 1;
    if (status !== 'pending') return { status, due: null, reminder, waitMs: 0 };
    const age = now() - row.appliedAt;
    if (age >= terms.expireAfterMs) return { status, due: 'expiry', reminder, waitMs: 0 };
    const next = terms.remindAfterMs[reminder - 1] ?? terms.expireAfterMs;
    const isLast = reminder > terms.remindAfterMs.length;
    if (age >= next && !isLast) return { status, due: 'reminder', reminder, waitMs: 0 };
    return { status, due: null, reminder, waitMs: Math.min(next, terms.expireAfterMs) - age };
  }

  return {
    stateOf,
    deciders: () =>
      rows.operators
        .active()
        .filter(({ roles }) => mayDo(new Set(roles.split(' ')), 'decideApplication')),
    noteReminder: (applicationId, reminder) =>
      rows.write(() => {
        const time = now();
        if (!rows.applications.addReminder(applicationId, reminder, time)) return;
        auditTimer(rows, { at: time, action: 'application.reminded', applicationId }, { reminder });
      }),
    expire: (applicationId) =>
      rows.write(() => {
        const row = rows.findByApplication(applicationId);
        if (!row || stateOf(applicationId).due !== 'expiry') return null;
        const time = now();
        const next: Developer = {
          ...row,
          applicationStatus: 'rejected',
          applicationReason: REASON,
          decidedBy: EXPIRY_ACTOR,
          decidedAt: time,
          version: row.version + 1,
          updatedAt: time,
        };
        rows.updateDeveloper(next);
        const event = { at: time, action: 'application.expired', applicationId };
        auditTimer(rows, event, { reason: REASON });
        return next;
      }),
    file: (application) => rows.write(() => fileApplication(rows, application, now())),
    count: () => rows.countApplications(),
    pending: (before, limit) =>
      rows.listDevelopers('pending', { startingAfter: before, limit }).data.slice(),
  };
}

function fileApplication(rows: PlatformRows, filing: ApplicationFiling, now: number): Developer {
  const { developerId, useCase, expectedVolume, by } = filing;
  const row = rows.findDeveloper(developerId);
  if (!row) throw new Error('the developer of a key is gone');
  if (row.applicationStatus !== 'pending') {
    throw invalidState(`The application is already ${row.applicationStatus}.`);
  }
  if (row.appliedAt !== null) {
    if (row.useCase === useCase && row.expectedVolume === expectedVolume) return row;
    throw invalidState('Production was asked for already, with another use case or volume.');
  }
  const version = row.version + 1;
  const next = { ...row, useCase, expectedVolume, appliedAt: now, version, updatedAt: now };
  rows.updateDeveloper(next);
  const auditEntry = {
    at: now,
    actor: by,
    action: 'application.filed',
    objectId: row.applicationId,
  };
  const detail = JSON.stringify({ developerId, expectedVolume });
  rows.insertAudit({ ...auditEntry, environment: 'production', detail });
  return next;
}

interface TimerEvent {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly action: string;
  readonly applicationId: string;
}

/** Writes the audit row of an act that a timer performed, not a person. */
function auditTimer(rows: PlatformRows, event: TimerEvent, detail: object): void {
  const { at, action, applicationId } = event;
  rows.insertAudit({
    ...{ at, action, actor: EXPIRY_ACTOR, objectId: applicationId },
    ...{ environment: 'production', detail: JSON.stringify(detail) },
  });
}
