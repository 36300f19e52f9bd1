// The acts that move money and accounts, wired to the tables that they write. Each is called
// inside the group commit (db/ledger.ts).

import { mergedMetadata } from '../../ledger/metadata.ts';
import { NETWORK_RAILS, type NetworkRail } from '../../ledger/rail.ts';
import { Refusal, requireVersion } from '../../ledger/refusal.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { type AccountWriter, accountWriter } from '../accounts/acts.ts';
import { dormancy } from '../accounts/dormancy.ts';
import { accountUse } from '../accounts/use.ts';
import { applyApproval, approvalWriter } from '../approvals/acts.ts';
import { approvedExchange } from '../approvals/exchange.ts';
import { type BatchActs, type BatchStep, batchEnds, batchWriter } from '../batches/acts.ts';
import type { PreviewedAccount } from '../batches/preview.ts';
import { stagedAcceptance } from '../batches/staging.ts';
import { identities } from '../customers/identities.ts';
import type { eventLog } from '../events/acts.ts';
import { exchangeAcceptance } from '../exchange/accept.ts';
import type { Market } from '../exchange/market.ts';
import type { QuoteWriter } from '../exchange/quotes.ts';
import { agreement } from '../exchange/terms.ts';
import type { ExecutionActs } from '../executions/rows.ts';
import { captureHold, holdWriter, releaseHold } from '../holds/acts.ts';
import { holdOrderWriter } from '../holds/orders.ts';
import { intentWriter } from '../intents/acts.ts';
import { journal } from '../journal/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { type Committed, commitEach } from '../kernel/commit-each.ts';
import type { Database } from '../kernel/connect.ts';
import { mergeWaits } from '../kernel/due.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { limitWriter } from '../limits/acts.ts';
import { mfaWriter } from '../mfa/acts.ts';
import { stepUpWriter } from '../mfa/step-ups.ts';
import { isOverdrawn, type OverdraftWriter, overdraftWriter } from '../overdrafts/acts.ts';
import { arrearsDue } from '../overdrafts/arrears.ts';
import { overdraftBilling, overdraftFeeBook } from '../overdrafts/fees.ts';
import { passkeyWriter } from '../passkeys/acts.ts';
import { passkeyBook } from '../passkeys/rows.ts';
import { railWriter } from '../rails/acts.ts';
import { railsDue } from '../rails/due.ts';
import { type RailActs, railNewsWriter } from '../rails/news.ts';
import { riskWriter } from '../risk/acts.ts';
import { habitsIn } from '../risk/habits.ts';
import type { RiskDesk } from '../risk/judge.ts';
import { applyReview } from '../risk/review-acts.ts';
import { type Scoring, scoringOf } from '../risk/scoring.ts';
import { engine } from '../schedules/occurrence-end.ts';
import { scheduleEnds, scheduling } from '../schedules/scheduling.ts';
import type { HitWriter } from '../screening/acts.ts';
import { settlementOf } from '../settlement/acts.ts';
import type { StorageRoom } from '../storage/room.ts';
import { type Acceptor, acceptance } from './accept.ts';
import { atRestIn } from './at-rest.ts';
import { soughtTransactions } from './carrier.ts';
import { finalReader } from './final.ts';
import { datedReader } from './future-dates.ts';
import { judgedBooking } from './judgement.ts';
import { boundAct } from './keyed-act.ts';
import { laneWriter } from './lane.ts';
import type { LaneStore, Settlement, Store, TransactionDescription, WorkflowRef } from './port.ts';
import { previewer } from './preview.ts';
import { reversalAcceptance } from './reverse.ts';
import { type TransactionWriter, transactionWriter } from './rows.ts';
import { type SettleDeps, settlement as settler } from './settle.ts';
import type { TransactionRow } from './view.ts';

/** What every writer of a ledger is made of. */
export interface ActDeps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  /** What is due and what has run out goes by it. */
  readonly clock: BusinessClock;
  readonly failPoint: (name: string) => void;
  /** Whether there is room for the file of a developer. */
  readonly room: StorageRoom;
}

