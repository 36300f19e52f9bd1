// Reads of transactions: one by id, filtered pages, timelines, and transactions that are not final.

import { and, asc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { firstIdAt } from '../../ledger/id.ts';
import { customerAccount } from '../../ledger/internal-account.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { subjectsIn } from '../all-subject-tables.ts';
import { businessTimeSql } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads, ReadLedger } from '../kernel/ledger-reads.ts';
import { inOrder, type Page, pageOf, upToId } from '../kernel/page.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { keptStatements, prepareOnce } from '../kernel/statements.ts';
import { timeline, transactions } from '../kernel/tables.ts';
import {
  commonConditions,
  isNarrowed,
  partyConditions,
  type TransactionFilter,
  withoutNarrowing,
} from './filter.ts';
import { OPEN_STATUSES } from './open-work.ts';
import type { OrderRef, TransferFacts, UnstartedTransaction } from './port.ts';
import { type TimelineStep, type TransactionView, timelineStep } from './view.ts';
import { viewsOf } from './views.ts';

interface FactsRow extends TransferFacts {
  readonly customerId: string;
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

const statementsOf = prepareOnce(({ raw }: Database) => ({
  byId: raw.prepare<[string, string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id = ? AND tenant_id = ?`,
  ),
  byIds: raw.prepare<[string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id IN ${IN_GIVEN_LIST}`,
  ),
  steps: raw.prepare<[string], typeof timeline.$inferSelect>(
    `SELECT ${columnsOf(timeline)} FROM timeline WHERE transaction_id = ?`,
  ),
  transferFacts: raw.prepare<[string], FactsRow>(
    `SELECT id, tenant_id AS tenantId, customer_id AS customerId, type, currency,
       amount AS amountMinor, source_account_id AS sourceAccountId,
       destination_account_id AS destinationAccountId
     FROM transactions WHERE id IN ${IN_GIVEN_LIST} ORDER BY id`,
  ),
  archived: raw
    .prepare<[string], number | null>('SELECT archived_version FROM transactions WHERE id = ?')
    .pluck(),
}));

/** Finds one transaction; null when the tenant has none of that id. */
export async function findTransaction(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<TransactionView | null> {
  return ledger.database.read(() => {
    const row = statementsOf(ledger.database).byId.get(id, tenantId);
    return row ? (viewsOf(ledger, [row])[0] ?? null) : null;
  });
}

/** Finds the transactions of these ids, of every tenant. Unknown ids are left out. */
export function findTransactions(ledger: ReadLedger, ids: readonly string[]): TransactionView[] {
  return ledger.database.read(() => {
    const rows = statementsOf(ledger.database).byIds.all(JSON.stringify(ids));
    return viewsOf(ledger, rows);
  });
}

/** The most rows that a narrowed page reads, in a few milliseconds that block the thread. */
const MAX_ROWS_READ = 5_000;
/**
 * The most rows that a page with a filter by category reads: deriving a category takes ten times as
 * long as a comparison.
 */
const MAX_CATEGORISED = 500;
/** The most rows that a page with a search text reads: a text is searched for in every spelling. */
const MAX_SEARCHED = 1_000;

/** Returns the most rows that a page of that list reads. */
export function maxRowsOf({
  category,
  party,
  text,
}: Pick<TransactionFilter, 'category' | 'party' | 'text'>): number {
  if (category !== undefined) return MAX_CATEGORISED;
  return party === undefined && text === undefined ? MAX_ROWS_READ : MAX_SEARCHED;
}

/**
 * Returns true when the list, before narrowing, has fewer rows than a page may read, so that it can
 * be sorted without an index.
 */
export async function isSortable(
  ledger: ReadLedger,
  filter: TransactionFilter,
  maxRowsRead = maxRowsOf(filter),
): Promise<boolean> {
  return ledger.database.read(() => {
    const wholeFilter = { ...filter, byAmount: false, startingAfter: null };
    const parties = partyConditions(ledger, filter);
    return findLastReadId(ledger, wholeFilter, { parties, maxRowsRead }) === undefined;
  });
}

/**
 * Lists the transactions of a tenant; filters and paging compose. With a filter without an index a
 * page may be short or even empty although more follow: it ends after it has read enough rows. Call
 * `isSortable` before a list by amount.
 * @param maxRowsRead most rows that such a page reads
 * @throws Refusal when a list by amount continues after a transaction that the tenant does not have
 */
export async function listTransactions(
  ledger: ReadLedger,
  filter: TransactionFilter,
  maxRowsRead = maxRowsOf(filter),
): Promise<Page<TransactionView>> {
  return ledger.database.read(() => {
    const page = filter.byAmount
      ? pageByAmount(ledger, filter)
      : pageByTime(ledger, filter, maxRowsRead);
    return { ...page, data: viewsOf(ledger, page.data) };
  });
}

function pageByTime(
  ledger: ReadLedger,
  filter: TransactionFilter,
  maxRowsRead: number,
): Page<TransactionRow> {
  const parties = partyConditions(ledger, filter);
  const { orm } = ledger.database;
  const { id } = transactions;
  const lastReadId = isNarrowed(filter)
    ? findLastReadId(ledger, filter, { parties, maxRowsRead })
    : undefined;
  const commonFilter = and(commonConditions(ledger, filter), upToId(id, lastReadId, filter));
  // Either side of a transfer has its own index: two short ordered scans, merged here.
  const rows = parties
    .flatMap((party) =>
      orm
        .select()
        .from(transactions)
        .where(and(commonFilter, party))
        .orderBy(inOrder(id, filter))
        .limit(filter.limit + 1)
        .all(),
    )
    .sort((a, b) => (a.id < b.id !== (filter.oldestFirst ?? false) ? 1 : -1));
  const page = pageOf(rows, filter.limit);
  return page.hasMore || lastReadId === undefined
    ? page
    : { ...page, hasMore: true, cursor: lastReadId };
}

/**
 * Returns the id of the last row that a narrowed page reads, or undefined when it reads all
 * remaining rows.
 */
function findLastReadId(
  ledger: ReadLedger,
  filter: TransactionFilter,
  terms: { readonly parties: readonly (SQL | undefined)[]; readonly maxRowsRead: number },
): string | undefined {
  const conditions = commonConditions(ledger, withoutNarrowing(filter));
  const lastRows = terms.parties.flatMap((party) =>
    ledger.database.orm
      .select({ id: transactions.id })
      .from(transactions)
      .where(and(conditions, party))
      .orderBy(inOrder(transactions.id, filter))
      .limit(1)
      .offset(terms.maxRowsRead - 1)
      .all(),
  );
  // Both sides end at the id that comes first: beyond it one side has not been read.
  const ids = lastRows.map(({ id }) => id).sort();
  return filter.oldestFirst ? ids[0] : ids.at(-1);
}

/**
 * Lists by the requested amount, which never changes. The rows are found as in a list by time, then
 * sorted: an index of amounts would cost each posting another page.
 */
function pageByAmount(ledger: ReadLedger, filter: TransactionFilter): Page<TransactionRow> {
  const { startingAfter, oldestFirst: isAscending = false, limit } = filter;
  const { id, amount } = transactions;
  const parties = partyConditions(ledger, filter);
  const isOfParties = parties.some((party) => party !== undefined);
  const partyCondition = isOfParties ? or(...parties) : undefined;
  const after = startingAfter === null ? null : readCursorRow(ledger, filter, partyCondition);
  if (after === undefined) throw new Refusal('invalid_cursor');
  const sign = sql.raw(isAscending ? '>' : '<');
  const direction = sql.raw(isAscending ? 'ASC' : 'DESC');
  const rows = ledger.database.orm
    .select()
    .from(transactions)
    .where(
      and(
        commonConditions(ledger, filter),
        partyCondition,
        after ? sql`(${amount}, ${id}) ${sign} (${after.amount}, ${after.id})` : undefined,
      ),
    )
    .orderBy(sql`+${amount} ${direction}`, sql`+${id} ${direction}`)
    .limit(limit + 1)
    .all();
  return pageOf(rows, limit);
}

/**
 * Returns the position of the last row of the previous page. The row must be of the same list:
 * otherwise its position would reveal rows of another list.
 */
function readCursorRow(
  { database }: ReadLedger,
  { tenantId, startingAfter }: TransactionFilter,
  partyCondition: SQL | undefined,
): Pick<TransactionRow, 'id' | 'amount'> | undefined {
  const { id, amount } = transactions;
  return database.orm
    .select({ id, amount })
    .from(transactions)
    .where(and(eq(id, startingAfter ?? ''), eq(transactions.tenantId, tenantId), partyCondition))
    .get();
}

/** True when a tenant's idempotency key is bound to a transaction, on the path of that scope. */
export async function isKeyBound(
  ledger: ReadLedger,
  { tenantId, keyScope, key }: { tenantId: string; keyScope: string; key: string | null },
): Promise<boolean> {
  if (key === null) return false;
  const row = ledger.database.orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.tenantId, tenantId),
        eq(transactions.idempotencyKey, key),
        eq(transactions.keyScope, keyScope),
      ),
    )
    .get();
  return row !== undefined;
}

