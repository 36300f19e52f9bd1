// Processes a large atomic batch in parts, so that no other write waits for the whole batch. Slices
// decide its items and reserve their money; the commit that decides the last item decides the
// batch; slices then book the items. Each part is a separate commit, and the row records the
// progress. Until that decision an item that cannot be booked refuses the batch, and its reserves
// are released.

import { totalRefusal } from '../../ledger/limits.ts';
import { rejection } from '../../ledger/rejection.ts';
import { bookJudged, judgeAhead, type Plan } from '../booking/judgement.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitTermsAt } from '../limits/acts.ts';
import { acceptor } from '../transactions/accept.ts';
import { findByReference } from '../transactions/earlier-requests.ts';
import { transactionRows } from '../transactions/rows.ts';
import type { StepItem, StepWork } from './acts.ts';
import { DUPLICATE_REFERENCE, FAULT, ItemRefusal, type Reason } from './refusal.ts';
import { type Reserves, releaseReserves, reservesOf } from './reserves.ts';
import { emitBatchEvent, itemRow, itemsFrom, saveBatch, workflowCause } from './rows.ts';
import type { BatchItemRow, BatchRow } from './view.ts';

/** The most accounts and references that one commit releases. */
const MAX_RELEASED = 256;

interface SliceRow {
  readonly firstIndex: number;
  readonly plans: string;
}

const DROP_SLICE = 'DELETE FROM batch_slices WHERE batch_id = ? AND first_index = ?';

function judgeOne(tx: Tx, batch: BatchRow, { item, row }: StepItem, judging: JudgementInput): Plan {
  const { reserves, work } = judging;
  if (findByReference(tx, row) !== null) throw refusalOf(DUPLICATE_REFERENCE, item);
  acceptor(tx).openBankAccounts(row);
  const plan = judgeAhead(tx, row, reserves, work.modelAnswers.get(row.id));
  if ('code' in plan) throw refusalOf(plan, item);
  // The payer's sum over the batch counts, so that splitting a payment does not evade the threshold.
  const terms = limitTermsAt(tx, row.sourceAccountId, tx.clock(batch.tenantId));
  const code = terms && totalRefusal(terms, reserves.outflowOf(row.sourceAccountId));
  if (code) throw refusalOf(rejection(code, '/amount'), item);
  tx.run(
    'INSERT INTO batch_references VALUES (?, ?, ?, ?, ?)',
    batch.tenantId,
    row.reference,
    batch.id,
    item.itemIndex,
    row.id,
  );
  return plan;
}

interface JudgementInput {
  readonly reserves: Reserves;
  readonly work: StepWork;
}

/** Converts a fault into a refusal that names the item. */
function judgeOrRefuse(...args: Parameters<typeof judgeOne>): Plan {
  const [tx, , { item }] = args;
  try {
    return judgeOne(...args);
  } catch (error) {
    const isExpected = error instanceof ItemRefusal || isOutage(error);
    if (isExpected || !tx.database.raw.inTransaction) throw error;
    throw refusalOf(FAULT, item, error);
  }
}

function judgeItems(tx: Tx, batch: BatchRow, work: StepWork): void {
  const reserves = reservesOf(tx, batch.id);
  const plans = work.items.map((item) => judgeOrRefuse(tx, batch, item, { reserves, work }));
  const json = JSON.stringify(plans);
  tx.run('INSERT INTO batch_slices VALUES (?, ?, ?)', batch.id, batch.judged, json);
  reserves.save(tx.clock(batch.tenantId), true);
}

function judgeSlice(tx: Tx, batch: BatchRow, work: StepWork): BatchRow {
  const { database } = tx;
  try {
    database.runPart(() => judgeItems(tx, batch, work));
  } catch (error) {
    if (!(error instanceof ItemRefusal) || !database.raw.inTransaction) throw error;
    const { index, code, message, pointer } = error;
    const refusing = JSON.stringify({ index, code, message, pointer });
    const next = saveBatch(tx, batch, { ...processingFields(work), refusing });
    return batch.judged === 0 ? refuse(tx, next) : next;
  }
  return saveBatch(tx, batch, {
    ...processingFields(work),
    judged: batch.judged + work.items.length,
  });
}

