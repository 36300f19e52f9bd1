// Acts on mails. A mail is queued in the database transaction of the act that it reports, and a
// workflow sends it.

import { DAY_MS } from '../../ledger/durations.ts';
import { act } from '../kernel/act.ts';
import { insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { mails } from './tables.ts';

export type MailRow = typeof mails.$inferSelect;

/** Returns the context in which the body of a mail is sealed (db/kernel/seal.ts). */
export function mailContext({ subjectId }: Pick<MailRow, 'subjectId'>): string {
  return `mail/${subjectId}`;
}

/** A mail to queue. */
export type MailOrder = Pick<MailRow, 'tenantId' | 'kind' | 'subjectId' | 'recipient'> &
  Pick<MailRow, 'subject' | 'body'> & {
    /** True when the body is sealed in the context `mailContext`. */
    readonly isSealed?: boolean;
  };

export interface MailResult {
  readonly id: string;
  /** `queued` when another attempt follows. */
  readonly status: MailRow['status'];
  readonly error: string | null;
}

/**
 * Maximum number of mails a day for one developer, so that frequent alerts do not make the bank a
 * sender of spam.
 */
const MAX_PER_DAY = 200;
const QUEUED_FIELDS = { status: 'queued', lastError: null } as const;
const OVER_THE_LIMIT = {
  status: 'failed',
  lastError: `Not sent: the developer has had ${MAX_PER_DAY} mails in 24 hours.`,
} as const;

const COUNT_RECENT = 'SELECT count(*) FROM mails WHERE tenant_id = ? AND created_at > ?';
const INSERT = `INSERT INTO mails ${insertOf(mails)}`;
const UPDATE = `UPDATE mails SET status = @status, attempts = attempts + 1, last_error = @error,
  body = CASE WHEN @status = 'queued' THEN body ELSE '' END,
  updated_at = max(updated_at, @at) WHERE id = @id AND status = 'queued'`;
const MAIL_EXISTS = 'SELECT 1 FROM mails WHERE subject_id = ? AND recipient = ? LIMIT 1';

/** Queues a mail. Returns its id, or null when no mail server is configured. */
export const queueMail = act(
  'mail.queue',
  (tx, { isSealed = false, ...order }: MailOrder): string | null => {
    if (!tx.terms.hasMail) return null;
    const { id, at } = mintAt('mail');
    const exceedsLimit =
      (tx.value<number>(COUNT_RECENT, order.tenantId, at - DAY_MS) ?? 0) >= MAX_PER_DAY;
    const state = { ...(exceedsLimit ? OVER_THE_LIMIT : QUEUED_FIELDS), attempts: 0 };
    const times = { createdAt: at, updatedAt: at };
    tx.run(INSERT, { id, ...order, isSealed: isSealed ? 1 : 0, ...state, ...times });
    return id;
  },
);

/** Queues a mail unless the recipient already got a mail about the same subject. */
export const queueMailOnce = act(
  'mail.queue_once',
  (tx, order: MailOrder & { readonly recipient: string }): string | null =>
    tx.get<unknown>(MAIL_EXISTS, order.subjectId, order.recipient) ? null : queueMail(tx, order),
);

/** Records an attempt to send a mail. A mail that was sent or given up does not change. */
export const recordMail = act('mail.record', (tx, { id, status, error }: MailResult): void => {
  tx.run(UPDATE, { id, status, error, at: tx.now() });
});
