// Events of transactions as facts. The log keeps the changes that a step made to the row, and a
// digest of the wire form. Reading renders that form again from rows that never change: the
// accepted request, the entries, the leaf, the terms of an exchange, the risk decision. So an event
// takes some 200 bytes in place of 2 KB, and reads the same whatever happens to its transaction
// later.

import { hash } from 'node:crypto';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { GIVEN } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { transactions } from '../kernel/tables.ts';
import { lastingParts } from './lasting-parts.ts';
import { type TransactionParts, type TransactionView, transactionView } from './view.ts';

/**
 * Number of the form of facts. When `transactionView` changes what it shows, the rendering of older
 * events is kept under their number (docs/decisions/events.md). The digest of each event shows when
 * it is not. From the second form on, facts leave out what a plain booking does to a row.
 */
const FORM = 2;

/**
 * The columns that a step of a transaction can change, with their first values. Columns that no
 * wire form shows are left out.
 */
const BORN = {
  status: 'pending',
  stage: 'accepted',
  statusCode: null,
  statusMessage: null,
  statusDetail: null,
  workflowId: null,
  workflowRunId: null,
  ledgerSequence: null,
  postedAt: null,
  amountPosted: null,
  amountReversed: 0,
  expiresAt: null,
  version: 1,
} as const satisfies Partial<TransactionRow>;

type Changing = Pick<TransactionRow, keyof typeof BORN | 'updatedAt'>;

/** The row as a plain booking leaves it. A trigger keeps the numbers of a booking as they are. */
function plainlyBooked(row: TransactionRow): Changing {
  const { id, ledgerSequence, amountPosted, postedAt, createdAt } = row;
  return {
    ...BORN,
    status: 'posted',
    stage: 'done',
    workflowId: transferWorkflowId(id),
    ledgerSequence,
    postedAt,
    amountPosted,
    version: 2,
    updatedAt: postedAt ?? createdAt,
  };
}

/** The stored form of a transaction's event. */
export interface TransactionFacts {
  readonly facts: number;
  /** Digest of the wire form: 64 bits of SHA-256 in base64url. */
  readonly digest: string;
  /** Columns that are not as at the birth of the row, or as a plain booking leaves them. */
  readonly row?: Partial<Changing>;
  /** The entries and the leaf of its posting belong to it. */
  readonly booked?: true;
  /** The decision about its risk belongs to it. */
  readonly judged?: true;
  /** The event has the idempotency key of its transaction, which its row leaves out. */
  readonly keyed?: true;
  /** Fields of the wire form that follow from rows that change: a hold, fees, its way by rail. */
  readonly set?: Partial<TransactionView>;
}

const CHANGING = [...Object.keys(BORN), 'updatedAt'] as (keyof Changing)[];

/** True when facts leave out what a plain booking does to the row. */
const isFromBooked = ({ facts, booked }: Pick<TransactionFacts, 'facts' | 'booked'>) =>
  booked === true && facts > 1;

/** What facts of that kind leave out. */
function baseOf(kind: Pick<TransactionFacts, 'facts' | 'booked'>, row: TransactionRow): Changing {
  return isFromBooked(kind) ? plainlyBooked(row) : { ...BORN, updatedAt: row.createdAt };
}

/**
 * Returns the facts of a step, which all of its events store.
 * @param key the idempotency key of the request that brought the step about
 */
export function factsOf(
  parts: TransactionParts,
  view: TransactionView,
  key: string | null,
): TransactionFacts {
  const changed: Record<string, unknown> = {};
  const { row, hold, rail, standing, fees, reversedBy } = parts;
  const kind = { facts: FORM, ...(parts.leafHash === null ? {} : { booked: true as const }) };
  const base = baseOf(kind, row);
  for (const name of CHANGING) if (row[name] !== base[name]) changed[name] = row[name];
  // Most wire forms show nothing but rows that never change.
  const isDescribed = row.currentMetadata !== null;
  const hasOther = hold !== null || rail !== null || standing !== undefined || isDescribed;
  const isLasting = !hasOther && fees.length === 0 && reversedBy.length === 0;
  const set = isLasting ? {} : differences(renderFacts(parts), view);
  return {
    // `facts` comes first: the log knows them by it.
    ...kind,
    digest: digestOf(view),
    ...(isEmpty(changed) ? {} : { row: changed }),
    ...(view.risk === null ? {} : { judged: true }),
    ...(key === null || key !== row.idempotencyKey ? {} : { keyed: true }),
    ...(isEmpty(set) ? {} : { set }),
  };
}

