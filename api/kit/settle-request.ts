// The common path of every request that moves money: admission, acceptance, dispatch, and the wait
// until the transaction has settled.

import type { Context } from 'hono';
import type { Act } from '../../db/kernel/act.ts';
import type { KeyedResult } from '../../db/kernel/keys.ts';
import { acceptExchange, acceptReversal, acceptTransaction } from '../../db/money/calls.ts';
import { countAcceptedByTenant } from '../../db/transactions/open-work.ts';
import {
  type AcceptedRequest,
  type LaneAct,
  type LaneOrders,
  LaneOverdue,
  type TransferFacts,
} from '../../db/transactions/port.ts';
import { findTransaction, isKeyBound, listTransferFacts } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { isShareFull } from '../../ledger/share.ts';
import { answerTransaction, requireTransaction } from './answer-transaction.ts';
import type { AppEnv, Deps, Services } from './context.ts';
import { Problem } from './errors.ts';

/**
 * A request with a longer expected wait is not admitted: an admitted request is answered within a
 * second.
 */
const MAX_DELAY_MS = 400;
/**
 * An admitted request that has waited longer for its turn is refused before anything is written.
 */
const MAX_WAIT_MS = 500;

/** The conditions for the admission of a request. */
interface Admission {
  /** Maximum number of waiting transactions. */
  readonly backlogLimit: number;
  /** Scope of the idempotency key. */
  readonly keyScope: string;
}

/** The act that accepts the orders of each kind without settling them. */
const ACCEPTANCE: { readonly [Name in LaneAct]: Act<LaneOrders[Name], KeyedResult, null> } = {
  accept: acceptTransaction,
  exchange: acceptExchange,
  reverse: acceptReversal,
};

/**
 * Accepts a request. When this process has the lane and the caller waits, the same commit settles
 * it too; otherwise it is settled later.
 * @param admission omitted: the request is always admitted and waits for its turn without a limit
 * @throws Refusal when the ledger does not accept the request
 * @throws Problem workflow_unavailable when too many requests wait; then nothing was written
 */
export async function acceptOrder<Name extends LaneAct>(
  services: Services,
  act: Name,
  order: LaneOrders[Name],
  waitMs: number,
  admission?: Admission,
): Promise<AcceptedRequest> {
  if (admission && isCrowded(services, order, admission))
    await requireBoundKey(services, order, admission);
  try {
    const max = admission && MAX_WAIT_MS;
    const bookedOrder = waitMs > 0 && (await services.lane?.book(act, order, max));
    if (bookedOrder) return bookedOrder;
  } catch (error) {
    if (!admission || !(error instanceof LaneOverdue)) throw error;
    await requireBoundKey(services, order, admission);
  }
  noteAccepting(services, order, 1);
  try {
    return { accepted: await services.ledger.run(ACCEPTANCE[act], order), settled: null };
  } finally {
    noteAccepting(services, order, -1);
  }
}

type Order = LaneOrders[LaneAct];

function isCrowded(services: Services, { tenantId }: Order, { backlogLimit }: Admission): boolean {
  const isFull =
    services.backlog() + countAccepting(services) >= backlogLimit &&
    isShareFull(countWaitingByDeveloper(services), tenantId ?? '', backlogLimit);
  return isFull || (services.lane?.delayOf(tenantId ?? '') ?? 0) > MAX_DELAY_MS;
}

/**
 * Interval, in milliseconds, of the count of waiting transactions per developer while the backlog
 * is full.
 */
const COUNTED_EVERY_MS = 100;
const countCache = new WeakMap<
  Services,
  { readonly at: number; readonly waiting: ReadonlyMap<string, number> }
>();

/** Returns the number of waiting transactions per developer, including those being accepted. */
function countWaitingByDeveloper(services: Services): ReadonlyMap<string, number> {
  let cached = countCache.get(services);
  if (!cached || performance.now() - cached.at >= COUNTED_EVERY_MS) {
    cached = { at: performance.now(), waiting: countAcceptedByTenant(services.ledger) };
    countCache.set(services, cached);
  }
  const waitingByOwner = new Map(cached.waiting);
  for (const [owner, count] of accepting.get(services) ?? []) {
    waitingByOwner.set(owner, (waitingByOwner.get(owner) ?? 0) + count);
  }
  return waitingByOwner;
}

