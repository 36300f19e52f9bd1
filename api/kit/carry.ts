// What every request that moves money has in common around its acceptance: room for it, the id that
// it is bound to, its way to the dispatcher, and the wait until the money has come to rest.

import type { Context } from 'hono';
import type { Act } from '../../db/kernel/act.ts';
import type { Done } from '../../db/kernel/keys.ts';
import { acceptExchange, acceptReversal, acceptTransaction } from '../../db/money/calls.ts';
import { countAcceptedByTenant } from '../../db/transactions/open-work.ts';
import {
  type LaneAct,
  type LaneOrders,
  LaneOverdue,
  type Taken,
  type TransferFacts,
} from '../../db/transactions/port.ts';
import { findTransaction, isKeyBound, listTransferFacts } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { type Held, isShareFull } from '../../ledger/share.ts';
import { answerTransaction, requireTransaction } from './answer-transaction.ts';
import type { AppEnv, Deps, Desk } from './context.ts';
import { Problem } from './errors.ts';

/** A request with a later turn is not let in: what is let in is answered within a second. */
const MOST_DELAY_MS = 400;
/** A request whose turn comes later all the same is refused then, before anything is written. */
const MOST_WAIT_MS = 500;

/** Under which terms a request is let in. */
interface Admission {
  /** So many may wait. */
  readonly backlogLimit: number;
  /** Names the path on which its key is used. */
  readonly keyScope: string;
}

/** What accepts the orders of each act, and settles none. */
const ACCEPTANCE: { readonly [Name in LaneAct]: Act<LaneOrders[Name], Done, null> } = {
  accept: acceptTransaction,
  exchange: acceptExchange,
  reverse: acceptReversal,
};

/**
 * Has a request accepted: with its settlement in the same commit where this process has the lane
 * and its caller waits, else alone, to be settled afterwards.
 * @param admission left out: it is let in however much waits, and waits for its turn as long as
 *   that takes
 * @throws Refusal when the ledger does not accept it
 * @throws Problem workflow_unavailable when too much waits; nothing was written
 */
export async function take<Name extends LaneAct>(
  desk: Desk,
  act: Name,
  order: LaneOrders[Name],
  waitMs: number,
  admission?: Admission,
): Promise<Taken> {
  if (admission && isCrowded(desk, order, admission)) await requireBound(desk, order, admission);
  try {
    const most = admission && MOST_WAIT_MS;
    const booked = waitMs > 0 && (await desk.lane?.book(act, order, most));
    if (booked) return booked;
  } catch (error) {
    if (!admission || !(error instanceof LaneOverdue)) throw error;
    await requireBound(desk, order, admission);
  }
  noteAccepting(desk, order, 1);
  try {
    return { accepted: await desk.ledger.run(ACCEPTANCE[act], order), settled: null };
  } finally {
    noteAccepting(desk, order, -1);
  }
}

type Order = LaneOrders[LaneAct];

function isCrowded(desk: Desk, { tenantId }: Order, { backlogLimit }: Admission): boolean {
  const isFull =
    desk.backlog() + countAccepting(desk) >= backlogLimit &&
    isShareFull(heldIn(desk), tenantId ?? '', backlogLimit);
  return isFull || (desk.lane?.delayOf(tenantId ?? '') ?? 0) > MOST_DELAY_MS;
}

/** What each developer has waiting is counted this often, while too much waits. */
const COUNTED_EVERY_MS = 100;
const counted = new WeakMap<Desk, { readonly at: number; readonly held: Held }>();

/** What each developer has waiting; what is being accepted counts for it already. */
function heldIn(desk: Desk): Held {
  let known = counted.get(desk);
  if (!known || performance.now() - known.at >= COUNTED_EVERY_MS) {
    known = { at: performance.now(), held: countAcceptedByTenant(desk.ledger) };
    counted.set(desk, known);
  }
  const held = new Map(known.held);
  for (const [owner, count] of accepting.get(desk) ?? []) {
    held.set(owner, (held.get(owner) ?? 0) + count);
  }
  return held;
}