interface MoneyDeps extends ActDeps {
  /** Of the ledger among those of its environment; left out: the first. */
  readonly number?: number;
  /** Days without use after which an account rests; 0: never. */
  readonly dormancyDays: number;
  /** The most that an operator moves alone, in whole units of the currency. */
  readonly operatorLimit: number;
  /** A larger amount has a workflow of its own: whole euros. */
  readonly workflowAbove: number;
  /** Business days that a value date may lie back. */
  readonly valueDaysBack: number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly market: Market;
  /** Judges payments; null: they are not judged. */
  readonly desk: RiskDesk | null;
  readonly quotes: QuoteWriter;
  /** Rails that have a network; the others are refused. */
  readonly connected: readonly NetworkRail[];
  /** What is found about parties outside. */
  readonly hits: HitWriter;
}

export type MoneyActs = ReturnType<typeof moneyActs>;

/** Prepares the acts on an open database. */
export function moneyActs(deps: MoneyDeps) {
  const { database, emit, livemode, now, clock, failPoint, market, quotes } = deps;
  const planned = scheduleEnds(deps);
  const fees = overdraftFeeBook(deps);
  const overdrafts = overdraftWriter({ ...deps, fees });
  const book = journalOf(deps, overdrafts);
  const limits = limitWriter(deps);
  const holds = holdWriter({ database, journal: book, limits, emit, livemode });
  const intents = intentWriter(deps);
  const follow = notifyOwner({ fees, intents, orders: planned.endings, batches: batchEnds(deps) });
  const atRest = atRestIn(database);
  const writer = transactionWriter({ database, emit, livemode, atRest, follow });
  const risk = riskWriter({ ...deps, find: writer.find });
  const approvals = approvalWriter({ ...deps, writer });
  const { mfa, passkeys } = factorsOf(deps);
  const stepUps = stepUpWriter({ ...deps, find: writer.find, mfa });
  const accounts = accountWriter({ ...deps, overdraftEnds: overdrafts.endOverdraft });
  const { terms, settlement } = settlementOf(deps);
  const doors = { ...railsOf(deps), settlement };
  const accept = acceptance(database, writer, { ...deps, confirm: intents.confirm });
  const { settle, settleRow, batches } = settlers(deps, accept, {
    isSought: soughtTransactions(market, deps.workflowAbove),
    database,
    writer,
    journal: book,
    holds,
    limits,
    approvals,
    stepUps,
    quotes,
    use: accountUse(database, clock),
    risk,
    market,
    ...{ ...doors, now, clock, failPoint },
  });
  const reverse = reversalAcceptance(database, writer, clock);
  const facts = { database, writer, journal: book, limits, stepUps, ...doors, now, clock, risk };
  const dealing = { ...facts, quotes, market };
  const parties = { keys: deps.keys, approvals, risk, ...doors };
  const common = { writer, journal: book, holds, limits, ...parties, now, clock };
  const holding = { ...common, approvedExchange: approvedExchange({ ...dealing, holds }) };
  const { who, rest } = waiting({ ...deps, accounts, overdrafts });
  const waits = { dated: datedReader(database), rails: railsDue(database) };
  const charge = (row: TransactionRow) => writer.insert(row, engine(row.requestId));
  const billing = overdraftBilling({ database, now, clock, accept: charge });
  const timed = { fees: billing, rest, quotes, stepUps, ...waits };
  const parts = { journal: book, acceptor: accept, holds: holding, ...timed };
  const schedules = scheduling({ ...deps, ...planned, ...parts });
  const money = {
    accept,
    exchange: exchangeAcceptance(database, writer, agreement(quotes, market), clock),
    reverse,
    preview: previewer(dealing),
    settle,
    settleRow,
    noteStart(ids: readonly string[], workflow: WorkflowRef): void {
      const [id] = ids;
      if (ids.length === 1 && id !== undefined && workflow.id === transferWorkflowId(id))
        writer.noteOwnStart(id, now());
      else writer.noteStart(ids, workflow, now());
    },
    now,
    clock,
    monotonic: deps.monotonic,
    atRest,
    accounts,
    limits,
    approvals,
    mfa,
    passkeys,
    stepUps,
    identities: who,
  };
  const news = {
    rails: railNewsWriter({ ...holding, settleRow, openBank: accept.openBank }),
    intents,
  };
  const books = { overdrafts, batches, settlement: terms, ...news };
  const holdOrders = holdOrderWriter(deps, holding);
  return { ...money, ...books, holding, holdOrders, schedules, risk, desk: deps.desk, writer };
}

/** The journal; overdrafts and the habits of accounts follow each booking, inside its commit. */
function journalOf(deps: MoneyDeps, overdrafts: ReturnType<typeof overdraftWriter>) {
  const habits = habitsIn(deps.database, deps.market);
  return journal(deps, (booked) => {
    const { row, entries } = booked;
    for (const entry of entries) {
      if (isOverdrawn(entry)) overdrafts.followEntry(row, entry, row.postedAt);
    }
    habits.follow(booked);
  });
}

