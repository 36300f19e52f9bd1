// What every request that moves money has in common around its acceptance: room for it, the id that
// it is bound to, its way to the dispatcher, and the wait until the money has come to rest.

import type { Context } from 'hono';
import type { Done } from '../../db/kernel/keys.ts';
import { type LaneAct, type LaneOrders, LaneOverdue } from '../../db/transactions/lane-port.ts';
import type { Settled } from '../../db/transactions/port.ts';
import { isKeyBound, listTransferFacts } from '../../db/transactions/reads.ts';
import type { TransferFacts } from '../../workflows/start.ts';
import { answerTransaction, readSettled } from './answer-transaction.ts';
import type { AppEnv, Deps, Desk } from './context.ts';
import { Problem } from './errors.ts';

/** A request with a later turn is not let in: what is let in is answered within a second. */
const MOST_DELAY_MS = 400;
/** A request whose turn comes later all the same is refused then, before anything is written. */
const MOST_WAIT_MS = 500;

/** A request that was let in. */
interface Admitted {
  /** True when an earlier request was accepted with its key. */
  isBound(): Promise<boolean>;
}

/**
 * Lets a request in, or not while too much waits; what was accepted before is always answered.
 * @throws Problem workflow_unavailable
 */
export async function admit(
  desk: Desk,
  deps: Deps,
  request: { tenantId: string; keyScope: string; key: string | null },
): Promise<Admitted> {
  const { key } = request;
  const isBound = async () => key !== null && (await isKeyBound(desk.ledger, { ...request, key }));
  const isFull = desk.backlog() + acceptingIn(desk) >= deps.config.backlogLimit;
  const isLate = (desk.lane?.delayOf(request.tenantId) ?? 0) > MOST_DELAY_MS;
  if ((isFull || isLate) && !(await isBound())) throw tooMuchWaits();
  return { isBound };
}

function tooMuchWaits(): Problem {
  return new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
}

/** What the ledger made of a request, and where its money came to rest if it is settled already. */
export interface Taken {
  readonly accepted: Done;
  readonly settled: Settled | null;
}

/**
 * Has a request accepted: with its settlement in the same commit where this process has the lane
 * and its caller waits, else alone, to be settled afterwards.
 * @param admitted left out: it waits for its turn as long as that takes
 * @throws Refusal when the ledger does not accept it
 * @throws Problem workflow_unavailable when its turn came too late; nothing was written
 */
export async function taken<Act extends LaneAct>(
  desk: Desk,
  act: Act,
  order: LaneOrders[Act],
  waitMs: number,
  admitted?: Admitted,
): Promise<Taken> {
  const booked = waitMs > 0 ? await bookedInTurn(desk, act, order, admitted) : null;
  if (booked) return booked;
  const accept = desk.ledger.store[act] as (order: LaneOrders[Act]) => Promise<Done>;
  accepting.set(desk, acceptingIn(desk) + 1);
  try {
    return { accepted: await accept(order), settled: null };
  } finally {
    accepting.set(desk, acceptingIn(desk) - 1);
  }
}

async function bookedInTurn<Act extends LaneAct>(
  desk: Desk,
  act: Act,
  order: LaneOrders[Act],
  admitted: Admitted | undefined,
): Promise<Taken | null> {
  if (!admitted) return (await desk.lane?.book(act, order)) ?? null;
  try {
    return (await desk.lane?.book(act, order, MOST_WAIT_MS)) ?? null;
  } catch (error) {
    if (!(error instanceof LaneOverdue)) throw error;
    if (await admitted.isBound()) return null;
    throw tooMuchWaits();
  }
}

/** Requests whose row is being written: they count for the backlog already. */
const accepting = new WeakMap<Desk, number>();
const acceptingIn = (desk: Desk) => accepting.get(desk) ?? 0;

const SOON_MS = 3_000;

interface Work {
  readonly deps: Deps;
  readonly desk: Desk;
  readonly facts: TransferFacts;
  /** Milliseconds that the caller wants to wait. */
  readonly waitMs: number;
  /** True when an earlier request was accepted with the same key. */
  readonly replayed: boolean;
  /** The money is at rest: nothing is left to wait for. */
  readonly settled: Settled | null;
}

/** Carries what was accepted to its resting state, or as far as the caller wants to wait. */
export async function carried(c: Context<AppEnv>, work: Work) {
  const { desk, facts } = work;
  if (work.settled) return answerTransaction(c, work.settled);
  if (!work.replayed) work.deps.failPoint('after-accept');
  const settled = work.replayed ? await replayed(c, work) : await dispatched(work);
  return answerTransaction(c, settled ?? (await standing(desk, facts.tenantId, facts.id)));
}

/** Accepts what answers before it is done, and starts it; returns its id. */
export async function bookedSoon(desk: Desk, draft: LaneOrders['accept']): Promise<string> {
  const { accepted, settled } = await taken(desk, 'accept', draft, 1);
  const { id, replayed } = accepted;
  const { tenantId, type, currency, amount: amountMinor } = draft;
  if (!settled && !replayed) {
    const rest = desk.settlements.wait(id, SOON_MS);
    void settledLater(desk, { id, tenantId, type, currency, amountMinor });
    await rest;
  }
  return id;
}

/** Accepts a reversal that answers before it is done, and starts it. */
export async function reversedSoon(desk: Desk, order: LaneOrders['reverse']): Promise<Done> {
  const { accepted, settled } = await taken(desk, 'reverse', order, 1);
  const [facts] = await listTransferFacts(desk.ledger, [accepted.id]);
  if (facts && !settled && !accepted.replayed) {
    const rest = desk.settlements.wait(facts.id, SOON_MS);
    void settledLater(desk, facts);
    await rest;
  }
  return accepted;
}

async function dispatched({ desk, facts, waitMs }: Work): Promise<Settled | null> {
  const rest = waitMs > 0 ? desk.settlements.wait(facts.id, waitMs) : null;
  void settledLater(desk, facts);
  return rest;
}

/** By the lane where this process has it, else by a workflow: also when the lane cannot. */
async function settledLater(desk: Desk, facts: TransferFacts): Promise<void> {
  const isSettled = await desk.lane?.settle(facts.id, facts.tenantId).catch(() => false);
  if (!isSettled) desk.dispatcher.submit(facts);
}

/** A duplicate waits for the first one's result as the first one does. */
async function replayed(
  c: Context<AppEnv>,
  { desk, facts: { id, tenantId }, waitMs }: Work,
): Promise<Settled | null> {
  c.header('Idempotency-Replayed', 'true');
  const rest = waitMs > 0 ? desk.settlements.wait(id, waitMs) : null;
  const now = await readSettled(desk, tenantId, id);
  const moving = now?.transaction.status === 'pending' && now.transaction.stage === 'accepted';
  return moving ? rest : now;
}

async function standing(desk: Desk, tenantId: string, id: string): Promise<Settled> {
  const settled = await readSettled(desk, tenantId, id);
  if (!settled) throw new Problem('transaction_not_found');
  return settled;
}