/** However much waits, what an earlier request has brought is answered. */
async function requireBound(desk: Desk, order: Order, { keyScope }: Admission): Promise<void> {
  const { tenantId, cause } = order;
  const key = { tenantId: tenantId ?? '', keyScope, key: cause.idempotencyKey };
  if (await isKeyBound(desk.ledger, key)) return;
  throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
}

/** Requests whose row is being written, by their owners: they count for the backlog already. */
const accepting = new WeakMap<Desk, Map<string, number>>();

function noteAccepting(desk: Desk, { tenantId }: Order, by: 1 | -1): void {
  const owners = accepting.get(desk) ?? new Map<string, number>();
  accepting.set(desk, owners);
  const count = (owners.get(tenantId ?? '') ?? 0) + by;
  if (count === 0) owners.delete(tenantId ?? '');
  else owners.set(tenantId ?? '', count);
}

function countAccepting(desk: Desk): number {
  return [...(accepting.get(desk)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

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
  readonly settled: TransactionView | null;
}

/** Carries what was accepted to its resting state, or as far as the caller wants to wait. */
export async function carry(c: Context<AppEnv>, work: Work) {
  const { desk, facts } = work;
  if (work.settled) return answerTransaction(c, desk, work.settled);
  if (!work.replayed) work.deps.failPoint('after-accept');
  const settled = work.replayed ? await waitForFirst(c, work) : await dispatchAndWait(work);
  return answerTransaction(
    c,
    desk,
    settled ?? (await requireTransaction(desk, facts.tenantId, facts.id)),
  );
}

/** Accepts what answers before it is done, and starts it; returns its id. */
export async function bookSoon(desk: Desk, draft: LaneOrders['accept']): Promise<string> {
  const { accepted, settled } = await take(desk, 'accept', draft, 1);
  const { id, replayed } = accepted;
  const { tenantId, type, currency, amount: amountMinor } = draft;
  if (!settled && !replayed) {
    const rest = desk.settlements.wait(id, SOON_MS);
    void settleLater(desk, { id, tenantId, type, currency, amountMinor });
    await rest;
  }
  return id;
}

/** Accepts a reversal that answers before it is done, and starts it. */
export async function reverseSoon(desk: Desk, order: LaneOrders['reverse']): Promise<Done> {
  const { accepted, settled } = await take(desk, 'reverse', order, 1);
  const [facts] = await listTransferFacts(desk.ledger, [accepted.id]);
  if (facts && !settled && !accepted.replayed) {
    const rest = desk.settlements.wait(facts.id, SOON_MS);
    void settleLater(desk, facts);
    await rest;
  }
  return accepted;
}

async function dispatchAndWait({ desk, facts, waitMs }: Work): Promise<TransactionView | null> {
  const rest = waitMs > 0 ? desk.settlements.wait(facts.id, waitMs) : null;
  void settleLater(desk, facts);
  return rest;
}

/** By the lane where this process has it, else by a workflow: also when the lane cannot. */
async function settleLater(desk: Desk, facts: TransferFacts): Promise<void> {
  const isSettled = await desk.lane?.settle(facts.id, facts.tenantId).catch(() => false);
  if (!isSettled) desk.dispatcher.submit(facts);
}

/** A duplicate waits for the first one's result as the first one does. */
async function waitForFirst(
  c: Context<AppEnv>,
  { desk, facts: { id, tenantId }, waitMs }: Work,
): Promise<TransactionView | null> {
  c.header('Idempotency-Replayed', 'true');
  const rest = waitMs > 0 ? desk.settlements.wait(id, waitMs) : null;
  const now = await findTransaction(desk.ledger, tenantId, id);
  const moving = now?.status === 'pending' && now.stage === 'accepted';
  return moving ? rest : now;
}