/** What customers confirm with. */
function factorsOf(deps: MoneyDeps) {
  const book = passkeyBook(deps.database, deps.now);
  const mfa = mfaWriter({ ...deps, passkeys: book });
  return { mfa, passkeys: passkeyWriter({ ...deps, book, mfa }) };
}

/** What settles transactions, one by one or as the items of a batch. */
function settlers(deps: MoneyDeps, acceptor: Acceptor, settling: SettleDeps) {
  const { settle, settleRow } = settler(settling);
  const judged = judgedBooking(settling);
  const { writer, limits } = settling;
  const parts = { writer, acceptor, settleRow, judged, limits };
  return { settle, settleRow, batches: batchWriter({ ...deps, ...parts }) };
}

type Follower = { transactionMoved(moved: TransactionRow): void };

/** Notifies the owner of a transaction (schedule, batch, …) of its new status. */
function notifyOwner(makers: {
  readonly fees: { follow(moved: TransactionRow): void };
  readonly intents: Follower;
  readonly orders: Follower;
  readonly batches: Follower;
}) {
  return (moved: TransactionRow) => {
    if (moved.type === 'fee') makers.fees.follow(moved);
    else if (moved.intentId !== null) makers.intents.transactionMoved(moved);
    else if (moved.batchId !== null) makers.batches.transactionMoved(moved);
    else makers.orders.transactionMoved(moved);
  };
}

/** The networks that carry payments, and the rails that have none. */
function railsOf({ database, clock, connected }: MoneyDeps) {
  const closedRails = NETWORK_RAILS.filter((rail) => !connected.includes(rail));
  return { closedRails, rails: railWriter(database, clock, connected) };
}

/** Who customers are, and what is looked at when its day has come: unused accounts, reviews, and overdrafts. */
function waiting(
  deps: MoneyDeps & { readonly accounts: AccountWriter; readonly overdrafts: OverdraftWriter },
) {
  const who = identities(deps);
  const unused = dormancy({ ...deps, days: deps.dormancyDays });
  return { who, rest: mergeWaits(unused, who.due, arrearsDue(deps)) };
}

export interface MoneyPorts {
  readonly store: Store;
  readonly executions: Committed<ExecutionActs>;
  readonly batches: BatchActs;
  readonly lane: LaneStore;
  readonly rails: Committed<RailActs>;
}

/** Items that share a commit where it is one of PostgreSQL. */
const TOGETHER = 64;

/**
 * Settles the next slice of a batch. Where a commit asks another machine, several share one: the
 * thread has turns between them.
 */
function settlingBatch(
  database: Database,
  { batches }: MoneyActs,
  scoring: Scoring,
): BatchActs['settle'] {
  const most = database.hearsOthers ? TOGETHER : 1;
  return async ({ batchId, workflow }) => {
    const { from, rows, size } = database.read(() => batches.upcoming(batchId, most));
    const asked = await scoring.ask(rows);
    const items = from === null ? most : rows.length;
    const works = Array.from({ length: Math.max(1, Math.ceil(items / size)) }, (_, at) => ({
      workflow,
      asked,
      from: from === null ? null : from + at * size,
      count: Math.max(0, Math.min(size, rows.length - at * size)),
    }));
    const steps = await Promise.all(
      works.map((work) => database.write(() => batches.settle(batchId, work))),
    );
    return steps.at(-1) as BatchStep;
  };
}

/** Items that are looked at between two requests of others: some ten milliseconds. */
const LOOKED_AT = 32;
const SHOWN_AT = 128;

