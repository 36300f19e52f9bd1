// Writes instructions in plain language and each of their states, with its event, in one database
// transaction. An instruction is confirmed in the commit that accepts its transaction, and ends in
// the commit that ends that transaction: no process can die between the two.

import { INTENT_LASTS_MS, type IntentStatus } from '../../ledger/intent.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { type BusinessClock, businessTimeSql } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { createSchedule, type ScheduleTerms } from '../schedules/acts.ts';
import { intentSteps, intents } from './tables.ts';
import { type IntentRequest, type IntentRow, intentView } from './view.ts';

/** The fields read from an instruction; amounts in minor units. */
export interface IntentOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly conversationId: string | null;
  readonly message: string;
  readonly intent: string;
  readonly reading: object;
  readonly preview: object | null;
  /** Null: nothing can be confirmed. */
  readonly proposal: {
    readonly request: IntentRequest;
    readonly amount: number;
    readonly currency: string;
    readonly sourceAccountId: string | null;
    readonly destinationAccountId: string | null;
  } | null;
  readonly status: Extract<
    IntentStatus,
    'requires_clarification' | 'requires_confirmation' | 'unsupported' | 'refused'
  >;
  readonly reason: { readonly code: string; readonly message: string } | null;
  /** Names the path on which the key of the request was used. */
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface IntentCancel {
  readonly tenantId: string;
  readonly intentId: string;
  readonly cause: Cause;
}

export interface IntentSchedule extends IntentCancel {
  readonly terms: ScheduleTerms;
  readonly requestHash: Buffer;
}

const ENGINE: Cause = { actor: 'workflow', requestId: 'intents', idempotencyKey: null };

const BY_ID = `SELECT ${columnsOf(intents)} FROM intents WHERE id = ?`;
// Expiry by real time for developers without a test clock, and by the test clock of each developer
// that has one. A comparison with a time computed for each row would read all open rows.
const OPEN_INTENT = `status = 'requires_confirmation'`;
const DUE_INTENTS = `SELECT * FROM (
       SELECT ${columnsOf(intents)} FROM intents INDEXED BY intents_to_expire
       WHERE ${OPEN_INTENT} AND expires_at <= @now
       AND expires_at <= ${businessTimeSql('intents.tenant_id', '@now')}
       ORDER BY expires_at LIMIT @limit)
     UNION ALL SELECT * FROM (
       SELECT ${columnsOf(intents, 'i')} FROM clocks k
       CROSS JOIN intents i INDEXED BY intents_to_expire_of_tenant ON i.tenant_id = k.tenant_id
       WHERE i.${OPEN_INTENT} AND i.expires_at > @now
       AND i.expires_at <= coalesce(k.stands_at, @now + k.offset_ms) LIMIT @limit)
     LIMIT @limit`;
const INSERT = `INSERT INTO intents ${insertOf(intents)}`;
const INSERT_STEP = `INSERT INTO intent_steps ${insertOf(intentSteps)}`;
const UPDATE = `UPDATE intents SET status = @status, status_code = @statusCode,
     status_message = @statusMessage, transaction_id = @transactionId, schedule_id = @scheduleId,
     version = @version, updated_at = @updatedAt WHERE id = @id`;

function emitEvent(tx: Tx, row: IntentRow, cause: Cause, previous?: IntentStatus): void {
  const { version, status, updatedAt, statusCode: reason } = row;
  tx.run(INSERT_STEP, {
    intentId: row.id,
    version,
    status,
    at: updatedAt,
    actor: cause.actor,
    reason,
  });
  tx.emit({
    tenantId: row.tenantId,
    type: `intent.${status}`,
    // The state of this very step, even when the event is written after the expiry.
    object: intentView(row, tx.livemode, Number.NEGATIVE_INFINITY),
    ...(previous === undefined ? {} : { previous: { status: previous } }),
    cause,
    at: updatedAt,
  });
}

/** Changes the status of an instruction, with its event. */
export function stepIntent(
  tx: Tx,
  row: IntentRow,
  to: Partial<IntentRow>,
  cause: Cause,
): IntentRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...to, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  emitEvent(tx, next, cause, row.status);
  return next;
}

/** @throws Refusal when the developer has no such instruction */
export function requireIntentRow(tx: Tx, tenantId: string, id: string): IntentRow {
  const row = tx.get<IntentRow>(BY_ID, id);
  if (row?.tenantId !== tenantId) throw new Refusal('intent_not_found');
  return row;
}

/** The state that rules out a confirmation; null when the instruction can be confirmed. */
export function finalState(
  tx: Tx,
  { status, expiresAt, tenantId }: IntentRow,
): IntentStatus | null {
  const isExpired = (expiresAt ?? 0) <= tx.clock(tenantId);
  if (status === 'requires_confirmation' && !isExpired) return null;
  return status === 'requires_confirmation' ? 'expired' : status;
}

