// Writes the row of a transaction and, with each of its steps, status, timeline and events
// together.

import type { EventType } from '../../ledger/event.ts';
import type { Rejection } from '../../ledger/rejection.ts';
import type { Stage, TransactionStatus } from '../../ledger/transaction.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { exchanges } from '../exchange/tables.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, inserter, insertOf } from '../kernel/columns.ts';
import { riskFinder } from '../kernel/find-risk.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import type { BookedParts, HoldRow, TransactionRow } from '../kernel/rows.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { holds, transactions } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { railFinder } from '../rails/find-payment.ts';
import { factsOf } from './event-facts.ts';
import { notifyOwners, paymentLinks } from './followers.ts';
import { itemFees } from './item-fees.ts';
import { transactionsAtRest } from './transactions-at-rest.ts';
import { type TransactionParts, type TransactionView, transactionView } from './view.ts';
import { partsOf } from './views.ts';

/** The reason of an end that is not a rejection by the money rules. */
interface Reason extends Pick<Rejection, 'message'> {
  readonly code: string;
  readonly limit?: undefined;
  readonly pointer?: undefined;
}

/** One step of a transaction. Omitted fields stay unchanged. */
export interface Step {
  readonly status: TransactionStatus;
  readonly stage: Stage;
  /** In the order of the log. Empty when another step of the same commit emits the events. */
  readonly events: readonly EventType[];
  readonly reason?: Rejection | Reason | null;
  readonly workflow?: { readonly id: string; readonly runId: string | null };
  readonly booked?: BookedParts;
  /** The total amount reversed so far, minor units. */
  readonly amountReversed?: number;
  readonly expiresAt?: number | null;
  readonly hold?: HoldRow | null;
  /** The risk decision of this step; when omitted, the earlier decision applies. */
  readonly risk?: RiskDecisionRow | null;
  readonly cause: Cause;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

export interface TransactionWriter {
  find(id: string): TransactionRow | undefined;
  holdOf(transactionId: string): HoldRow | null;
  /** Terms of an exchange. */
  exchangeOf(transactionId: string): ExchangeRow | null;
  insert(row: TransactionRow, cause: Cause, terms?: ExchangeRow): void;
  /**
   * Begins a transaction whose first step follows in this commit with the same row object: the row
   * is written once, with that step. `insertBegun` writes it earlier, for a table that refers to it.
   */
  beginRow(row: TransactionRow, cause: Cause): void;
  /** Writes a row given to `beginRow` that no step has written yet; does nothing for any other row. */
  insertBegun(row: TransactionRow): void;
  /** Writes one step and returns the transaction as a waiting client sees it. */
  writeStep(row: TransactionRow, step: Step): TransactionView;
  /** Replaces the metadata of the transaction. */
  replaceMetadata(row: TransactionRow, metadata: string, origin: Pick<Step, 'cause' | 'at'>): void;
  /** Records the start of the workflow that these transactions at rest name. */
  noteStart(ids: readonly string[], workflow: WorkflowRef, time: number): void;
  /**
   * Records the start of the transaction's own workflow. Does nothing for a row that names another
   * workflow, which is started separately.
   */
  noteOwnStart(transactionId: string, time: number): void;
  /** Sets the workflow of a row that came to rest without one. */
  setWorkflow(row: TransactionRow, workflow: WorkflowRef, time: number): void;
}

const CREATED_EVENTS = ['transaction.created'] as const;
const RETURNED_EVENT = 'transaction.returned';
const UPDATED_EVENTS = ['transaction.updated'] as const;
const NOT_BOOKED = {
  entries: [],
  fees: [],
  hold: null,
  leafHash: null,
  reversedBy: [],
  risk: null,
};

/**
 * Writes and finds the rows of transactions. Call the writing functions inside `database.write`
 * only.
 */
export const transactionRows = prepareOnce((tx: Tx): TransactionWriter => {
  const { database, emit, livemode } = tx;
  const atRest = transactionsAtRest(tx);
  const { raw } = database;
  const rails = railFinder(database);
  const riskOf = riskFinder(database);
  const reading = { database, livemode };
  const feesOf = itemFees(database);
  const byId = raw.prepare<[string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id = ?`,
  );
  const holdByTransaction = raw.prepare<[string], HoldRow>(
    `SELECT ${columnsOf(holds)} FROM holds WHERE transaction_id = ?`,
  );
  const termsByTransaction = raw.prepare<[string], ExchangeRow>(
    `SELECT ${columnsOf(exchanges)} FROM exchanges WHERE transaction_id = ?`,
  );
  const insertTerms = raw.prepare(`INSERT INTO exchanges ${insertOf(exchanges)}`);
  const insertRow = inserter(raw, transactions);
  const insertStep = raw.prepare('INSERT INTO timeline VALUES (?, ?, ?, ?, ?, ?, ?)');
  const update = raw.prepare(
    `UPDATE transactions SET status = @status, stage = @stage, status_code = @statusCode,
     status_message = @statusMessage, status_detail = @statusDetail, workflow_id = @workflowId,
     workflow_run_id = @workflowRunId, ledger_sequence = @ledgerSequence, posted_at = @postedAt,
     amount_posted = @amountPosted, amount_reversed = @amountReversed, expires_at = @expiresAt,
     version = @version, updated_at = @updatedAt, workflow_started_at = @workflowStartedAt
     WHERE id = @id`,
  );
  const markStarted = raw.prepare<[number, string, string]>(
    `UPDATE transactions INDEXED BY transactions_unstarted SET workflow_started_at = ?
     WHERE workflow_id = ? AND workflow_started_at IS NULL AND stage <> 'accepted'
     AND +id IN ${IN_GIVEN_LIST}`,
  );
  const markOwnStarted = raw.prepare<[string, number, string, string]>(
    `UPDATE transactions SET workflow_id = ?, workflow_started_at = ?
     WHERE id = ? AND workflow_started_at IS NULL AND stage <> 'accepted'
     AND (workflow_id IS NULL OR workflow_id = ?)`,
  );
  const updateWorkflow = raw.prepare<[string, string | null, number, string]>(
    `UPDATE transactions SET workflow_id = ?, workflow_run_id = ?, workflow_started_at = ?
     WHERE id = ?`,
  );

  const updateMetadata = raw.prepare(
    `UPDATE transactions SET current_metadata = @currentMetadata, version = @version,
     updated_at = @updatedAt WHERE id = @id`,
  );

  /** Rows whose first step follows in the current commit. */
  const startedRows = new WeakSet<TransactionRow>();

  function insertTimelineStep(row: TransactionRow, actor: string, reason: string | null): void {
    insertStep.run(row.id, row.version, row.status, row.stage, row.updatedAt, actor, reason);
  }

  /** Reads the terms of an exchange; other types cost no query. */
  function exchangeOf({ id, type }: TransactionRow): ExchangeRow | null {
    return type === 'exchange' ? (termsByTransaction.get(id) ?? null) : null;
  }

  function emitEvents(
    parts: Omit<TransactionParts, 'exchange' | 'rail' | 'livemode'>,
    events: readonly EventType[],
    cause: Cause,
    previous?: Partial<Pick<TransactionView, 'status' | 'metadata'>>,
  ) {
    const { row } = parts;
    const all = { ...parts, exchange: exchangeOf(row), rail: rails.find(row), livemode };
    const view = transactionView(all);
    if (events.length === 0) return view;
    const facts = factsOf(all, view, cause.idempotencyKey);
    for (const type of events) {
      emit({
        tenantId: row.tenantId,
        type,
        object: view,
        facts,
        previous,
        cause,
        at: row.updatedAt,
      });
    }
    return view;
  }

  function emitCreated(row: TransactionRow, cause: Cause): void {
    insertTimelineStep(row, cause.actor, null);
    const view = emitEvents({ row, ...NOT_BOOKED }, CREATED_EVENTS, cause);
    if (row.paymentId !== null) paymentLinks(tx).emitEvents(tx, row, view, CREATED_EVENTS, cause);
  }

  return {
    find: (id) => byId.get(id),
    holdOf: (id) => holdByTransaction.get(id) ?? null,
    exchangeOf: (id) => termsByTransaction.get(id) ?? null,
    insert(row, cause, terms) {
      insertRow(row);
      if (terms) insertTerms.run(terms);
      emitCreated(row, cause);
    },
    beginRow(row, cause) {
      startedRows.add(row);
      emitCreated(row, cause);
    },
    insertBegun(row) {
      if (startedRows.delete(row)) insertRow(row);
    },
    writeStep(row, step) {
      const { booked, workflow, reason, hold = null } = step;
      const next: TransactionRow = {
        ...(booked?.row ?? row),
        status: step.status,
        stage: step.stage,
        ...(reason === undefined ? {} : reasonColumns(row, reason)),
        workflowId: workflow?.id ?? row.workflowId,
        workflowRunId: workflow ? workflow.runId : row.workflowRunId,
        workflowStartedAt: workflowStartOf(row, step),
        amountReversed: step.amountReversed ?? row.amountReversed,
        expiresAt: step.expiresAt === undefined ? row.expiresAt : step.expiresAt,
        version: row.version + 1,
        updatedAt: Math.max(step.at, row.updatedAt),
      };
      if (startedRows.delete(row)) insertRow(next);
      else update.run(next);
      insertTimelineStep(next, step.cause.actor, reason?.code ?? null);
      const risk = step.risk === undefined ? riskOf(row) : step.risk;
      const { id } = row;
      const bookedParts = booked && { ...booked, fees: feesOf({ id, entries: booked.entries }) };
      const parts = step.amountReversed === undefined ? bookedParts : partsOf(reading, [next])[0];
      const transaction = emitEvents(
        { ...NOT_BOOKED, ...parts, row: next, hold, risk },
        step.events,
        step.cause,
        row.status === next.status ? undefined : { status: row.status },
      );
      if (next.paymentId !== null) {
        paymentLinks(tx).emitEvents(tx, next, transaction, step.events, step.cause, row);
      }
      const isFollowed =
        next.occurrenceId !== null || next.intentId !== null || next.type === 'fee';
      const isBatchItem = next.batchId !== null && row.stage !== 'accepted';
      const isReturn =
        (isBatchItem || next.occurrenceId !== null) && step.events.includes(RETURNED_EVENT);
      if ((isFollowed || isBatchItem) && (next.status !== row.status || isReturn))
        notifyOwners(tx)(tx, next);
      // A transaction that is being reversed came to rest earlier.
      const wasAtRest = next.amountReversed !== row.amountReversed;
      if (step.events.length > 0 && !wasAtRest) atRest.add(transaction);
      return transaction;
    },
    replaceMetadata(row, metadata, { cause, at }) {
      const next: TransactionRow = {
        ...row,
        currentMetadata: metadata,
        version: row.version + 1,
        updatedAt: Math.max(at, row.updatedAt),
      };
      updateMetadata.run(next);
      insertTimelineStep(next, cause.actor, 'metadata');
      const [parts] = partsOf(reading, [next]);
      if (!parts) return;
      const before = transactionView({ ...parts, row }).metadata;
      emitEvents(parts, UPDATED_EVENTS, cause, { metadata: before });
    },
    noteStart: (ids, { id }, time) => void markStarted.run(time, id, JSON.stringify(ids)),
    noteOwnStart(id, time) {
      const ownWorkflowId = transferWorkflowId(id);
      markOwnStarted.run(ownWorkflowId, time, id, ownWorkflowId);
    },
    setWorkflow: ({ id: rowId }, { id, runId }, time) =>
      void updateWorkflow.run(id, runId, time, rowId),
  };
});

/**
 * Returns when the workflow started. A step that names another workflow without a run resets the
 * time: that workflow is yet to be started.
 */
function workflowStartOf(row: TransactionRow, { workflow, at }: Step): number | null {
  if (workflow?.runId) return at;
  return workflow && workflow.id !== row.workflowId ? null : row.workflowStartedAt;
}

/** Returns the columns for the reason of a status; null for no reason. */
function reasonColumns({ statusDetail }: TransactionRow, reason: Rejection | Reason | null) {
  const { code = null, message = null, limit, pointer } = reason ?? {};
  const detail = { ...(limit ? { limit } : {}), ...(pointer ? { pointer } : {}) };
  return {
    statusCode: code,
    statusMessage: message,
    statusDetail: limit || pointer ? JSON.stringify(detail) : statusDetail,
  };
}