/** The timeline of a transaction, as far as the ledger has it. */
export interface Timeline {
  /** Oldest first. */
  readonly steps: TimelineStep[];
  /** The version up to which the steps are in an archive; 0 when none are. */
  readonly archivedThrough: number;
}

/**
 * Reads the timeline of a transaction, oldest step first.
 * @param version steps after this version are left out; by default none are
 */
export async function readTimeline(
  { database }: ReadLedger,
  id: string,
  version = Number.POSITIVE_INFINITY,
): Promise<Timeline> {
  const { steps, archived } = statementsOf(database);
  // Sorted here, because SQLite prepares a statement with an order anew for each binding.
  const allSteps = steps.all(id).sort((a, other) => a.version - other.version);
  // The commit that archived steps has recorded their last version.
  const lastArchived = allSteps[0]?.version === 1 ? 0 : (archived.get(id) ?? 0);
  return {
    steps: allSteps.filter((step) => step.version <= version).map(timelineStep),
    archivedThrough: Math.min(lastArchived, version),
  };
}

/** Reads the stages of transactions that a caller waits for. Unknown ids are left out. */
export async function readStages(
  ledger: ReadLedger,
  ids: readonly string[],
): Promise<{ id: string; tenantId: string; stage: string }[]> {
  if (ids.length === 0) return [];
  return ledger.database.orm
    .select({
      id: transactions.id,
      tenantId: transactions.tenantId,
      stage: transactions.stage,
    })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
    .all();
}

