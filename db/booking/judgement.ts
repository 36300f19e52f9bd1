// Settling in two acts, for a set of transactions that is booked completely or not at all: a
// transaction is judged by the ledger and by the movements of those before it; later it is booked
// as it was judged. Between the two acts the money that it needs is reserved.

import type { LimitFacts } from '../../ledger/limits.ts';
import { legsOf } from '../../ledger/transfer.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { LoadedAccount } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Asked } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { emitLimit, isNear, useLimits } from '../limits/acts.ts';
import { ownWorkflow } from '../transactions/carrier.ts';
import { decideRow, sweepRow, withRisk } from '../transactions/decision.ts';
import { actorOf } from '../transactions/settlement-record.ts';
import { type SettleDeps, staleHoldEnder } from './settle.ts';

/** The amount that a linked account adds to a payment, minor units. */
interface Cover {
  readonly accountId: string;
  readonly amount: number;
}

/** The plan by which a judged transaction is booked; kept as JSON. */
export interface Plan {
  /** The answer of a model about the transaction, or null when none was asked. */
  readonly asked: Asked | null;
  readonly cover: Cover | null;
  /** It brings its payer near a limit. */
  readonly isNear: boolean;
}

/** Why there is no plan. */
export interface Objection {
  readonly code: string;
  readonly message: string;
  readonly pointer: string | null;
}