/** Looks ahead at a batch slice by slice: requests of others come between two of them. */
function previewingBatch(
  database: Database,
  { batches }: MoneyActs,
  scoring: Scoring,
): BatchActs['preview'] {
  return async (draft) => {
    const look = database.read(() => batches.preview(draft));
    for (let from = 0; from < draft.items.length; from += LOOKED_AT) {
      const rows = database.read(() => look.rows(from, from + LOOKED_AT));
      const asked = await scoring.ask(rows);
      database.read(() => look.judge(rows, asked));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const accounts: PreviewedAccount[] = [];
    for (let from = 0; from < look.accounts(); from += SHOWN_AT) {
      accounts.push(...database.read(() => look.show(from, from + SHOWN_AT)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...look.result(), accounts };
  };
}

/** Settles in one commit what is not final; about what is, nothing is asked or written. */
function settling(database: Database, acts: MoneyActs, scoring: Scoring): Store['settle'] {
  const finalOf = finalReader(database);
  return (ids, workflow) => {
    const asIs = finalOf(ids);
    const left = ids.filter((id) => !asIs.has(id));
    return scoring.askAbout(left, (asked) =>
      database.write(() => {
        // Again: what was read before the commit may be of one that is not on disk yet.
        let final = finalOf(ids);
        let isOutdated = false;
        if (workflow.runId !== null) acts.noteStart(ids, workflow);
        return ids.map((id): Settlement => {
          // A member of the group may have reversed another one.
          if (isOutdated && final.has(id)) final = finalOf(ids);
          isOutdated &&= !final.has(id);
          const known = final.get(id);
          if (known) return known;
          isOutdated = true;
          try {
            return database.part(() => acts.settle(id, workflow, asked.get(id)));
          } catch (error) {
            // Alone, or when the database itself is in trouble, the caller has to know.
            if (ids.length === 1 || isOutage(error) || !database.raw.inTransaction) throw error;
            return { id, state: 'fault', status: null, expiresInMs: null };
          }
        });
      }),
    );
  };
}

/** The ports: each act in a commit. */
export function portsOf(
  database: Database,
  acts: MoneyActs,
  executions: ExecutionActs,
): MoneyPorts {
  const { holding } = acts;
  const scoring = scoringOf(database, { desk: acts.desk, find: acts.writer.find });

  const store: Store = {
    accept: (draft) => database.write(() => acts.accept.accept(draft)),
    exchange: (draft) => database.write(() => acts.exchange.accept(draft)),
    reverse: (order) => database.write(() => acts.reverse.accept(order)),
    async preview(draft) {
      const row = database.read(() => acts.accept.rowFor(draft));
      const asked = (await scoring.ask([row])).get(row.id);
      return database.read(() => acts.preview(row, undefined, asked));
    },
    async previewReversal(order) {
      const row = database.read(() => acts.reverse.rowFor(order));
      const asked = (await scoring.ask([row])).get(row.id);
      return database.read(() => acts.preview(row, undefined, asked));
    },
    previewExchange: async (draft) =>
      database.read(() => {
        const { row, terms } = acts.exchange.rowFor(draft);
        return acts.preview(row, terms);
      }),
    settle: settling(database, acts, scoring),
    capture: (order) =>
      database.write(() => boundAct(holding, 'capture', order, () => captureHold(holding, order))),
    describe: (order) => database.write(() => describeTransaction(acts, order)),
    placeOrder: (order) => database.write(() => acts.holdOrders.place(order)),
    carryOutOrder: (ref) => database.write(() => acts.holdOrders.carryOut(ref)),
    approve: ({ transactionId }) => database.write(() => applyApproval(holding, transactionId)),
    review: ({ transactionId }) => database.write(() => applyReview(holding, transactionId)),
    release: (order) =>
      database.write(() => boundAct(holding, 'cancel', order, () => releaseHold(holding, order))),
    startDue: () => database.write(acts.schedules.startDue),
    driveClock: ({ tenantId }) => database.write(() => acts.schedules.drive(tenantId)),
    onSettled: acts.atRest.onSettled,
  };
  const batches: BatchActs = {
    ...stagedAcceptance(database, acts.batches, holding.clock),
    cancel: (order) => database.write(() => acts.batches.cancel(order)),
    settle: settlingBatch(database, acts, scoring),
    preview: previewingBatch(database, acts, scoring),
  };
  const lane = laneWriter(database, { ...acts, acts, scoring });
  return {
    store,
    batches,
    lane,
    rails: commitEach<RailActs>(database, acts.rails),
    executions: commitEach<ExecutionActs>(database, executions),
  };
}

interface Describing {
  readonly writer: TransactionWriter;
  readonly clock: BusinessClock;
}

function describeTransaction({ writer, clock }: Describing, order: TransactionDescription): void {
  const row = writer.find(order.transactionId);
  if (row?.tenantId !== order.tenantId) throw new Refusal('transaction_not_found');
  requireVersion(row, order.ifVersion);
  const metadata = mergedMetadata(row.currentMetadata ?? row.metadata, order.metadata);
  writer.describe(row, metadata, { cause: order.cause, at: clock(row.tenantId) });
}
