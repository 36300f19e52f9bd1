// An atomic batch in parts, so that no write waits for all of it: slices judge its items and
// reserve the money that they need; the commit that judges the last one decides; slices then book
// the judged items. Each part is a commit of its own and the row says where the next begins. Until
// the decision an item that cannot be booked refuses the batch, and its reserves are released.

import { togetherRefusal } from '../../ledger/limits.ts';
import { rejection } from '../../ledger/rejection.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { JudgedBooking, Plan } from '../booking/judgement.ts';
import type { Cause } from '../kernel/cause.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Asked } from '../kernel/judge.ts';
import { limitTermsAt } from '../limits/acts.ts';
import type { BatchDeps, BatchRows } from './acts.ts';
import { DUPLICATE, FAULT, ItemRefusal, type Reason } from './refusal.ts';
import { type ReserveBook, type Reserves, reserveBook } from './reserves.ts';
import { itemRow } from './rows.ts';
import type { BatchItemRow, BatchRow } from './view.ts';

export interface PartWork {
  readonly workflow: WorkflowRef;
  readonly asked: ReadonlyMap<string, Asked>;
  /** Items that are judged, if any are left to judge. */
  readonly count: number;
}

/** Accounts and references of one commit that are only given back. */
const RELEASED = 256;

interface SliceRow {
  readonly firstIndex: number;
  readonly plans: string;
}

/** The next part of an atomic batch; call it inside `database.write` only. */
export function atomicParts(deps: BatchDeps & { readonly judged: JudgedBooking }, rows: BatchRows) {
  const { database, judged, acceptor, writer, clock } = deps;
  const { requests, itemsFrom, save, emitEvent } = rows;
  const sql = statementsOf(deps);
  const reserves: ReserveBook = reserveBook(database);

  function judgeOne(batch: BatchRow, item: BatchItemRow, ahead: Reserves, work: PartWork): Plan {
    const row = itemRow(batch, item, acceptor, clock(batch.tenantId));
    if (requests.holderOf(row) !== null) throw refusalOf(DUPLICATE, item);
    acceptor.openBank(row);
    const plan = judged.judge(row, ahead, work.asked.get(row.id));
    if ('code' in plan) throw refusalOf(plan, item);
    // Parts do not slip below a threshold.
    const terms = limitTermsAt(deps.tx, row.sourceAccountId, clock(batch.tenantId));
    const code = terms && togetherRefusal(terms, ahead.spendsOf(row.sourceAccountId));
    if (code) throw refusalOf(rejection(code, '/amount'), item);
    sql.claim.run(batch.tenantId, row.reference, batch.id, item.itemIndex, row.id);
    return plan;
  }

  /** A fault names the item that has it, as every other refusal does. */
  function judgeOrRefuse(...args: Parameters<typeof judgeOne>): Plan {
    try {
      return judgeOne(...args);
    } catch (error) {
      const isPassed = error instanceof ItemRefusal || isOutage(error);
      if (isPassed || !database.raw.inTransaction) throw error;
      throw refusalOf(FAULT, args[1], error);
    }
  }

  function judgeItems(batch: BatchRow, items: readonly BatchItemRow[], work: PartWork): void {
    const ahead = reserves.of(batch.id);
    const plans = items.map((item) => judgeOrRefuse(batch, item, ahead, work));
    sql.addSlice.run(batch.id, batch.judged, JSON.stringify(plans));
    ahead.save(clock(batch.tenantId), true);
  }

  function judgeSlice(batch: BatchRow, work: PartWork): BatchRow {
    const items = itemsFrom.all(batch.id, batch.judged, work.count);
    try {
      database.part(() => judgeItems(batch, items, work));
    } catch (error) {
      if (!(error instanceof ItemRefusal) || !database.raw.inTransaction) throw error;
      const { index, code, message, pointer } = error;
      const refusing = JSON.stringify({ index, code, message, pointer });
      const next = save(batch, { ...processingFields(work), refusing });
      return batch.judged === 0 ? refuse(next) : next;
    }
    return save(batch, { ...processingFields(work), judged: batch.judged + items.length });
  }

  function bookSlice(batch: BatchRow, { workflow }: PartWork): BatchRow {
    const slice = sql.nextSlice.get(batch.id);
    if (!slice) throw new Error(`batch ${batch.id} lost what was decided about its items`);
    const plans = JSON.parse(slice.plans) as readonly Plan[];
    const ahead = reserves.of(batch.id);
    const { actor, requestId } = batch;
    const items = itemsFrom.all(batch.id, slice.firstIndex, plans.length);
    for (const [at, item] of items.entries()) {
      const row = itemRow(batch, item, acceptor, clock(batch.tenantId));
      writer.insert(row, { actor, requestId, idempotencyKey: null });
      judged.book(row, planOf(plans[at] as Plan), { workflow, ahead });
    }
    ahead.save(clock(batch.tenantId), false);
    sql.freeRange.run(batch.id, slice.firstIndex, slice.firstIndex + plans.length);
    sql.dropSlice.run(batch.id, slice.firstIndex);
    const decided = batch.decided + items.length;
    return save(batch, { decided, posted: decided });
  }

  function refuse(batch: BatchRow): BatchRow {
    const { index, code, message, pointer } = JSON.parse(batch.refusing ?? '{}') as ItemRefusal;
    const refused = save(batch, {
      status: 'refused',
      refusedIndex: index,
      refusedCode: code,
      refusedMessage: message,
      refusedPointer: pointer,
      completedAt: clock(batch.tenantId),
    });
    emitEvent(refused, 'batch.refused', causeOf(batch));
    return refused;
  }

  /** Releases the next reserves of a batch; returns true when none are left. */
  function releaseBatch({ id, tenantId }: BatchRow): boolean {
    const accounts = reserves.release(id, RELEASED, clock(tenantId));
    const references = sql.free.run(id, RELEASED).changes;
    const slices = sql.dropSlices.run(id, RELEASED).changes;
    return Math.max(accounts, references, slices) < RELEASED;
  }

  return (batch: BatchRow, work: PartWork): BatchRow => {
    if (batch.refusing !== null) return releaseBatch(batch) ? refuse(batch) : batch;
    if (batch.judged < batch.total) return judgeSlice(batch, work);
    if (batch.decided < batch.total) return bookSlice(batch, work);
    if (!releaseBatch(batch)) return batch;
    const done = save(batch, { status: 'completed', completedAt: clock(batch.tenantId) });
    emitEvent(done, 'batch.completed', causeOf(batch));
    return done;
  };
}

