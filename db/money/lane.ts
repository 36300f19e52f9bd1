// Booking for the lane: each member of a group is accepted, decided and booked in the commit of the
// group. The lease is read in that commit, so that of two lanes only one books.

import { Refusal } from '../../ledger/refusal.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { Database } from '../kernel/connect.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Asked, Scoring } from '../kernel/judge.ts';
import type { Done } from '../kernel/keys.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { sliceSizes, slicesOf } from '../kernel/slice-sizes.ts';
import type { AtRest } from '../transactions/at-rest.ts';
import {
  type Booked,
  type LaneAct,
  LaneLost,
  type LaneOrders,
  type LaneOutcome,
  type LaneRequest,
  type LaneStore,
  type LaneTerms,
  type Unstarted,
} from '../transactions/port.ts';
import { riskOutcome } from '../transactions/settlement-record.ts';
import type { TransactionView } from '../transactions/view.ts';
import type { MoneyActs } from './acts.ts';

type Acts = Pick<MoneyActs, LaneAct | 'settle' | 'settleRow' | 'writer'>;

/** Functions that accept the orders of each act; some take the row that they would write. */
type Acceptors = {
  readonly [Act in LaneAct]: {
    accept(order: LaneOrders[Act], prepared?: TransactionRow): Done;
  };
};

interface LaneDeps {
  readonly acts: Acts;
  readonly scoring: Scoring;
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly atRest: Pick<AtRest, 'ofCommit'>;
}

/** The data of one member while its group is booked. */
interface Member {
  readonly request: LaneRequest;
  /** The row to be written, or the existing one; null: no model is asked about it. */
  readonly row: TransactionRow | null;
  readonly asked: Asked | undefined;
}

/** Members of one commit at most. */
const GROUP = 32;
const LEAST_GROUP = 8;

export function laneWriter(database: Database, deps: LaneDeps): LaneStore {
  const { acts, scoring, now, monotonic, atRest } = deps;
  // Where a commit asks another machine, slices share one: other work on the thread gets turns
  // between them.
  const { raw, hearsOthers } = database;
  const sizes = sliceSizes({ most: GROUP, least: LEAST_GROUP });
  const acceptors: Acceptors = acts;
  const takeLease = raw.prepare<[string, number]>(
    `INSERT INTO lane VALUES (1, ?, ?) ON CONFLICT (id)
     DO UPDATE SET holder = excluded.holder, taken_at = excluded.taken_at`,
  );
  const leaseOf = raw.prepare<[], string>('SELECT holder FROM lane WHERE id = 1').pluck();

  /** Returns the row that a model can be asked about before the commit, or null. */
  function rowOf(request: LaneRequest): TransactionRow | null {
    if (request.act === 'settle') return acts.writer.find(request.id) ?? null;
    if (request.act !== 'accept') return null;
    try {
      return acts.accept.rowFor(request.order);
    } catch (error) {
      // A replay is refused here as well: the commit answers it.
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  function accept<Act extends LaneAct>(
    act: Act,
    order: LaneOrders[Act],
    row: TransactionRow | null,
  ) {
    return acceptors[act].accept(order, row ?? undefined);
  }

  function book(member: Member, terms: LaneTerms): Booked {
    const { request, row, asked } = member;
    const accepted =
      request.act === 'settle'
        ? { id: request.id, replayed: !isAccepted(acts.writer.find(request.id)) }
        : accept(request.act, request.order, row);
    if (accepted.replayed) return { accepted, settled: null, unstarted: [] };
    const { id } = accepted;
    const workflow = workflowNamed(() => terms.nameOf(id));
    const from = atRest.ofCommit().length;
    if (request.act === 'accept' && row) acts.settleRow(row, workflow, asked);
    else acts.settle(id, workflow, asked);
    const settled = atRest.ofCommit().slice(from);
    // A cover is booked before the payment that it covers; the end of another transaction's hold is
    // left out.
    const own = settled.filter((one) => one.id === id || one.linkedTo === id);
    const tenantId = (row ?? acts.writer.find(id))?.tenantId ?? '';
    return {
      accepted,
      settled: own.find((one) => one.id === id) ?? null,
      unstarted: own.flatMap((one) => toStart(one, tenantId) ?? []),
    };
  }

  /** Holds the thread as long as it takes; call it inside `database.write` only. */
  function bookSlice(members: readonly Member[], terms: LaneTerms): LaneOutcome[] {
    if (leaseOf.get() !== terms.holder) throw new LaneLost(`${terms.holder} has lost the lane`);
    const began = monotonic();
    const outcomes = members.map((member) => {
      try {
        const { operatorAct = null } = member.request;
        const work = () => book(member, terms);
        return database.part(() => database.marked(operatorAct, work));
      } catch (error) {
        if (isOutage(error) || !raw.inTransaction) throw error;
        return error instanceof Refusal ? error : ('fault' as const);
      }
    });
    sizes.took(members.length, monotonic() - began);
    return outcomes;
  }

  return {
    take: (holder) => database.write(() => void takeLease.run(holder, now())),
    holds: (holder) => leaseOf.get() === holder,
    asksApart: scoring.asksApart,
    groupSize: hearsOthers ? () => GROUP : sizes.next,
    async book(requests, terms) {
      const rows = database.read(() => requests.map(rowOf));
      const asked = await scoring.ask(rows.filter(isAccepted));
      const members = requests.map((request, at): Member => {
        const row = rows[at] ?? null;
        const answer = row ? asked.get(row.id) : undefined;
        return { request, row, asked: answer };
      });
      const slices = hearsOthers ? slicesOf(members, sizes.next()) : [members];
      const booked = await Promise.all(
        slices.map((slice) => database.write(() => bookSlice(slice, terms))),
      );
      return booked.flat();
    },
  };
}

/** Named when its name is asked for: a transaction with a workflow of its own takes no place. */
function workflowNamed(name: () => string): WorkflowRef {
  let named: string | null = null;
  return {
    get id() {
      named ??= name();
      return named;
    },
    runId: null,
  };
}

function isAccepted(row: TransactionRow | null | undefined): row is TransactionRow {
  return row?.status === 'pending' && row.stage === 'accepted';
}

function toStart(transaction: TransactionView, tenantId: string): Unstarted | null {
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