/** Passes a request whose idempotency key is already bound, even when the backlog is full. */
async function requireBoundKey(
  services: Services,
  order: Order,
  { keyScope }: Admission,
): Promise<void> {
  const { tenantId, cause } = order;
  const key = { tenantId: tenantId ?? '', keyScope, key: cause.idempotencyKey };
  if (await isKeyBound(services.ledger, key)) return;
  throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
}

/** Number of requests whose row is being written, per owner. They count for the backlog too. */
const accepting = new WeakMap<Services, Map<string, number>>();

function noteAccepting(services: Services, { tenantId }: Order, change: 1 | -1): void {
  const owners = accepting.get(services) ?? new Map<string, number>();
  accepting.set(services, owners);
  const count = (owners.get(tenantId ?? '') ?? 0) + change;
  if (count === 0) owners.delete(tenantId ?? '');
  else owners.set(tenantId ?? '', count);
}

function countAccepting(services: Services): number {
  return [...(accepting.get(services)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** Maximum wait for the settlement of an entry or a reversal of operators, in milliseconds. */
const SETTLE_WAIT_MS = 3_000;

interface AcceptedWork {
  readonly deps: Deps;
  readonly services: Services;
  readonly facts: TransferFacts;
  /** Milliseconds for which the caller waits at most. */
  readonly waitMs: number;
  /** True when an earlier request with the same key was accepted. */
  readonly replayed: boolean;
  /** The settled transaction; null when the request still has to wait. */
  readonly settled: TransactionView | null;
}

/**
 * Waits until an accepted transaction reaches a resting state or the caller's time is over, and
 * answers with the transaction.
 */
export async function settleAndAnswer(c: Context<AppEnv>, work: AcceptedWork) {
  const { services, facts } = work;
  if (work.settled) return answerTransaction(c, services, work.settled);
  if (!work.replayed) work.deps.failPoint('after-accept');
  const settlement = work.replayed ? await waitForFirst(c, work) : await dispatchAndWait(work);
  return answerTransaction(
    c,
    services,
    settlement ?? (await requireTransaction(services, facts.tenantId, facts.id)),
  );
}

/**
 * Accepts and starts a transaction, and waits up to three seconds until it settles. Returns its id.
 */
export async function acceptAndStart(
  services: Services,
  draft: LaneOrders['accept'],
): Promise<string> {
  const { accepted, settled } = await acceptOrder(services, 'accept', draft, 1);
  const { id, replayed } = accepted;
  const { tenantId, type, currency, amount: amountMinor } = draft;
  if (!settled && !replayed) {
    const settlement = services.settlements.wait(id, SETTLE_WAIT_MS);
    void settleLater(services, { id, tenantId, type, currency, amountMinor });
    await settlement;
  }
  return id;
}

/** Accepts and starts a reversal, and waits up to three seconds until it settles. */
export async function acceptAndStartReversal(
  services: Services,
  order: LaneOrders['reverse'],
): Promise<KeyedResult> {
  const { accepted, settled } = await acceptOrder(services, 'reverse', order, 1);
  const [facts] = await listTransferFacts(services.ledger, [accepted.id]);
  if (facts && !settled && !accepted.replayed) {
    const settlement = services.settlements.wait(facts.id, SETTLE_WAIT_MS);
    void settleLater(services, facts);
    await settlement;
  }
  return accepted;
}

async function dispatchAndWait({
  services,
  facts,
  waitMs,
}: AcceptedWork): Promise<TransactionView | null> {
  const settlement = waitMs > 0 ? services.settlements.wait(facts.id, waitMs) : null;
  void settleLater(services, facts);
  return settlement;
}

/** Settles by the lane of this process, otherwise, or when the lane fails, by a workflow. */
async function settleLater(services: Services, facts: TransferFacts): Promise<void> {
  const isSettled = await services.lane?.settle(facts.id, facts.tenantId).catch(() => false);
  if (!isSettled) services.dispatcher.submit(facts);
}

/** A replay waits for the result of the first request, like the first request itself. */
async function waitForFirst(
  c: Context<AppEnv>,
  { services, facts: { id, tenantId }, waitMs }: AcceptedWork,
): Promise<TransactionView | null> {
  c.header('Idempotency-Replayed', 'true');
  const settlement = waitMs > 0 ? services.settlements.wait(id, waitMs) : null;
  const transaction = await findTransaction(services.ledger, tenantId, id);
  const isMoving = transaction?.status === 'pending' && transaction.stage === 'accepted';
  return isMoving ? settlement : transaction;
}
