// Books groups of requests for the lane: each member of a group is accepted, decided and booked in
// the commit of the group. That commit also checks the lease, so that only one of two lanes books.

import { Refusal } from '../../ledger/refusal.ts';
import {
  transfersWorkflowId,
  transferWorkflowId,
  type WorkflowRef,
} from '../../ledger/workflow-id.ts';
import { insertExchange } from '../booking/exchange-accept.ts';
import { settleRow } from '../booking/settle.ts';
import { settleTransaction } from '../booking/settle-once.ts';
import { act } from '../kernel/act.ts';
import { isOutage } from '../kernel/group-commit.ts';
import { type Answers, type ModelAnswer, riskScoring } from '../kernel/judge.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { createSliceSizes, workClock } from '../kernel/slice-sizes.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { acceptor } from '../transactions/accept.ts';
import type {
  BookedGroup,
  BookedRequest,
  LaneAct,
  LaneGroup,
  LaneOrders,
  LaneOutcome,
  LaneRequest,
  ReservedWorkflows,
  UnstartedTransaction,
} from '../transactions/port.ts';
import { insertReversal } from '../transactions/reverse.ts';
import { transactionRows } from '../transactions/rows.ts';
import { riskOutcome } from '../transactions/settlement-record.ts';
import { transactionsAtRest } from '../transactions/transactions-at-rest.ts';
import type { TransactionView } from '../transactions/view.ts';

/** Functions that accept the orders of each act; some get the row to write. */
const ACCEPT: {
  readonly [Act in LaneAct]: (
    tx: Tx,
    order: LaneOrders[Act],
    prepared?: TransactionRow,
  ) => KeyedResult;
} = {
  accept: (tx, order, prepared) => acceptor(tx).accept(order, prepared),
  exchange: insertExchange,
  reverse: insertReversal,
};

/** The group size of each ledger, which adapts to the duration of its commits. */
const groupSizes = prepareOnce((_: Tx) => createSliceSizes({ maxItems: 32, minItems: 8 }));

/** The data of one member while its group is booked. */
interface Member {
  readonly request: LaneRequest;
  /** The row to write, or the existing row; null when no model is asked about the member. */
  readonly row: TransactionRow | null;
  readonly modelAnswer: ModelAnswer | undefined;
}

/** Rows of the requests, and the model's answers about them, before the commit. */
interface JudgedGroup {
  readonly rows: readonly (TransactionRow | null)[];
  readonly answers: Answers;
}

const TAKE_LEASE = `INSERT INTO lane VALUES (1, ?, ?) ON CONFLICT (id)
  DO UPDATE SET holder = excluded.holder, taken_at = excluded.taken_at`;
const HOLDER = 'SELECT holder FROM lane WHERE id = 1';

/** Takes the lease of the lane. The former holder can book nothing more. */
export const acquireLane = act('lane.take', (tx, holder: string): void => {
  tx.run(TAKE_LEASE, holder, tx.now());
});

const holderIn = prepareOnce(({ raw }: LedgerReads['database']) =>
  raw.prepare<[], string>(HOLDER).pluck(),
);

/** True while the holder has the lease. */
export function hasLaneLease({ database }: LedgerReads, holder: string): boolean {
  return holderIn(database).get() === holder;
}

/**
 * Accepts and settles the members of a group in one commit. The changes of a member that fails are
 * undone, without those of other members. Returns null, and writes nothing, when another lane has
 * the lease.
 */
export const bookGroup = act(
  'lane.book',
  (tx, group: LaneGroup, { rows, answers }: JudgedGroup): BookedGroup | null => {
    if (tx.value<string>(HOLDER) !== group.holder) return null;
    const sizes = groupSizes(tx);
    const timer = workClock(tx);
    const { requests } = group;
    const nameOf = namesOf(group.workflows);
    const startedAt = timer();
    const outcomes = requests.map((request, index): LaneOutcome => {
      const row = rows[index] ?? null;
      const member = { request, row, modelAnswer: row ? answers.get(row.id) : undefined };
      return bookAlone(tx, member, nameOf);
    });
    sizes.record(requests.length, timer() - startedAt);
    return { outcomes, next: sizes.next() };
  },
  async (tx, { requests }: LaneGroup): Promise<JudgedGroup> => {
    const rows = tx.database.read(() => requests.map((request) => rowOf(tx, request)));
    return { rows, answers: await riskScoring(tx).ask(tx, rows.filter(isAccepted)) };
  },
);

