// The acts that move money and accounts, wired to the tables that they write. Each is called
// inside the group commit (db/ledger.ts).

import { NETWORK_RAILS } from '../../ledger/rail.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { overdraftEnds } from '../accounts/acts.ts';
import { dormancy } from '../accounts/dormancy.ts';
import { accountUse } from '../accounts/use.ts';
import { requestApproval } from '../approvals/acts.ts';
import { approvedExchange } from '../approvals/exchange.ts';
import { type BatchActs, type BatchStep, batchEnds, batchWriter } from '../batches/acts.ts';
import type { PreviewedAccount } from '../batches/preview.ts';
import { stagedAcceptance } from '../batches/staging.ts';
import { exchangeAcceptance } from '../booking/exchange-accept.ts';
import { agreement } from '../booking/exchange-terms.ts';
import { judgedBooking } from '../booking/judgement.ts';
import { previewer } from '../booking/preview.ts';
import { type RailActs, railNewsWriter } from '../booking/rail-news.ts';
import { type SettleDeps, settlement as settler } from '../booking/settle.ts';
import { ledgerMarket, type Market } from '../exchange/market.ts';
import { executionBond } from '../executions/bond.ts';
import { holdWriter } from '../holds/acts.ts';
import { holdOrderWriter } from '../holds/orders.ts';
import { intentWriter } from '../intents/acts.ts';
import { journal } from '../journal/acts.ts';
import { engine } from '../kernel/cause.ts';
import { type Committed, commitEach } from '../kernel/commit-each.ts';
import type { Database } from '../kernel/connect.ts';
import { mergeWaits } from '../kernel/due.ts';
import type { RiskDesk, Scoring } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { LedgerTerms } from '../kernel/terms.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import { identities } from '../kyc/identities.ts';
import { type LimitReader, limitFacts } from '../limits/acts.ts';
import { mfaWriter } from '../mfa/acts.ts';
import { stepUpWriter } from '../mfa/step-ups.ts';
import { endOverdraft, followEntry, isOverdrawn } from '../overdrafts/acts.ts';
import { arrearsDue } from '../overdrafts/arrears.ts';
import { followFee, overdraftBilling } from '../overdrafts/fees.ts';
import { passkeyWriter } from '../passkeys/acts.ts';
import { passkeyBook } from '../passkeys/rows.ts';
import { paymentNews, paymentWriter } from '../payments/acts.ts';
import { railWriter } from '../rails/acts.ts';
import { railsDue } from '../rails/due.ts';
import { riskWriter } from '../risk/acts.ts';
import { habitsIn } from '../risk/habits.ts';
import { scoringOf } from '../risk/scoring.ts';
import { scheduleEnds, scheduling } from '../schedules/scheduling.ts';
import { settlementReader } from '../settlement/acts.ts';
import { type Acceptor, acceptance } from '../transactions/accept.ts';
import { atRestIn } from '../transactions/at-rest.ts';
import { soughtTransactions } from '../transactions/carrier.ts';
import { datedReader } from '../transactions/future-dates.ts';
import type { LaneStore } from '../transactions/port.ts';
import { reversalAcceptance } from '../transactions/reverse.ts';
import { transactionWriter } from '../transactions/rows.ts';
import { laneWriter } from './lane.ts';

/** What every writer of a ledger is made of. */
export interface ActDeps extends TxParts {
  readonly tx: Tx;
}

interface MoneyDeps extends ActDeps, LedgerTerms {
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly market: Market;
  /** Judges payments; null: they are not judged. */
  readonly desk: RiskDesk | null;
  /** What is found about parties outside. */
  readonly hits: Parameters<typeof identities>[0]['hits'];
}

export type MoneyActs = ReturnType<typeof wire>;

/** Prepares the acts on an open database. */
export function moneyActs(deps: MoneyDeps): MoneyActs {
  const acts = wire(deps);
  prepared.set(deps.tx, acts);
  return acts;
}

