// Records attempts of deliveries. One database transaction writes the attempt, the new state of the
// delivery and of the endpoint, and stops an endpoint that has failed too long or is gone.

import { DOWN_AFTER_FAILURES } from '../../ledger/webhook.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { type DeliveryStatus, deliveries, deliveryAttempts, mailboxes } from './delivery-tables.ts';
import { stopEndpoint } from './endpoints.ts';

/** The result of one attempt, to be recorded. */
export interface AttemptRecord {
  readonly deliveryId: string;
  /** Time of the attempt, milliseconds since 1970 UTC. */
  readonly at: number;
  readonly delivered: boolean;
  readonly httpStatus: number | null;
  readonly fault: string | null;
  readonly message: string | null;
  readonly excerpt: string | null;
  readonly durationMs: number;
  /** Milliseconds until the next attempt; null makes it a dead letter. */
  readonly retryInMs: number | null;
  /** Milliseconds of failures after which the endpoint is stopped. */
  readonly stopAfterMs: number;
}

export interface AttemptOutcome {
  readonly status: DeliveryStatus;
  /** Consecutive failures of the endpoint before this attempt. */
  readonly failuresBefore: number;
  /** True when the bank stopped the endpoint after this attempt. */
  readonly stopped: boolean;
}

/** A step that makes the retries of a recovered endpoint due. */
export interface RecoveryStep {
  readonly endpointId: string;
  /** Id of the last delivery of the previous step; '' for the first step. */
  readonly after: string;
}

type DeliveryRow = typeof deliveries.$inferSelect;
type MailboxRow = typeof mailboxes.$inferSelect;

const ENGINE: Cause = { actor: 'workflow', requestId: 'workflow', idempotencyKey: null };
/** HTTP 410: the receiver wants no more events. */
const STATUS_GONE = 410;
/** Retries of a recovered endpoint that one database transaction makes due. */
const RECOVERY_STEP = 1_000;

const DELIVERY = `SELECT ${columnsOf(deliveries)} FROM deliveries WHERE id = ?`;
const MAILBOX = `SELECT ${columnsOf(mailboxes)} FROM mailboxes WHERE endpoint_id = ?`;
const INSERT_ATTEMPT = `INSERT INTO delivery_attempts ${insertOf(deliveryAttempts)}`;
const UPDATE = `UPDATE deliveries SET status = @status, attempts = @attempts, failures = @failures,
  next_attempt_at = @nextAttemptAt, updated_at = @updatedAt, delivered_at = @deliveredAt
  WHERE id = @id`;
const RECORD_OUTCOME = `UPDATE mailboxes SET failures_in_row = @failuresInRow, failing_since = @failingSince,
  last_success_at = @lastSuccessAt, last_failure_at = @lastFailureAt
  WHERE endpoint_id = @endpointId`;
const RETRYING_DELIVERIES = `SELECT id FROM deliveries WHERE endpoint_id = ? AND status = 'retrying' AND id > ?
  ORDER BY id LIMIT ?`;
const BRING_FORWARD = 'UPDATE deliveries SET next_attempt_at = created_at WHERE id = ?';
const RESET_FAILURES =
  'UPDATE mailboxes SET failures_in_row = 0, failing_since = NULL WHERE endpoint_id = ?';

/** Records an attempt. Returns null when the delivery or its endpoint does not exist. */
export const recordAttempt = act(
  'delivery.record',
  (tx, attempt: AttemptRecord): AttemptOutcome | null => {
    const row = tx.get<DeliveryRow>(DELIVERY, attempt.deliveryId);
    const mailbox = row && tx.get<MailboxRow>(MAILBOX, row.endpointId);
    if (!row || !mailbox) return null;
    const next = afterAttempt(row, attempt);
    const { at, httpStatus, fault, message, excerpt, durationMs } = attempt;
    tx.run(INSERT_ATTEMPT, {
      deliveryId: row.id,
      number: next.attempts,
      endpointId: row.endpointId,
      at,
      httpStatus,
      fault,
      message,
      excerpt,
      durationMs,
    });
    tx.run(UPDATE, next);
    const nextMailbox = mailboxAfter(mailbox, attempt);
    tx.run(RECORD_OUTCOME, nextMailbox);
    return {
      status: next.status,
      failuresBefore: mailbox.failuresInRow,
      stopped: !attempt.delivered && stopIfFailing(tx, attempt, nextMailbox),
    };
  },
);

/**
 * Makes some of an endpoint's retries due. Returns the id of the last retry, or null after the last
 * step.
 */
export const recoverEndpoint = act(
  'delivery.recover',
  (tx, { endpointId, after }: RecoveryStep): string | null => {
    const ids = tx.values<string>(RETRYING_DELIVERIES, endpointId, after, RECOVERY_STEP);
    for (const id of ids) tx.run(BRING_FORWARD, id);
    if (ids.length === RECOVERY_STEP) return ids.at(-1) ?? null;
    tx.run(RESET_FAILURES, endpointId);
    return null;
  },
);

function stopIfFailing(tx: Tx, record: AttemptRecord, mailbox: MailboxRow): boolean {
  const { endpointId, failingSince } = mailbox;
  if (record.httpStatus === STATUS_GONE) {
    const message = 'The endpoint answered 410 (Gone), so the bank sends it no more events.';
    stopEndpoint(tx, { endpointId, code: 'gone', message, cause: ENGINE });
    return true;
  }
  if (failingSince === null || record.at - failingSince < record.stopAfterMs) return false;
  const message = `No delivery has succeeded since ${new Date(failingSince).toISOString()}.`;
  stopEndpoint(tx, { endpointId, code: 'failing', message, cause: ENGINE });
  return true;
}

/** Returns a delivery after an attempt. A delivery that has already ended does not change. */
function afterAttempt(row: DeliveryRow, attempt: AttemptRecord): DeliveryRow {
  const endedAt = Math.max(attempt.at + attempt.durationMs, row.updatedAt);
  const countedRow = { ...row, attempts: row.attempts + 1, updatedAt: endedAt };
  if (row.status === 'delivered' || row.status === 'failed') return countedRow;
  if (attempt.delivered) {
    return { ...countedRow, status: 'delivered', nextAttemptAt: null, deliveredAt: endedAt };
  }
  const failures = row.failures + 1;
  if (attempt.retryInMs === null || attempt.httpStatus === STATUS_GONE) {
    return { ...countedRow, failures, status: 'failed', nextAttemptAt: null };
  }
  const nextAttemptAt = endedAt + attempt.retryInMs;
  return { ...countedRow, failures, status: 'retrying', nextAttemptAt };
}

function mailboxAfter(mailbox: MailboxRow, { at, delivered }: AttemptRecord): MailboxRow {
  if (!delivered) {
    const failingSince = mailbox.failingSince ?? at;
    return {
      ...mailbox,
      failuresInRow: mailbox.failuresInRow + 1,
      failingSince,
      lastFailureAt: at,
    };
  }
  const succeeded = { ...mailbox, lastSuccessAt: at };
  // An endpoint that was down counts as down until its retries were made due.
  if (mailbox.failuresInRow >= DOWN_AFTER_FAILURES) return succeeded;
  return { ...succeeded, failuresInRow: 0, failingSince: null };
}