/** Lists transactions that are accepted and not settled, oldest first. */
export async function listAccepted(
  ledger: ReadLedger,
  order: { readonly acceptedBefore: number; readonly after: string; readonly limit: number },
): Promise<string[]> {
  return ledger.database.orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.status, 'pending'),
        eq(transactions.stage, 'accepted'),
        sql.raw(OPEN_STATUSES),
        // Ids contain real time, even when a developer's clock is ahead.
        lt(transactions.id, firstIdAt('transaction', order.acceptedBefore)),
        gt(transactions.id, order.after),
      ),
    )
    .orderBy(asc(transactions.id))
    .limit(order.limit)
    .all()
    .map((row) => row.id);
}

/** Number of the oldest accepted transactions among which developers take turns. */
const MAX_IDS = 2_048;

const unsettledStatement = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string, number], { id: string; tenantId: string }>(
    `SELECT id, tenant_id AS tenantId FROM (
       SELECT id, tenant_id, row_number() OVER (PARTITION BY tenant_id ORDER BY id) AS turn FROM (
         SELECT id, tenant_id FROM transactions
         WHERE status = 'pending' AND stage = 'accepted' AND ${OPEN_STATUSES} AND id < +?
         ORDER BY id LIMIT ${MAX_IDS}))
     ORDER BY turn, id LIMIT +?`,
  ),
);

/**
 * Lists accepted transactions that wait to be settled, one of each developer in turn, so that a
 * developer with thousands of transactions gets no more turns than other developers.
 * @param acceptedBefore milliseconds since 1970 UTC
 */
export function listUnsettled(
  { database }: LedgerReads,
  { acceptedBefore, limit }: { readonly acceptedBefore: number; readonly limit: number },
): readonly { readonly id: string; readonly tenantId: string }[] {
  return unsettledStatement(database).all(firstIdAt('transaction', acceptedBefore), limit);
}

/**
 * Reads the facts with which the workflows of transactions are started, in ascending order of id.
 */
export async function listTransferFacts(
  ledger: ReadLedger,
  ids: readonly string[],
): Promise<TransferFacts[]> {
  if (ids.length === 0) return [];
  const rows = statementsOf(ledger.database).transferFacts.all(JSON.stringify(ids));
  return rows.map((row) => ({
    ...row,
    sourceAccountId: customerAccount(row.sourceAccountId),
    destinationAccountId: customerAccount(row.destinationAccountId),
  }));
}

/** Selects transactions at rest whose workflow was not started. */
export interface UnstartedOrder {
  /**
   * Milliseconds since 1970 UTC: transactions that came to rest later are left to their starter.
   */
  readonly before: number;
  readonly limit: number;
}