function statementsOf({ database: { raw } }: BatchDeps) {
  return {
    claim: raw.prepare('INSERT INTO batch_references VALUES (?, ?, ?, ?, ?)'),
    freeRange: raw.prepare(
      'DELETE FROM batch_references WHERE batch_id = ? AND item_index >= ? AND item_index < ?',
    ),
    free: raw.prepare(
      `DELETE FROM batch_references WHERE (tenant_id, reference) IN (
         SELECT tenant_id, reference FROM batch_references WHERE batch_id = ? LIMIT ?)`,
    ),
    addSlice: raw.prepare('INSERT INTO batch_slices VALUES (?, ?, ?)'),
    nextSlice: raw.prepare<[string], SliceRow>(
      `SELECT first_index AS firstIndex, plans FROM batch_slices WHERE batch_id = ?
       ORDER BY first_index LIMIT 1`,
    ),
    dropSlice: raw.prepare('DELETE FROM batch_slices WHERE batch_id = ? AND first_index = ?'),
    dropSlices: raw.prepare(
      `DELETE FROM batch_slices WHERE (batch_id, first_index) IN (
         SELECT batch_id, first_index FROM batch_slices WHERE batch_id = ? LIMIT ?)`,
    ),
  };
}

function processingFields({ workflow }: PartWork) {
  const { id: workflowId, runId: workflowRunId } = workflow;
  return { status: 'processing' as const, workflowId, workflowRunId };
}

function causeOf({ requestId }: BatchRow): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}

function refusalOf(reason: Reason, { itemIndex: index }: BatchItemRow, cause?: unknown) {
  return new ItemRefusal(reason, cause === undefined ? { index } : { index, cause });
}

/** JSON has no word for the missing value of a feature. */
function planOf(plan: Plan): Plan {
  const { asked } = plan;
  if (asked === null || 'degraded' in asked) return plan;
  const features = asked.features.map((value) => value ?? Number.NaN);
  return { ...plan, asked: { ...asked, features } };
}
