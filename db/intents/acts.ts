// Writes instructions in plain language and each of their states, with its event, in one database
// transaction. An instruction is confirmed in the commit that accepts its transaction, and ends in
// the commit that ends it: no process can die between the two.

import { INTENT_LASTS_MS, type IntentStatus } from '../../ledger/intent.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { type BusinessClock, businessTimeSql } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { ScheduleActs, ScheduleTerms } from '../schedules/acts.ts';
import { intentSteps, intents } from './tables.ts';
import { type IntentRequest, type IntentRow, intentView } from './view.ts';

/** What was read; amounts in minor units. */
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

export interface IntentActs {
  record(order: IntentOrder): Done;
  /** Withdraws what waits for its confirmation. */
  cancel(order: IntentCancel): void;
  /** Confirms a scheduled transfer: its schedule is set up in the same commit. */
  schedule(order: IntentSchedule): Done;
  /** Writes down which instructions have run out, at most `limit`; returns how many there were. */
  expireDue(limit: number): number;
}

export interface IntentWriter extends Omit<IntentActs, 'schedule'> {
  find(tenantId: string, id: string): IntentRow;
  /** The state in which it cannot be confirmed any more; null: it can. */
  finalState(row: IntentRow): IntentStatus | null;
  /**
   * Writes down that it was confirmed, before its transaction is inserted.
   * @throws Refusal when it cannot be confirmed any more
   */
  confirm(intentId: string, transactionId: string, cause: Cause): void;
  /** Called with each new status of the transaction of an instruction. */
  transactionMoved(moved: TransactionRow): void;
  step(row: IntentRow, to: Partial<IntentRow>, cause: Cause): IntentRow;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

const ENGINE: Cause = { actor: 'workflow', requestId: 'intents', idempotencyKey: null };

/** Call its functions inside `database.write` only. */
export function intentWriter(deps: Deps): IntentWriter {
  const { raw } = deps.database;
  const byId = raw.prepare<[string], IntentRow>(
    `SELECT ${columnsOf(intents)} FROM intents WHERE id = ?`,
  );
  const open = `status = 'requires_confirmation'`;
  // By real time where no clock was moved, and by its clock for each developer that has one: a
  // comparison with a time that is computed for each row would read all that is open.
  const due = raw.prepare<[{ now: number; limit: number }], IntentRow>(
    `SELECT * FROM (
       SELECT ${columnsOf(intents)} FROM intents INDEXED BY intents_to_expire
       WHERE ${open} AND expires_at <= @now
       AND expires_at <= ${businessTimeSql('intents.tenant_id', '@now')}
       ORDER BY expires_at LIMIT @limit)
     UNION ALL SELECT * FROM (
       SELECT ${columnsOf(intents, 'i')} FROM clocks k
       CROSS JOIN intents i INDEXED BY intents_to_expire_of_tenant ON i.tenant_id = k.tenant_id
       WHERE i.${open} AND i.expires_at > @now
       AND i.expires_at <= coalesce(k.stands_at, @now + k.offset_ms) LIMIT @limit)
     LIMIT @limit`,
  );
  const insert = raw.prepare(`INSERT INTO intents ${insertOf(intents)}`);
  const insertStep = raw.prepare(`INSERT INTO intent_steps ${insertOf(intentSteps)}`);
  const update = raw.prepare(
    `UPDATE intents SET status = @status, status_code = @statusCode,
     status_message = @statusMessage, transaction_id = @transactionId, schedule_id = @scheduleId,
     version = @version, updated_at = @updatedAt WHERE id = @id`,
  );

  function emitEvent(row: IntentRow, cause: Cause, previous?: IntentStatus): void {
    const { version, status, updatedAt: at, statusCode: reason } = row;
    insertStep.run({ intentId: row.id, version, status, at, actor: cause.actor, reason });
    deps.emit({
      tenantId: row.tenantId,
      type: `intent.${status}`,
      // What was true in this very step, however late it is written.
      object: intentView(row, deps.livemode, Number.NEGATIVE_INFINITY),
      ...(previous === undefined ? {} : { previous: { status: previous } }),
      cause,
      at,
    });
  }

  function step(row: IntentRow, to: Partial<IntentRow>, cause: Cause): IntentRow {
    const updatedAt = Math.max(deps.clock(row.tenantId), row.updatedAt);
    const next = { ...row, ...to, version: row.version + 1, updatedAt };
    update.run(next);
    emitEvent(next, cause, row.status);
    return next;
  }

  function find(tenantId: string, id: string): IntentRow {
    const row = byId.get(id);
    if (row?.tenantId !== tenantId) throw new Refusal('intent_not_found');
    return row;
  }

  function finalState({ status, expiresAt, tenantId }: IntentRow): IntentStatus | null {
    const isOver = (expiresAt ?? 0) <= deps.clock(tenantId);
    if (status === 'requires_confirmation' && !isOver) return null;
    return status === 'requires_confirmation' ? 'expired' : status;
  }

  return {
    find,
    finalState,
    step,
    record(order) {
      const { tenantId, operation, requestHash, cause } = order;
      const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
      return deps.keys.once(use, deps.now(), () => {
        const row = newIntent(order, deps.clock);
        insert.run(row);
        emitEvent(row, cause);
        const { code: statusCode = null, message: statusMessage = null } = order.reason ?? {};
        step(row, { status: order.status, statusCode, statusMessage }, cause);
        return row.id;
      });
    },
    confirm(intentId, transactionId, cause) {
      const row = byId.get(intentId);
      const state = row ? finalState(row) : 'refused';
      if (!row || state) throw closedIntent(state ?? 'refused');
      step(row, { status: 'confirmed', transactionId }, cause);
    },
    cancel({ tenantId, intentId, cause }) {
      const row = find(tenantId, intentId);
      if (row.status === 'canceled') return;
      const state = finalState(row);
      if (state) {
        throw invalidState(
          `The instruction is ${state}: only one that requires confirmation is canceled.`,
        );
      }
      step(row, { status: 'canceled' }, cause);
    },
    expireDue(limit) {
      const rows = due.all({ now: deps.now(), limit });
      for (const row of rows) step(row, { status: 'expired' }, ENGINE);
      return rows.length;
    },
    transactionMoved(moved) {
      const row = byId.get(moved.intentId ?? '');
      if (row?.status !== 'confirmed') return;
      const cause = { ...ENGINE, requestId: moved.requestId };
      if (moved.status === 'posted') step(row, { status: 'executed' }, cause);
      else if (ENDED.has(moved.status)) {
        const statusCode = moved.statusCode ?? `transaction_${moved.status}`;
        const statusMessage = moved.statusMessage ?? `The transaction is ${moved.status}.`;
        step(row, { status: 'declined', statusCode, statusMessage }, cause);
      }
    },
  };
}

const ENDED: ReadonlySet<string> = new Set(['declined', 'failed', 'canceled', 'expired']);

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

/** The acts of the API, with the schedules that they set up. */
export function intentActs(
  writer: IntentWriter,
  schedules: Pick<ScheduleActs, 'create'>,
): IntentActs {
  return {
    record: writer.record,
    cancel: writer.cancel,
    expireDue: writer.expireDue,
    schedule({ tenantId, intentId, terms, requestHash, cause }) {
      const row = writer.find(tenantId, intentId);
      if (row.scheduleId !== null) return { id: row.scheduleId, replayed: true };
      const refused = writer.finalState(row);
      if (refused) throw closedIntent(refused);
      const order = { tenantId, terms, requestHash, cause: { ...cause, idempotencyKey: null } };
      const { id } = schedules.create(order);
      const confirmed = writer.step(row, { status: 'confirmed' }, cause);
      writer.step(confirmed, { status: 'executed', scheduleId: id }, cause);
      return { id, replayed: false };
    },
  };
}

/** Why an instruction in that state cannot be confirmed. */
export function closedIntent(status: IntentStatus): Refusal {
  if (status === 'expired') return new Refusal('confirmation_expired');
  return invalidState(
    `The instruction is ${status}: only one that requires confirmation can be confirmed.`,
  );
}
