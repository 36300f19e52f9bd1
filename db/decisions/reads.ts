// Reads the decisions about customers. Each kind of decision is stored with its subject; a list
// merges these sources by their ids, which begin with the time of creation.

import type { DecisionKind, DecisionOutcome } from '../../ledger/decisions/contest.ts';
import { firstIdAt, isId, type Noun, PREFIXES } from '../../ledger/id.ts';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { Page } from '../kernel/page.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { decisionContests } from './tables.ts';
import { type DecisionContestRow, type DecisionContestView, decisionContestView } from './view.ts';

interface Source {
  readonly kind: DecisionKind;
  /** Noun of the ids: the id of a decision is the id of the object that records it. */
  readonly noun: Noun;
  readonly from: string;
  /** Column names of the id and the time of creation. */
  readonly id: string;
  readonly at: string;
  readonly tenant: string;
  readonly customer: string;
  readonly where: string;
  /** SQL condition by outcome; an outcome that the source never has is left out. */
  readonly outcomes: Readonly<Partial<Record<DecisionOutcome, string>>>;
}

/**
 * Codes of declined payments that are not automatic decisions of their own: people and other banks
 * refused them, or the risk engine, whose decision is another source.
 */
export const EXCLUDED_REFUSALS = [
  'risk_declined',
  'review_rejected',
  'approval_denied',
  'sanctions_match',
  'rail_rejected',
  'rail_returned',
];

export const SOURCES: readonly Source[] = [
  {
    kind: 'payment',
    noun: 'riskDecision',
    from: 'risk_decisions r',
    id: 'r.id',
    at: 'r.created_at',
    tenant: 'r.tenant_id',
    customer: 'r.customer_id',
    where: `r.transaction_id IS NOT NULL AND r.decision IN ('block_and_review', 'decline')`,
    outcomes: { held: `r.decision = 'block_and_review'`, declined: `r.decision = 'decline'` },
  },
  {
    kind: 'payment',
    noun: 'transaction',
    from: 'transactions t',
    id: 't.id',
    at: 't.created_at',
    tenant: 't.tenant_id',
    customer: 't.customer_id',
    where: `t.status = 'declined'
      AND t.status_code NOT IN (${EXCLUDED_REFUSALS.map((code) => `'${code}'`).join(', ')})`,
    outcomes: { declined: 'true' },
  },
  {
    kind: 'credit',
    noun: 'creditAssessment',
    from: `credit_assessments a JOIN credit_decisions d ON d.assessment_id = a.id AND d.number = 1`,
    id: 'a.id',
    at: 'a.created_at',
    tenant: 'a.tenant_id',
    customer: 'a.customer_id',
    where: 'true',
    outcomes: {
      approved: `d.decision = 'approved' AND d.approved_amount >= a.amount`,
      counter_offer: `d.decision = 'approved' AND d.approved_amount < a.amount`,
      declined: `d.decision = 'denied'`,
      referred: `d.decision = 'manual_review'`,
    },
  },
  {
    kind: 'identity',
    noun: 'kycAssessment',
    from: 'kyc_assessments k',
    id: 'k.id',
    at: 'k.created_at',
    tenant: 'k.tenant_id',
    customer: 'k.customer_id',
    where: 'k.decision IS NOT NULL',
    outcomes: {
      approved: `k.decision = 'approve' AND k.decided_by = 'workflow'`,
      declined: `k.decision = 'reject' AND k.decided_by = 'workflow'`,
      referred: `(k.decision = 'review' OR k.decided_by <> 'workflow')`,
    },
  },
  {
    kind: 'account_freeze',
    noun: 'event',
    from: 'events e',
    id: 'e.id',
    at: 'e.created_at',
    tenant: 'e.tenant_id',
    customer: `json_extract(e.data, '$.object.customerId')`,
    where: `e.type = 'account.frozen'`,
    outcomes: { frozen: 'true' },
  },
];