function wire(deps: MoneyDeps) {
  const { database, emit, livemode, now, clock, failPoint, market, tx } = deps;
  const planned = scheduleEnds(deps);
  ledgerMarket.set(tx, market);
  overdraftEnds.set(tx, (accountId, cause) => endOverdraft(tx, accountId, cause));
  const book = journalOf(deps);
  const limits: LimitReader = { facts: (...given) => limitFacts(tx, ...given) };
  const holds = holdWriter({ database, journal: book, tx, emit, livemode });
  const intents = intentWriter(deps);
  const follow = notifyOwner({ tx, intents, orders: planned.endings, batches: batchEnds(deps) });
  const atRest = atRestIn(database);
  const writer = transactionWriter({
    ...{ database, emit, livemode, atRest, follow },
    emitPayment: paymentNews(database, emit),
    executionOf: executionBond(database),
  });
  const risk = riskWriter({ ...deps, find: writer.find });
  const { mfa, passkeys } = factorsOf(deps);
  const stepUps = stepUpWriter({ ...deps, find: writer.find, mfa });
  const settlement = settlementReader(tx);
  const doors = { ...railsOf(deps), settlement };
  const accept = acceptance(database, writer, {
    ...deps,
    confirm: intents.confirm,
    payments: paymentWriter(database),
  });
  const { settle, settleRow, batches } = settlers(deps, accept, {
    isSought: soughtTransactions(market, deps.workflowAbove),
    database,
    writer,
    journal: book,
    holds,
    limits,
    tx,
    requestApproval: (...asked) => requestApproval(tx, ...asked),
    stepUps,
    use: accountUse(database, clock),
    risk,
    market,
    ...{ ...doors, now, clock, failPoint },
  });
  const reverse = reversalAcceptance(database, writer, clock);
  const facts = { database, writer, journal: book, limits, stepUps, ...doors, now, clock, risk };
  const dealing = { ...facts, tx, market };
  const parties = { keys: deps.keys, tx, risk, ...doors };
  const common = { writer, journal: book, holds, ...parties, now, clock };
  const holding = { ...common, stepUps, approvedExchange: approvedExchange({ ...dealing, holds }) };
  const { who, rest } = waiting(deps);
  const waits = { dated: datedReader(database), rails: railsDue(database) };
  const charge = (row: TransactionRow) => writer.insert(row, engine(row.requestId));
  const billing = overdraftBilling({ database, now, clock, accept: charge });
  const timed = { fees: billing, rest, stepUps, ...waits };
  const parts = { journal: book, acceptor: accept, holds: holding, ...timed };
  const schedules = scheduling({ ...deps, ...planned, ...parts });
  const money = {
    accept,
    exchange: exchangeAcceptance(database, writer, agreement(tx, market), clock),
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
    mfa,
    passkeys,
    stepUps,
    identities: who,
  };
  const news = {
    rails: railNewsWriter({ ...holding, settleRow, openBank: accept.openBank }),
    intents,
  };
  const books = { batches, ...news };
  const holdOrders = holdOrderWriter(deps, holding);
  const scoring = scoringOf(database, { desk: deps.desk, find: writer.find });
  return {
    ...money,
    ...books,
    holding,
    holdOrders,
    schedules,
    risk,
    scoring,
    desk: deps.desk,
    writer,
  };
}

const prepared = new WeakMap<Tx, MoneyActs>();

/** The acts of the ledger whose transaction it is. */
export function moneyOf(tx: Tx): MoneyActs {
  const found = prepared.get(tx);
  if (!found) throw new Error('the ledger has no acts that move money');
  return found;
}

/** The journal; overdrafts and the habits of accounts follow each booking, inside its commit. */
function journalOf(deps: MoneyDeps) {
  const habits = habitsIn(deps.database, deps.market);
  return journal(deps, (booked) => {
    const { row, entries } = booked;
    for (const entry of entries) {
      if (isOverdrawn(entry)) followEntry(deps.tx, row, entry, row.postedAt);
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
  const { writer } = settling;
  const parts = { writer, acceptor, settleRow, judged };
  return { settle, settleRow, batches: batchWriter({ ...deps, ...parts }) };
}

type Follower = { transactionMoved(moved: TransactionRow): void };

/** Notifies the owner of a transaction (schedule, batch, …) of its new status. */
function notifyOwner(makers: {
  readonly tx: Tx;
  readonly intents: Follower;
  readonly orders: Follower;
  readonly batches: Follower;
}) {
  return (moved: TransactionRow) => {
    if (moved.type === 'fee') followFee(makers.tx, moved);
    else if (moved.intentId !== null) makers.intents.transactionMoved(moved);
    else if (moved.batchId !== null) makers.batches.transactionMoved(moved);
    else makers.orders.transactionMoved(moved);
  };
}

/** The networks that carry payments, and the rails that have none. */
function railsOf({ database, clock, connectedRails }: MoneyDeps) {
  const closedRails = NETWORK_RAILS.filter((rail) => !connectedRails.includes(rail));
  return { closedRails, rails: railWriter(database, clock, connectedRails) };
}

/** Who customers are, and what is looked at when its day has come: unused accounts, reviews, and overdrafts. */
function waiting(deps: MoneyDeps) {
  const who = identities(deps);
  const unused = dormancy({ ...deps, days: deps.dormancyDays });
  return { who, rest: mergeWaits(unused, who.due, arrearsDue(deps)) };
}

export interface MoneyPorts {
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

/** The ports: each act in a commit. */
export function portsOf(database: Database, acts: MoneyActs): MoneyPorts {
  const { holding, scoring } = acts;
  const batches: BatchActs = {
    ...stagedAcceptance(database, acts.batches, holding.clock),
    cancel: (order) => database.write(() => acts.batches.cancel(order)),
    settle: settlingBatch(database, acts, scoring),
    preview: previewingBatch(database, acts, scoring),
  };
  const lane = laneWriter(database, { ...acts, acts, scoring });
  return {
    batches,
    lane,
    rails: commitEach<RailActs>(database, acts.rails),
  };
}