const isEmpty = (object: object) => Object.keys(object).length === 0;

type Lasting = Pick<
  TransactionParts,
  'row' | 'entries' | 'exchange' | 'leafHash' | 'risk' | 'livemode'
>;

/** The wire form as far as rows say it that never change. */
function renderFacts({ row: now, entries, exchange, leafHash, risk, livemode }: Lasting) {
  const other = { hold: null, fees: [], reversedBy: [], rail: null };
  const row = { ...now, currentMetadata: null };
  return transactionView({ row, entries, exchange, leafHash, risk, livemode, ...other });
}

function differences(base: TransactionView, view: TransactionView): Partial<TransactionView> {
  const before = new Map(Object.entries(base));
  return Object.fromEntries(
    Object.entries(view).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
    ),
  );
}

function digestOf(view: TransactionView): string {
  return hash('sha256', JSON.stringify(view), 'base64url').slice(0, 11);
}

/** Facts and the transaction that they are about. */
export interface KeptFacts {
  readonly transactionId: string;
  readonly facts: TransactionFacts;
}

const rowsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id IN ${GIVEN}`,
  ),
);

/** What facts stand for. */
export interface ReadFacts {
  readonly view: TransactionView;
  /** Of an event that has the one of its transaction; null: its row has its own, or none. */
  readonly idempotencyKey: string | null;
}

/**
 * Reads facts, in their order, by five statements however many they are.
 * @throws Error when a transaction is not in this ledger
 */
export function readFacts(
  database: Pick<Database, 'raw'>,
  kept: readonly KeptFacts[],
  livemode: boolean,
): ReadFacts[] {
  if (kept.length === 0) return [];
  const ids = kept.map((one) => one.transactionId);
  const rows = new Map(
    rowsOf(database)
      .all(JSON.stringify(ids))
      .map((row) => [row.id, row]),
  );
  const sequenceOf = ({ transactionId, facts }: KeptFacts) =>
    isFromBooked(facts) ? rows.get(transactionId)?.ledgerSequence : facts.row?.ledgerSequence;
  const parts = lastingParts(database, {
    sequences: kept.flatMap((one) => (one.facts.booked && sequenceOf(one)) || []),
    exchanges: ids.filter((id) => rows.get(id)?.type === 'exchange'),
    judged: kept.flatMap(({ facts, transactionId }) => (facts.judged ? transactionId : [])),
  });
  return kept.map(({ transactionId, facts }) => {
    const row = rows.get(transactionId);
    if (!row) throw new Error(`an event names ${transactionId}, which is not in this ledger`);
    const of = <Row>(all: ReadonlyMap<string, readonly Row[]>) => all.get(transactionId) ?? [];
    const view = renderFacts({
      row: {
        ...{ ...row, ...baseOf(facts, row), ...facts.row },
        archivedRisk: facts.judged ? row.archivedRisk : null,
      },
      entries: facts.booked ? of(parts.entries) : [],
      leafHash: (facts.booked && of(parts.leaves)[0]?.hash) || null,
      exchange: of(parts.exchanges)[0] ?? null,
      risk: (facts.judged && of(parts.risks)[0]) || null,
      livemode,
    });
    return {
      view: { ...view, ...facts.set },
      idempotencyKey: facts.keyed ? row.idempotencyKey : null,
    };
  });
}

/** True when a wire form is the one that its event was written with. */
export function isAsWritten({ digest }: TransactionFacts, view: TransactionView): boolean {
  return digestOf(view) === digest;
}
