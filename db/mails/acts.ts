// Mails under lock: each is queued in the database transaction of what it is about, and a workflow
// sends it.

import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { mails } from './tables.ts';

export type MailRow = typeof mails.$inferSelect;

/** What a sealed body is bound to. */
export function mailContext({ subjectId }: Pick<MailRow, 'subjectId'>): string {
  return `mail/${subjectId}`;
}

/** A mail that is to be sent. */
export type MailOrder = Pick<MailRow, 'tenantId' | 'kind' | 'subjectId' | 'recipient'> &
  Pick<MailRow, 'subject' | 'body'> & {
    /** The body is sealed with `mailContext`. */
    readonly isSealed?: boolean;
  };

export interface MailResult {
  /** `queued`: another attempt follows. */
  readonly status: MailRow['status'];
  readonly error: string | null;
}

export interface MailActs {
  /** False: no mail server is configured. */
  readonly isOn: boolean;
  /** Queues a mail; returns its id, or null where no mail server is configured. */
  queue(order: MailOrder): string | null;
  /** Queues it unless the recipient was mailed about that subject before. */
  queueOnce(order: MailOrder & { readonly recipient: string }): string | null;
  /** Records an attempt. A mail that was sent or given up stays as it is. */
  record(id: string, result: MailResult): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of one developer: an alert at every change must not make the bank a sender of spam. */
const MOST_PER_DAY = 200;
const QUEUED = { status: 'queued', lastError: null } as const;
const OVER_THE_LIMIT = {
  status: 'failed',
  lastError: `Not sent: the developer has had ${MOST_PER_DAY} mails in 24 hours.`,
} as const;

/**
 * Call its functions inside `database.write` only.
 * @param isOn false: no mail server is configured, and nothing is queued
 */
export function mailWriter(deps: {
  readonly database: Database;
  readonly now: () => number;
  readonly isOn: boolean;
}): MailActs {
  const { raw } = deps.database;
  const lately = raw
    .prepare<[string, number], number>(
      'SELECT count(*) FROM mails WHERE tenant_id = ? AND created_at > ?',
    )
    .pluck();
  const insert = raw.prepare<[MailRow]>(`INSERT INTO mails ${insertOf(mails)}`);
  const update = raw.prepare(
    `UPDATE mails SET status = @status, attempts = attempts + 1, last_error = @error,
     body = CASE WHEN @status = 'queued' THEN body ELSE '' END,
     updated_at = max(updated_at, @at) WHERE id = @id AND status = 'queued'`,
  );
  const about = raw.prepare<[string, string]>(
    'SELECT 1 FROM mails WHERE subject_id = ? AND recipient = ? LIMIT 1',
  );

  function queue({ isSealed = false, ...order }: MailOrder): string | null {
    if (!deps.isOn) return null;
    const { id, at } = mintAt('mail');
    const isOver = (lately.get(order.tenantId, at - DAY_MS) ?? 0) >= MOST_PER_DAY;
    const state = { ...(isOver ? OVER_THE_LIMIT : QUEUED), attempts: 0 };
    const times = { createdAt: at, updatedAt: at };
    insert.run({ id, ...order, isSealed: isSealed ? 1 : 0, ...state, ...times });
    return id;
  }

  return {
    isOn: deps.isOn,
    queue,
    queueOnce: (order) => (about.get(order.subjectId, order.recipient) ? null : queue(order)),
    record(id, { status, error }) {
      update.run({ id, status, error, at: deps.now() });
    },
  };
}