const OWN_WORKFLOW_PREFIX = transferWorkflowId('');
/** The bound after all ids of workflows of one transaction. */
const AFTER_OWN_WORKFLOWS = `${OWN_WORKFLOW_PREFIX.slice(0, -1)}0`;

/**
 * Lists transactions at rest for a while whose own workflow was not started; those without a
 * workflow id come first.
 */
export function listUnstartedOwn(
  ledger: ReadLedger,
  order: UnstartedOrder,
): UnstartedTransaction[] {
  const ownNameCondition = `workflow_id > '${OWN_WORKFLOW_PREFIX}' AND workflow_id < '${AFTER_OWN_WORKFLOWS}'`;
  return [
    ...unstartedWhere(ledger, 'workflow_id IS NULL', order),
    ...unstartedWhere(ledger, ownNameCondition, order),
  ].slice(0, order.limit);
}

/**
 * Lists transactions at rest for a while whose shared workflow was not started, grouped by
 * workflow.
 */
export function listUnstarted(
  ledger: ReadLedger,
  order: UnstartedOrder & { readonly after: string },
): UnstartedTransaction[] {
  return [
    ...unstartedWhere(
      ledger,
      `workflow_id > +@after AND workflow_id < '${OWN_WORKFLOW_PREFIX}'`,
      order,
    ),
    ...unstartedWhere(ledger, `workflow_id > max(@after, '${AFTER_OWN_WORKFLOWS}')`, order),
  ].slice(0, order.limit);
}

const UNSTARTED_ROWS = `SELECT id, tenant_id AS tenantId, customer_id AS customerId, type, currency,
  amount AS amountMinor, coalesce(workflow_id, '${OWN_WORKFLOW_PREFIX}' || id) AS workflowId
  FROM transactions INDEXED BY transactions_unstarted
  WHERE workflow_started_at IS NULL AND stage <> 'accepted'`;

/** Lists the transactions at rest of a shared workflow that was not started, whatever their age. */
export function listUnstartedOf(
  { database }: ReadLedger,
  workflowId: string,
): UnstartedTransaction[] {
  return keptStatements(database)
    .prepare<[string], UnstartedTransaction>(`${UNSTARTED_ROWS} AND workflow_id = ? ORDER BY id`)
    .all(workflowId);
}

/** Returns true when the workflow of a transaction at rest was not started. */
export function isUnstarted({ database }: ReadLedger, id: string): boolean {
  const sql = `SELECT 1 FROM transactions
    WHERE id = ? AND workflow_started_at IS NULL AND stage <> 'accepted'`;
  return keptStatements(database).prepare<[string]>(sql).get(id) !== undefined;
}

function unstartedWhere<Order extends UnstartedOrder>(
  { database }: ReadLedger,
  condition: string,
  { before, limit, ...parameters }: Order,
): UnstartedTransaction[] {
  return keptStatements(database)
    .prepare<[object], UnstartedTransaction>(
      `${UNSTARTED_ROWS} AND ${condition}
       AND updated_at < ${businessTimeSql('transactions.tenant_id', '@before')}
       ORDER BY workflow_id, id LIMIT +@limit`,
    )
    .all({ before, limit, ...parameters });
}

const WAITING_STAGES = [
  'validate',
  'place_hold',
  'authorize_limits',
  'submitting',
  'submitted',
] as const;
const WAITING_STATUSES = [
  'pending',
  'pending_approval',
  'pending_review',
  'requires_confirmation',
] as const;

/**
 * Returns the SQL for waiting transactions by id, after `@after`, at most `@limit`. It reads one
 * range of the index for each state, because there may be many thousands.
 */
function waitingSql(statuses: readonly (typeof WAITING_STATUSES)[number][]): string {
  const ranges = statuses.flatMap((status) =>
    WAITING_STAGES.map(
      (stage) => `SELECT * FROM (SELECT id, tenant_id, status, expires_at
        FROM transactions INDEXED BY transactions_not_final
        WHERE status = '${status}' AND stage = '${stage}' AND ${OPEN_STATUSES} AND id > @after
        ORDER BY id LIMIT @limit)`,
    ),
  );
  return `SELECT * FROM (${ranges.join(' UNION ALL ')}) ORDER BY id LIMIT @limit`;
}

interface WaitingOrder {
  readonly after: string;
  readonly limit: number;
}