function bookSlice(tx: Tx, batch: BatchRow, { workflow }: StepWork): BatchRow {
  const slice = tx.get<SliceRow>(
    `SELECT first_index AS firstIndex, plans FROM batch_slices WHERE batch_id = ?
     ORDER BY first_index LIMIT 1`,
    batch.id,
  );
  if (!slice) throw new Error(`batch ${batch.id} has lost the decisions about its items`);
  const plans = JSON.parse(slice.plans) as readonly Plan[];
  const reserves = reservesOf(tx, batch.id);
  const { actor, requestId } = batch;
  const items = itemsFrom(tx, batch.id, slice.firstIndex, plans.length);
  for (const [index, item] of items.entries()) {
    const row = itemRow(tx, batch, item);
    transactionRows(tx).beginRow(row, { actor, requestId, idempotencyKey: null });
    bookJudged(tx, row, restorePlan(plans[index] as Plan), { workflow, ledger: reserves });
  }
  reserves.save(tx.clock(batch.tenantId), false);
  tx.run(
    'DELETE FROM batch_references WHERE batch_id = ? AND item_index >= ? AND item_index < ?',
    batch.id,
    slice.firstIndex,
    slice.firstIndex + plans.length,
  );
  tx.run(DROP_SLICE, batch.id, slice.firstIndex);
  const decided = batch.decided + items.length;
  return saveBatch(tx, batch, { decided, posted: decided });
}

function refuse(tx: Tx, batch: BatchRow): BatchRow {
  const { index, code, message, pointer } = JSON.parse(batch.refusing ?? '{}') as ItemRefusal;
  const refused = saveBatch(tx, batch, {
    status: 'refused',
    refusedIndex: index,
    refusedCode: code,
    refusedMessage: message,
    refusedPointer: pointer,
    completedAt: tx.clock(batch.tenantId),
  });
  emitBatchEvent(tx, refused, 'batch.refused', workflowCause(batch));
  return refused;
}

/** Releases the next reserves of a batch; returns true when none are left. */
function releaseBatch(tx: Tx, { id, tenantId }: BatchRow): boolean {
  const accounts = releaseReserves(tx, id, MAX_RELEASED, tx.clock(tenantId));
  const references = tx.run(
    `DELETE FROM batch_references WHERE (tenant_id, reference) IN (
       SELECT tenant_id, reference FROM batch_references WHERE batch_id = ? LIMIT ?)`,
    id,
    MAX_RELEASED,
  );
  const slices = tx.run(
    `DELETE FROM batch_slices WHERE (batch_id, first_index) IN (
       SELECT batch_id, first_index FROM batch_slices WHERE batch_id = ? LIMIT ?)`,
    id,
    MAX_RELEASED,
  );
  return Math.max(accounts, references, slices) < MAX_RELEASED;
}

/** Takes the next part of an atomic batch. */
export function settlePart(tx: Tx, batch: BatchRow, work: StepWork): BatchRow {
  if (batch.refusing !== null) return releaseBatch(tx, batch) ? refuse(tx, batch) : batch;
  if (batch.judged < batch.total) return judgeSlice(tx, batch, work);
  if (batch.decided < batch.total) return bookSlice(tx, batch, work);
  if (!releaseBatch(tx, batch)) return batch;
  const completedAt = tx.clock(batch.tenantId);
  const completed = saveBatch(tx, batch, { status: 'completed', completedAt });
  emitBatchEvent(tx, completed, 'batch.completed', workflowCause(batch));
  return completed;
}

function processingFields({ workflow }: StepWork) {
  const { id: workflowId, runId: workflowRunId } = workflow;
  return { status: 'processing' as const, workflowId, workflowRunId };
}

function refusalOf(reason: Reason, { itemIndex: index }: BatchItemRow, cause?: unknown) {
  return new ItemRefusal(reason, cause === undefined ? { index } : { index, cause });
}

/** Restores a plan from its JSON, which has null for the missing value of a feature (NaN). */
function restorePlan(plan: Plan): Plan {
  const { modelAnswer } = plan;
  if (modelAnswer === null || 'degraded' in modelAnswer) return plan;
  const features = modelAnswer.features.map((value) => value ?? Number.NaN);
  return { ...plan, modelAnswer: { ...modelAnswer, features } };
}
