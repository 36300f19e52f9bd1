// The acts that move money and accounts, wired to the tables that they write. Each is called
// inside the group commit (db/ledger.ts).

import { NETWORK_RAILS } from '../../ledger/rail.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { overdraftEnds } from '../accounts/acts.ts';
import { accountUse } from '../accounts/use.ts';
import { requestApproval } from '../approvals/acts.ts';
import { approvedExchange } from '../approvals/exchange.ts';
import { followItem, SLICE_SIZES } from '../batches/acts.ts';
import { itemBooking } from '../batches/booking.ts';
import { exchangeAcceptance } from '../booking/exchange-accept.ts';
import { agreement } from '../booking/exchange-terms.ts';
import { judgedBooking } from '../booking/judgement.ts';
import { previewer } from '../booking/preview.ts';
import { railNewsWriter } from '../booking/rail-news.ts';
import { type SettleDeps, settlement as settler } from '../booking/settle.ts';
import { ledgerMarket, type Market } from '../exchange/market.ts';
import { heldMoney, holdWriter } from '../holds/acts.ts';
import { holdOrderWriter } from '../holds/orders.ts';
import { journal, ledgerJournal } from '../journal/acts.ts';
import { engine } from '../kernel/cause.ts';
import type { RiskDesk } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { sliceSizes } from '../kernel/slice-sizes.ts';
import type { LedgerTerms } from '../kernel/terms.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import { type LimitReader, limitFacts } from '../limits/acts.ts';
import { endOverdraft, followEntry, isOverdrawn } from '../overdrafts/acts.ts';
import { chargeFee, followFee } from '../overdrafts/fees.ts';
import { paymentNews, paymentWriter } from '../payments/acts.ts';
import { railWriter } from '../rails/acts.ts';
import { riskWriter } from '../risk/acts.ts';
import { habitsIn } from '../risk/habits.ts';
import { riskJudge } from '../risk/score.ts';
import { scoringOf } from '../risk/scoring.ts';
import { followOccurrence } from '../schedules/occurrence-end.ts';
import { settlementReader } from '../settlement/acts.ts';
import { acceptance, acceptor } from '../transactions/accept.ts';
import { atRestIn } from '../transactions/at-rest.ts';
import { soughtTransactions } from '../transactions/carrier.ts';
import { executionBond, instructions } from '../transactions/followers.ts';
import { requestBook } from '../transactions/request-book.ts';
import { reversalAcceptance } from '../transactions/reverse.ts';
import { transactionWriter } from '../transactions/rows.ts';

/** The parts that every writer of a ledger is made of. */
export interface ActDeps extends TxParts {
  readonly tx: Tx;
}

interface MoneyDeps extends ActDeps, LedgerTerms {
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly market: Market;
  /** Judges payments; null: payments are not judged. */
  readonly desk: RiskDesk | null;
}

export type MoneyActs = ReturnType<typeof wire>;

/** Members of a commit of the lane. */
const GROUP = { most: 32, least: 8 };

/** Prepares the acts on an open database. */
export function moneyActs(deps: MoneyDeps): MoneyActs {
  const acts = wire(deps);
  prepared.set(deps.tx, acts);
  return acts;
}

function wire(deps: MoneyDeps) {
  const { database, emit, livemode, now, clock, failPoint, market, tx } = deps;
  ledgerMarket.set(tx, market);
  overdraftEnds.set(tx, (accountId, cause) => endOverdraft(tx, accountId, cause));
  const book = journalOf(deps);
  const limits: LimitReader = { facts: (...given) => limitFacts(tx, ...given) };
  const holds = holdWriter({ database, journal: book, tx, emit, livemode });
  const follow = notifyOwner(tx);
  const atRest = atRestIn(database);
  const writer = transactionWriter({
    ...{ database, emit, livemode, atRest, follow },
    emitPayment: paymentNews(database, emit),
    executionOf: (id) => executionBond(tx)(tx, id),
  });
  const risk = riskWriter({ ...deps, find: writer.find });
  const settlement = settlementReader(tx);
  const doors = { ...railsOf(deps), settlement };
  const accept = acceptance(database, writer, {
    ...deps,
    confirm: (...confirmed) => instructions(tx).confirm(tx, ...confirmed),
    payments: paymentWriter(database),
  });
  const settling: SettleDeps = {
    isSought: soughtTransactions(market, deps.workflowAbove),
    database,
    writer,
    journal: book,
    holds,
    limits,
    tx,
    requestApproval: (...asked) => requestApproval(tx, ...asked),
    use: accountUse(database, clock),
    risk,
    market,
    ...{ ...doors, now, clock, failPoint },
  };
  const { settle, settleRow } = settler(settling);
  const reverse = reversalAcceptance(database, writer, clock);
  const facts = { database, writer, tx, journal: book, limits, ...doors, now, clock, risk };
  const dealing = { ...facts, tx, market };
  const parties = { keys: deps.keys, tx, risk, ...doors };
  const common = { writer, journal: book, holds, ...parties, now, clock };
  const holding = { ...common, approvedExchange: approvedExchange({ ...dealing, holds }) };
  heldMoney.set(tx, holding);
  ledgerJournal.set(tx, book);
  acceptor.set(tx, accept);
  riskJudge.set(tx, { judge: risk.judge, desk: deps.desk });
  chargeFee.set(tx, (row) => writer.insert(row, engine(row.requestId)));
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
    groupSizes: sliceSizes(GROUP),
    atRest,
  };
  const news = {
    rails: railNewsWriter({ ...holding, settleRow, openBank: accept.openBank }),
  };
  const holdOrders = holdOrderWriter(deps, holding);
  const scoring = scoringOf(database, { desk: deps.desk, find: writer.find });
  itemBooking.set(tx, {
    ...{ writer, settleRow, scoring },
    judged: judgedBooking(settling),
    requests: requestBook(database),
    sizes: { judging: sliceSizes(SLICE_SIZES), booking: sliceSizes(SLICE_SIZES) },
    monotonic: deps.monotonic,
  });
  return {
    ...money,
    ...news,
    holding,
    holdOrders,
    risk,
    scoring,
    writer,
  };
}

const prepared = new WeakMap<Tx, MoneyActs>();

/** Returns the money acts of the ledger that the transaction belongs to. */
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

/** Notifies the owner of a transaction (schedule, batch, …) of its new status. */
function notifyOwner(tx: Tx) {
  return (moved: TransactionRow) => {
    if (moved.type === 'fee') followFee(tx, moved);
    else if (moved.intentId !== null) instructions(tx).follow(tx, moved);
    else if (moved.batchId !== null) followItem(tx, moved);
    else followOccurrence(tx, moved);
  };
}

/** The networks that carry payments, and the rails that have none. */
function railsOf({ database, clock, connectedRails }: MoneyDeps) {
  const closedRails = NETWORK_RAILS.filter((rail) => !connectedRails.includes(rail));
  return { closedRails, rails: railWriter(database, clock, connectedRails) };
}