export interface Movement {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** The ledger as a transaction will find it that comes after others of its crowd. */
export interface Ahead {
  ahead(account: LoadedAccount): LoadedAccount;
  limitsFor(facts: LimitFacts | null, accountId: string): LimitFacts | null;
  keep(movement: Movement): void;
  /** Releases the reserve of a booked movement. Returns the change of the reserves. */
  use(movement: Movement): { held: bigint; pendingIn: bigint; keptBack: bigint };
}

export interface JudgedBooking {
  /** Judges a transaction and reserves its money; writes nothing but the end of expired holds. */
  judge(row: TransactionRow, ahead: Ahead, asked?: Asked): Plan | Objection;
  /** The same, and nothing is written at all; with `canTravel` a network may carry it. */
  lookAhead(
    row: TransactionRow,
    ahead: Ahead,
    look: { readonly asked: Asked | undefined; readonly canTravel: boolean },
  ): Plan | Objection;
  /** Books one as it was judged: nothing can be said against it any more. */
  book(row: TransactionRow, plan: Plan, by: BookedBy): void;
}

export interface BookedBy {
  readonly workflow: WorkflowRef;
  readonly ahead: Ahead;
}

const FAULT = {
  code: 'technical_fault',
  message: 'A technical fault ended the transaction; nothing was booked.',
  pointer: null,
};

/** Call its functions inside `database.write` only. */
export function judgedBooking(deps: SettleDeps): JudgedBooking {
  const { writer, journal, tx, limits, clock } = deps;
  const endStaleHolds = staleHoldEnder(deps);

  const movementOf = (row: TransactionRow): Movement => ({
    from: row.sourceAccountId,
    to: row.destinationAccountId,
    amount: BigInt(row.amount),
  });

  function judge(row: TransactionRow, ahead: Ahead, asked?: Asked): Plan | Objection {
    return decide(row, ahead, { asked, endsHolds: true, canTravel: false });
  }

  interface Judging {
    readonly asked: Asked | undefined;
    readonly endsHolds: boolean;
    readonly canTravel: boolean;
  }

  function decide(row: TransactionRow, ahead: Ahead, judging: Judging): Plan | Objection {
    const { asked, endsHolds, canTravel } = judging;
    const at = clock(row.tenantId);
    const looking = {
      ...deps,
      canTravel,
      journal: { load: (id: string, time: number) => ahead.ahead(journal.load(id, time)) },
      limits: {
        facts: (of: TransactionRow, when: number) =>
          ahead.limitsFor(limits.facts(of, when), of.sourceAccountId),
      },
    };
    const found = decideRow(looking, row, at);
    const { sweep, source } = found;
    if (sweep) {
      ahead.keep(movementOf(sweep));
      const cover = { accountId: sweep.sourceAccountId, amount: sweep.amount };
      // Again, with the money there.
      const plan = decide(row, ahead, judging);
      return 'code' in plan ? plan : { ...plan, cover };
    }
    const verdict = deps.risk.judge(row, asked);
    const decision = withRisk(row, found.decision, verdict);
    if (decision.kind === 'decline') {
      const { code, message, pointer } = decision.rejection;
      return { code, message, pointer };
    }
    if (decision.kind !== 'post' && decision.kind !== 'submit') return FAULT;
    if (endsHolds && source.kind === 'customer' && source.hasStaleHolds) endStaleHolds(row);
    ahead.keep(movementOf(row));
    return { asked: asked ?? null, cover: null, isNear: isNear(found.limits) };
  }

  /**
   * The verdict of the current rules. A verdict that would stop the transaction comes too late, so
   * it becomes a review by a person.
   */
  function verdictOf(row: TransactionRow, { asked }: Plan) {
    const verdict = deps.risk.judge(row, asked ?? undefined);
    const isLate = verdict?.decision === 'decline' || verdict?.decision === 'block_and_review';
    return verdict && isLate ? { ...verdict, decision: 'review' as const } : verdict;
  }

  function bookOne(row: TransactionRow, plan: Plan, { workflow, ahead }: BookedBy): void {
    const { requestId, idempotencyKey, tenantId } = row;
    const cause: Cause = { actor: actorOf(workflow), requestId, idempotencyKey };
    const at = clock(tenantId);
    const source = journal.load(row.sourceAccountId, at);
    const destination = journal.load(row.destinationAccountId, at);
    const verdict = verdictOf(row, plan);
    const isReviewed = deps.risk.isReviewed(row, verdict);
    const carrier = isReviewed || deps.isSought(row) ? ownWorkflow(row, workflow) : workflow;
    const risk = verdict && deps.risk.made(row, verdict, { workflowId: carrier.id, at });
    if (verdict && risk) deps.risk.keep(row, verdict, risk);
    deps.use(row, { source, destination });
    const movement = movementOf(row);
    const { held, pendingIn, keptBack } = ahead.use(movement);
    const [debit, credit] = legsOf(source, destination, movement.amount);
    const legs = [
      { ...debit, frees: { held, pendingIn: 0n } },
      { ...credit, frees: { held: -keptBack, pendingIn } },
    ];
    const booked = journal.post(row, legs);
    if (source.hasLimits) useLimits(tx, source.id, row.amount, booked.row.postedAt);
    if (plan.isNear) emitLimit(tx, source.id, 'limit.near', cause, at);
    if (risk?.decision === 'review') deps.risk.open('alert', row, risk, at);
    deps.failPoint('in-commit');
    writer.step(row, {
      status: 'posted',
      stage: 'done',
      events: ['transaction.posted'],
      workflow: carrier,
      booked,
      risk,
      expiresAt: null,
      cause,
      at: booked.row.postedAt,
    });
  }

  function bookCover(row: TransactionRow, { accountId, amount }: Cover, by: BookedBy): void {
    const linked = journal.load(accountId, clock(row.tenantId));
    const sweep = sweepRow(row, linked, { amount, at: clock(row.tenantId) });
    const cause = { actor: actorOf(by.workflow), requestId: row.requestId, idempotencyKey: null };
    writer.insert(sweep, cause);
    bookOne(sweep, { asked: null, cover: null, isNear: false }, by);
  }

  return {
    judge,
    lookAhead: (row, ahead, look) => decide(row, ahead, { ...look, endsHolds: false }),
    book(row, plan, by) {
      if (plan.cover) bookCover(row, plan.cover, by);
      bookOne(row, plan, by);
    },
  };
}