export interface DecisionFilter {
  readonly tenantId: string;
  readonly customerId?: string | undefined;
  readonly kind?: DecisionKind | undefined;
  readonly outcome?: DecisionOutcome | undefined;
  /** Milliseconds since 1970 UTC by the developer's clock, inclusive; as `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly startingAfter: string | null;
}

/** The kind and id of a decision. */
export interface DecisionRow {
  readonly kind: DecisionKind;
  readonly noun: Noun;
  readonly id: string;
}

/** The most rows of one source that a filtered page reads. */
const MAX_EXAMINED = 2_000;

const idWithoutPrefix = (id: string) => id.slice(id.indexOf('_') + 1);

/** Returns the source of a decision's id; null when no kind of decision has such ids. */
export function sourceOf(id: string): Source | null {
  return SOURCES.find(({ noun }) => isId(noun, id)) ?? null;
}

/**
 * Returns a page of a tenant's decisions, newest first. With a filter without a matching index, a
 * page may be short although more follow.
 */
export function listDecisions(ledger: ReadLedger, filter: DecisionFilter): Page<DecisionRow> {
  return ledger.database.read(() => {
    const { kind, outcome, limit } = filter;
    const sources = SOURCES.filter((source) => {
      return (
        (kind === undefined || source.kind === kind) &&
        (outcome === undefined || source.outcomes[outcome] !== undefined)
      );
    });
    const needsScan = outcome !== undefined || filter.customerId !== undefined;
    const lastReadIds = needsScan
      ? sources.map((source) => findLastReadId(ledger, source, filter))
      : [];
    const lastReadId = lastReadIds.sort().at(-1) ?? '';
    const decisions = sources
      .flatMap((source) =>
        rowsOf(ledger, source, { ...filter, lastReadId }).map((id) => {
          return { kind: source.kind, noun: source.noun, id };
        }),
      )
      .sort((a, other) => (idWithoutPrefix(a.id) < idWithoutPrefix(other.id) ? 1 : -1));
    if (decisions.length > limit || lastReadId === '') {
      return { data: decisions.slice(0, limit), hasMore: decisions.length > limit };
    }
    return { data: decisions, hasMore: true, cursor: `${PREFIXES.riskDecision}_${lastReadId}` };
  });
}

type PageFilter = DecisionFilter & { readonly lastReadId: string };

function rowsOf(ledger: ReadLedger, source: Source, filter: PageFilter): string[] {
  const { conditions, values } = conditionsOf(ledger, source, filter);
  const { outcome, lastReadId } = filter;
  const narrowConditions = [
    ...(outcome === undefined ? [] : [source.outcomes[outcome] ?? 'false']),
    ...(lastReadId === '' ? [] : [`${source.id} >= @lastReadId`]),
  ];
  return ledger.database.raw
    .prepare<[object], string>(
      `SELECT ${source.id} FROM ${source.from}
       WHERE ${[...conditions, ...narrowConditions].join(' AND ')}
       ORDER BY ${source.id} DESC LIMIT @limit`,
    )
    .pluck()
    .all({
      ...values,
      limit: filter.limit + 1,
      ...(lastReadId === '' ? {} : { lastReadId: `${PREFIXES[source.noun]}_${lastReadId}` }),
    });
}

/**
 * Returns the id, without prefix, of the last row that a filtered page reads; '' when it reads all.
 */
function findLastReadId(ledger: ReadLedger, source: Source, filter: DecisionFilter): string {
  const { conditions, values } = conditionsOf(ledger, source, filter);
  const id = ledger.database.raw
    .prepare<[object], string>(
      `SELECT ${source.id} FROM ${source.from} WHERE ${conditions.join(' AND ')}
       ORDER BY ${source.id} DESC LIMIT 1 OFFSET @offset`,
    )
    .pluck()
    .get({ ...values, offset: MAX_EXAMINED - 1 });
  return id === undefined ? '' : idWithoutPrefix(id);
}

function conditionsOf(ledger: ReadLedger, source: Source, filter: DecisionFilter) {
  const { tenantId, customerId, from, to, startingAfter } = filter;
  const { noun, id, at } = source;
  const realNow = ledger.now();
  const aheadMs = ledger.clock(tenantId, realNow) - realNow;
  const isAhead = aheadMs !== 0;
  const terms: [string, Record<string, unknown>][] = [
    [source.where, {}],
    // The customer belongs to the developer: without this condition, SQLite uses the index by
    // customer.
    [
      customerId === undefined ? `${source.tenant} = @tenantId` : `+${source.tenant} = @tenantId`,
      {
        tenantId,
      },
    ],
  ];
  if (customerId !== undefined) terms.push([`${source.customer} = @customerId`, { customerId }]);
  if (startingAfter !== null) {
    terms.push([
      `${id} < @after`,
      { after: `${PREFIXES[noun]}_${idWithoutPrefix(startingAfter)}` },
    ]);
  }
  if (from !== undefined) {
    terms.push([`${id} >= @firstId`, { firstId: firstIdAt(noun, from - aheadMs) }]);
    if (isAhead) terms.push([`${at} >= @from`, { from }]);
  }
  if (to !== undefined) {
    terms.push([`${id} < @lastId`, { lastId: firstIdAt(noun, to + 1) }]);
    if (isAhead) terms.push([`${at} <= @to`, { to }]);
  }
  return {
    conditions: terms.map(([condition]) => condition),
    values: Object.assign({}, ...terms.map(([, value]) => value)) as Record<string, unknown>,
  };
}

/** Returns a decision with its developer, or null when there is no such decision. */
export function findDecision(
  ledger: ReadLedger,
  id: string,
): (DecisionRow & OwnerReference) | null {
  const source = sourceOf(id);
  if (!source) return null;
  const tenantId = ledger.database.raw
    .prepare<[{ id: string }], string>(
      `SELECT ${source.tenant} FROM ${source.from} WHERE ${source.id} = @id AND ${source.where}`,
    )
    .pluck()
    .get({ id });
  return tenantId === undefined ? null : { kind: source.kind, noun: source.noun, id, tenantId };
}

interface OwnerReference {
  readonly tenantId: string;
}

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  contests: raw.prepare<[string], DecisionContestRow>(
    `SELECT ${columnsOf(decisionContests)} FROM decision_contests WHERE decision_id IN ${IN_GIVEN_LIST}`,
  ),
  contest: raw.prepare<[string], DecisionContestRow>(
    `SELECT ${columnsOf(decisionContests)} FROM decision_contests WHERE id = ?`,
  ),
  freezes: raw.prepare<[string], FreezeRow>(
    `SELECT id, object_id AS accountId, data, created_at AS createdAt FROM events
     WHERE id IN ${IN_GIVEN_LIST}`,
  ),
}));