/** Books one member; a refusal or a fault undoes only this member. */
function bookAlone(tx: Tx, member: Member, nameOf: (id: string) => string): LaneOutcome {
  const { database } = tx;
  const { operatorAct = null } = member.request;
  try {
    return database.runPart(() =>
      database.runMarked(operatorAct, () => bookMember(tx, member, nameOf)),
    );
  } catch (error) {
    if (isOutage(error) || !database.raw.inTransaction) throw error;
    if (!(error instanceof Refusal)) return 'fault';
    const { code, fields } = error;
    return { refusal: { code, fields } };
  }
}

/** Returns the row that a model can be asked about before the commit, or null. */
function rowOf(tx: Tx, request: LaneRequest): TransactionRow | null {
  if (request.act === 'settle') return transactionRows(tx).find(request.id) ?? null;
  if (request.act !== 'accept') return null;
  try {
    return acceptor(tx).rowFor(request.order);
  } catch (error) {
    // A replay is refused here too; the commit answers it.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function acceptMember<Act extends LaneAct>(
  tx: Tx,
  act: Act,
  order: LaneOrders[Act],
  row: TransactionRow | null,
) {
  return ACCEPT[act](tx, order, row ?? undefined);
}

function bookMember(tx: Tx, member: Member, nameOf: (id: string) => string): BookedRequest {
  const { request, row, modelAnswer } = member;
  const rows = transactionRows(tx);
  const atRest = transactionsAtRest(tx);
  const accepted =
    request.act === 'settle'
      ? { id: request.id, replayed: !isAccepted(rows.find(request.id)) }
      : acceptMember(tx, request.act, request.order, row);
  if (accepted.replayed) return { accepted, settled: null, unstarted: [] };
  const { id } = accepted;
  const workflow = lazyWorkflow(() => nameOf(id));
  const countBefore = atRest.ofCommit().length;
  if (request.act === 'accept' && row) settleRow(tx, row, workflow, modelAnswer);
  else settleTransaction(tx, id, workflow, modelAnswer);
  const settledRows = atRest.ofCommit().slice(countBefore);
  // A cover is booked before the payment that it covers; the end of another transaction's hold is
  // left out.
  const ownRows = settledRows.filter((row) => row.id === id || row.linkedTo === id);
  const tenantId = (row ?? rows.find(id))?.tenantId ?? '';
  return {
    accepted,
    settled: ownRows.find((row) => row.id === id) ?? null,
    unstarted: ownRows.flatMap((row) => unstartedOf(row, tenantId) ?? []),
  };
}

/**
 * Returns the function that names the workflow of a transaction that needs no workflow of its own.
 */
function namesOf({ ownCount, shared }: ReservedWorkflows): (transactionId: string) => string {
  let remaining = ownCount;
  let sharedName = shared;
  return (id) => {
    if (remaining > 0) {
      remaining -= 1;
      return transferWorkflowId(id);
    }
    sharedName ??= transfersWorkflowId(id);
    return sharedName;
  };
}

/** Assigns the name on its first use, so that a transaction with its own workflow uses none. */
function lazyWorkflow(name: () => string): WorkflowRef {
  let workflowId: string | null = null;
  return {
    get id() {
      workflowId ??= name();
      return workflowId;
    },
    runId: null,
  };
}

function isAccepted(row: TransactionRow | null | undefined): row is TransactionRow {
  return row?.status === 'pending' && row.stage === 'accepted';
}

function unstartedOf(transaction: TransactionView, tenantId: string): UnstartedTransaction | null {
  const { id, type, customerId, currency, amount: amountMinor, workflow } = transaction;
  if (!workflow || workflow.runId !== null) return null;
  const { sourceAccountId, destinationAccountId, status, ledgerSequence } = transaction;
  const outcome = { status, ledgerSequence, risk: riskOutcome(transaction.risk) };
  const sides = { sourceAccountId, destinationAccountId };
  const facts = { id, tenantId, customerId, type, currency, amountMinor, ...sides };
  const { createdAt: accepted, postedAt, updatedAt } = transaction;
  const times = { accepted, settled: postedAt ?? updatedAt };
  return { ...facts, workflowId: workflow.id, outcome, times };
}