const waitingStatement = prepareOnce(({ raw }: Database) =>
  raw.prepare<[WaitingOrder], { id: string; expiresAt: number | null }>(
    `SELECT id, expires_at AS expiresAt FROM (${waitingSql(WAITING_STATUSES)})`,
  ),
);

/**
 * Lists authorised transactions that wait (for a capture, a timer, a person), by id, after a
 * cursor.
 */
export async function listWaiting(
  ledger: ReadLedger,
  after: string,
  limit: number,
): Promise<{ id: string; expiresAt: number | null }[]> {
  return waitingStatement(ledger.database).all({ after, limit });
}

/** SQL of the time at which somebody decided about a waiting transaction `t`, by its status. */
const decisionTimes = prepareOnce(
  ({ raw }: Database): Readonly<Record<string, string>> => ({
    pending_approval: '(SELECT a.decided_at FROM approvals a WHERE a.transaction_id = t.id)',
    ...Object.assign({}, ...subjectsIn(raw).map(({ decidedAt }) => decidedAt)),
  }),
);

const confirmedStatement = prepareOnce((database: Database) => {
  const { requires_confirmation: confirmedAt = 'NULL' } = decisionTimes(database);
  return database.raw
    .prepare<[{ before: number; limit: number }], string>(
      `SELECT t.id FROM transactions t INDEXED BY transactions_to_confirm
       WHERE t.status = 'requires_confirmation'
       AND ${confirmedAt} < ${businessTimeSql('t.tenant_id', '@before')} LIMIT +@limit`,
    )
    .pluck();
});

/**
 * Lists transactions that their customers confirmed a while ago and that still wait, because the
 * message was lost.
 */
export async function listConfirmed(
  ledger: ReadLedger,
  confirmedBefore: number,
  limit: number,
): Promise<string[]> {
  return confirmedStatement(ledger.database).all({ before: confirmedBefore, limit });
}

/** A transaction that waits for a person. */
interface TransactionForPerson {
  readonly id: string;
  readonly status: 'pending_review' | 'pending_approval';
}

const decidedStatement = prepareOnce((database: Database) => {
  const times = Object.entries(decisionTimes(database)).map(
    ([status, decidedAt]) => `WHEN '${status}' THEN ${decidedAt}`,
  );
  return database.raw.prepare<
    [WaitingOrder & { before: number }],
    TransactionForPerson & { isDecided: number }
  >(
    `SELECT t.id, t.status, coalesce(CASE t.status ${times.join(' ')}
      END < ${businessTimeSql('t.tenant_id', '@before')}, 0) AS isDecided
     FROM (${waitingSql(['pending_review', 'pending_approval'])}) t`,
  );
});

/**
 * Reads a page of the transactions that wait for a person. Returns those that a person decided
 * before a given time, whose message was lost.
 * @param order before: milliseconds since 1970 UTC; after: the id after which the page begins
 * @returns next: the id after which the next page begins; '' at the end
 */
export async function listDecided(
  { database }: ReadLedger,
  order: WaitingOrder & { readonly before: number },
): Promise<{ readonly decided: TransactionForPerson[]; readonly next: string }> {
  const page = decidedStatement(database).all(order);
  const decided = page.filter(({ isDecided }) => isDecided);
  return { decided, next: page.length < order.limit ? '' : (page.at(-1)?.id ?? '') };
}

/**
 * Lists orders on holds that were recorded a while ago and not carried out, because the message was
 * lost.
 */
export async function listOpenOrders(
  ledger: ReadLedger,
  orderedBefore: number,
  limit: number,
): Promise<(OrderRef & { readonly act: 'capture' | 'cancel' })[]> {
  type Row = Awaited<ReturnType<typeof listOpenOrders>>[number];
  return ledger.database.raw
    .prepare<[number, number], Row>(
      `SELECT id AS orderId, transaction_id AS transactionId, act
       FROM hold_orders INDEXED BY hold_orders_open
       WHERE done_at IS NULL AND created_at < ? LIMIT ?`,
    )
    .all(orderedBefore, limit);
}

/** Lists transactions with an expired hold that was not released. The index contains the expiry. */
export async function listOverdue(
  ledger: ReadLedger,
  expiredBefore: number,
  limit: number,
): Promise<string[]> {
  return ledger.database.raw
    .prepare<[number, number], string>(
      `SELECT transaction_id FROM holds INDEXED BY holds_active_by_account
       WHERE status = 'active' AND expires_at < ? LIMIT ?`,
    )
    .pluck()
    .all(expiredBefore, limit);
}