/** The stored event of an account's freeze. */
export interface FreezeRow {
  readonly id: string;
  readonly accountId: string;
  readonly data: string;
  readonly createdAt: number;
}

/** Returns the freeze events with these ids. */
export function readFreezes({ database }: ReadLedger, ids: readonly string[]): FreezeRow[] {
  return statementsOf(database).freezes.all(JSON.stringify(ids));
}

/** Returns the contests of decisions, by the id of the decision. */
export function readContests(
  { database, livemode }: ReadLedger,
  decisionIds: readonly string[],
): ReadonlyMap<string, DecisionContestView> {
  const rows = statementsOf(database).contests.all(JSON.stringify(decisionIds));
  return new Map(rows.map((row) => [row.decisionId, decisionContestView(row, livemode)]));
}

/** Returns a contest with the record of its decision; null when there is no such contest. */
export function findContest({ database, livemode }: ReadLedger, id: string) {
  const row = statementsOf(database).contest.get(id);
  if (!row) return null;
  const record = JSON.parse(row.record) as unknown;
  return { ...decisionContestView(row, livemode), tenantId: row.tenantId, record };
}

export interface ContestFilter {
  readonly status: 'open' | 'answered';
  readonly limit: number;
  readonly startingAfter: string | null;
}

/** Contests of every tenant, newest first. */
export function listContests(
  ledger: ReadLedger,
  { status, limit, startingAfter }: ContestFilter,
): Page<DecisionContestView> {
  const after = startingAfter === null ? '' : 'AND id < @startingAfter';
  const rows = ledger.database.raw
    .prepare<[object], DecisionContestRow>(
      `SELECT ${columnsOf(decisionContests)} FROM decision_contests
       WHERE answer IS ${status === 'open' ? '' : 'NOT '}NULL ${after}
       ORDER BY id DESC LIMIT @limit`,
    )
    .all({ limit: limit + 1, ...(startingAfter === null ? {} : { startingAfter }) });
  const data = rows.slice(0, limit).map((row) => decisionContestView(row, ledger.livemode));
  return { data, hasMore: rows.length > limit };
}

/** Unanswered contests, which prevent the erasure of a customer. */
export const CONTEST_BUSINESS: CustomerBusinessQueries = {
  code: 'contest_open',
  message: 'The contest of a decision is not answered.',
  open: 'SELECT id FROM decision_contests WHERE customer_id = @id AND answer IS NULL',
};