/** Records the fields read from an instruction. */
export const recordIntent = act('intent.record', (tx, order: IntentOrder): KeyedResult => {
  const { tenantId, operation, requestHash, cause } = order;
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    const row = newIntent(order, tx.clock);
    tx.run(INSERT, row);
    emitEvent(tx, row, cause);
    const { code: statusCode = null, message: statusMessage = null } = order.reason ?? {};
    stepIntent(tx, row, { status: order.status, statusCode, statusMessage }, cause);
    return row.id;
  });
});

/**
 * Records that an instruction was confirmed, before its transaction is inserted.
 * @throws Refusal when it can no longer be confirmed
 */
export function confirmIntent(tx: Tx, intentId: string, transactionId: string, cause: Cause): void {
  const row = tx.get<IntentRow>(BY_ID, intentId);
  const state = row ? finalState(tx, row) : 'refused';
  if (!row || state) throw closedIntent(state ?? 'refused');
  stepIntent(tx, row, { status: 'confirmed', transactionId }, cause);
}

/** Withdraws an instruction that waits for its confirmation. */
export const cancelIntent = act(
  'intent.cancel',
  (tx, { tenantId, intentId, cause }: IntentCancel): void => {
    const row = requireIntentRow(tx, tenantId, intentId);
    if (row.status === 'canceled') return;
    const state = finalState(tx, row);
    if (state) {
      throw invalidState(
        `The instruction is ${state}: only one that requires confirmation is canceled.`,
      );
    }
    stepIntent(tx, row, { status: 'canceled' }, cause);
  },
);

/** Expires the instructions that are past their time, at most `limit`; returns their number. */
export const expireIntents = act('intent.expire_due', (tx, limit: number): number => {
  const rows = tx.all<IntentRow>(DUE_INTENTS, { now: tx.now(), limit });
  for (const row of rows) stepIntent(tx, row, { status: 'expired' }, ENGINE);
  return rows.length;
});

/** Called with each new status of the transaction of an instruction. */
export function applyTransactionStatus(tx: Tx, transaction: TransactionRow): void {
  const row = tx.get<IntentRow>(BY_ID, transaction.intentId ?? '');
  if (row?.status !== 'confirmed') return;
  const cause = { ...ENGINE, requestId: transaction.requestId };
  if (transaction.status === 'posted') stepIntent(tx, row, { status: 'executed' }, cause);
  else if (ENDED_STATUSES.has(transaction.status)) {
    const statusCode = transaction.statusCode ?? `transaction_${transaction.status}`;
    const statusMessage = transaction.statusMessage ?? `The transaction is ${transaction.status}.`;
    stepIntent(tx, row, { status: 'declined', statusCode, statusMessage }, cause);
  }
}

const ENDED_STATUSES: ReadonlySet<string> = new Set(['declined', 'failed', 'canceled', 'expired']);

function newIntent(order: IntentOrder, clock: BusinessClock): IntentRow {
  const { id, at } = mintDated('intent', order.tenantId, clock);
  const { proposal } = order;
  return {
    id,
    tenantId: order.tenantId,
    customerId: order.customerId,
    conversationId: order.conversationId,
    status: 'parsed',
    statusCode: null,
    statusMessage: null,
    message: order.message,
    intent: order.intent,
    reading: JSON.stringify(order.reading),
    preview: order.preview && JSON.stringify(order.preview),
    operation: proposal && JSON.stringify(proposal.request),
    amount: proposal?.amount ?? null,
    currency: proposal?.currency ?? null,
    sourceAccountId: proposal?.sourceAccountId ?? null,
    destinationAccountId: proposal?.destinationAccountId ?? null,
    expiresAt: proposal && at + INTENT_LASTS_MS,
    transactionId: null,
    scheduleId: null,
    actor: order.cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** Why an instruction in that state cannot be confirmed. */
export function closedIntent(status: IntentStatus): Refusal {
  if (status === 'expired') return new Refusal('confirmation_expired');
  return invalidState(
    `The instruction is ${status}: only one that requires confirmation can be confirmed.`,
  );
}

/** Confirms a scheduled transfer: its schedule is set up in the same commit. */
export const confirmSchedule = act(
  'intent.schedule',
  (tx, { tenantId, intentId, terms, requestHash, cause }: IntentSchedule): KeyedResult => {
    const row = requireIntentRow(tx, tenantId, intentId);
    if (row.scheduleId !== null) return { id: row.scheduleId, replayed: true };
    const refused = finalState(tx, row);
    if (refused) throw closedIntent(refused);
    const order = { tenantId, terms, requestHash, cause: { ...cause, idempotencyKey: null } };
    const { id } = createSchedule(tx, order);
    const confirmed = stepIntent(tx, row, { status: 'confirmed' }, cause);
    stepIntent(tx, confirmed, { status: 'executed', scheduleId: id }, cause);
    return { id, replayed: false };
  },
);
