// Events of transactions as facts. The log stores the changes that a step made to the row, and a
// digest of the wire form. A read renders the wire form again from rows that never change: the
// accepted request, the entries, the leaf, the terms of an exchange, the risk decision. So an event
// takes about 200 bytes instead of 2 KB, and reads the same whatever happens to its transaction
// later.

import { hash } from 'node:crypto';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { transactions } from '../kernel/tables.ts';
import { readLastingParts } from './lasting-parts.ts';
import { type TransactionParts, type TransactionView, transactionView } from './view.ts';

/**
 * Version of the facts. When a release changes the fields of `transactionView` or the message of a
 * reason, the rendering of older events is kept under their version (docs/decisions/events.md). The
 * digest of each event reveals a different rendering.
 */
const FACTS_VERSION = 1;

/**
 * The columns that a step of a transaction can change, with their initial values. Columns that no
 * wire form shows are left out.
 */
const INITIAL = {
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

type ChangingColumns = Pick<TransactionRow, keyof typeof INITIAL | 'updatedAt'>;

/**
 * Returns the row after a plain booking. A trigger prevents later changes of a booking's figures.
 */
function rowAfterPlainBooking(row: TransactionRow): ChangingColumns {
  const { id, ledgerSequence, amountPosted, postedAt, createdAt } = row;
  return {
    ...INITIAL,
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
  /** Version of the facts. */
  readonly facts: number;
  /** Digest of the wire form: 64 bits of SHA-256 in base64url. */
  readonly digest: string;
  /** Columns that differ from the initial row, or from the row after a plain booking. */
  readonly row?: Partial<ChangingColumns>;
  /** The event shows the entries and the leaf of the posting. */
  readonly booked?: true;
  /** The event shows the risk decision. */
  readonly judged?: true;
  /** The event has the idempotency key of its transaction, which its row leaves out. */
  readonly keyed?: true;
  /**
   * Fields of the wire form that come from rows that change: a hold, fees, the payment on a
   * network.
   */
  readonly set?: Partial<TransactionView>;
}

const CHANGING_COLUMNS = [...Object.keys(INITIAL), 'updatedAt'] as (keyof ChangingColumns)[];

/** Returns the columns that facts leave out: those of a plain booking, or the initial ones. */
function baseOf(
  { booked }: Pick<TransactionFacts, 'booked'>,
  row: TransactionRow,
): ChangingColumns {
  return booked ? rowAfterPlainBooking(row) : { ...INITIAL, updatedAt: row.createdAt };
}

/**
 * Returns the facts of a step, which all of its events store.
 * @param key the idempotency key of the request that caused the step
 */
export function factsOf(
  parts: TransactionParts,
  view: TransactionView,
  key: string | null,
): TransactionFacts {
  const changed: Record<string, unknown> = {};
  const { row, hold, rail, anchorState, fees, reversedBy } = parts;
  const kind = {
    facts: FACTS_VERSION,
    ...(parts.leafHash === null ? {} : { booked: true as const }),
  };
  const base = baseOf(kind, row);
  for (const name of CHANGING_COLUMNS) if (row[name] !== base[name]) changed[name] = row[name];
  // Most wire forms show only rows that never change.
  const hasNewMetadata = row.currentMetadata !== null;
  const hasChangingParts =
    hold !== null || rail !== null || anchorState !== undefined || hasNewMetadata;
  const hasOnlyLastingParts = !hasChangingParts && fees.length === 0 && reversedBy.length === 0;
  const set = hasOnlyLastingParts ? {} : differences(renderFacts(parts), view);
  return {
    // `facts` comes first: the log recognises facts by it.
    ...kind,
    digest: digestOf(view),
    ...(isEmpty(changed) ? {} : { row: changed }),
    ...(view.risk === null ? {} : { judged: true }),
    ...(key === null || key !== row.idempotencyKey ? {} : { keyed: true }),
    ...(isEmpty(set) ? {} : { set }),
  };
}

const isEmpty = (object: object) => Object.keys(object).length === 0;

type LastingParts = Pick<
  TransactionParts,
  'row' | 'entries' | 'exchange' | 'leafHash' | 'risk' | 'livemode'
>;

/** Renders the wire form from the rows that never change. */
function renderFacts({ row: now, entries, exchange, leafHash, risk, livemode }: LastingParts) {
  const noChangingParts = { hold: null, fees: [], reversedBy: [], rail: null };
  const row = { ...now, currentMetadata: null };
  return transactionView({ row, entries, exchange, leafHash, risk, livemode, ...noChangingParts });
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
export interface StoredEventFacts {
  readonly transactionId: string;
  readonly facts: TransactionFacts;
}

const rowsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id IN ${IN_GIVEN_LIST}`,
  ),
);

/** The event that facts represent. */
export interface ReadFacts {
  readonly view: TransactionView;
  /**
   * The key of the transaction when the event shares it; null when the event's row has its own key
   * or none.
   */
  readonly idempotencyKey: string | null;
}

/**
 * Reads facts, in the same order, with five statements whatever their number.
 * @throws Error when a transaction is not in this ledger
 */
export function readFacts(
  database: Pick<Database, 'raw'>,
  storedFacts: readonly StoredEventFacts[],
  livemode: boolean,
): ReadFacts[] {
  if (storedFacts.length === 0) return [];
  const ids = storedFacts.map((facts) => facts.transactionId);
  const rows = new Map(
    rowsOf(database)
      .all(JSON.stringify(ids))
      .map((row) => [row.id, row]),
  );
  const parts = readLastingParts(database, {
    sequences: storedFacts.flatMap(
      ({ facts, transactionId }) => (facts.booked && rows.get(transactionId)?.ledgerSequence) || [],
    ),
    exchanges: ids.filter((id) => rows.get(id)?.type === 'exchange'),
    judged: storedFacts.flatMap(({ facts, transactionId }) => (facts.judged ? transactionId : [])),
  });
  return storedFacts.map(({ transactionId, facts }) => {
    const row = rows.get(transactionId);
    if (!row) throw new Error(`an event names ${transactionId}, which is not in this ledger`);
    const rowsAbout = <Row>(all: ReadonlyMap<string, readonly Row[]>) =>
      all.get(transactionId) ?? [];
    const view = renderFacts({
      row: {
        ...{ ...row, ...baseOf(facts, row), ...facts.row },
        archivedRisk: facts.judged ? row.archivedRisk : null,
      },
      entries: facts.booked ? rowsAbout(parts.entries) : [],
      leafHash: (facts.booked && rowsAbout(parts.leaves)[0]?.hash) || null,
      exchange: rowsAbout(parts.exchanges)[0] ?? null,
      risk: (facts.judged && rowsAbout(parts.risks)[0]) || null,
      livemode,
    });
    return {
      view: { ...view, ...facts.set },
      idempotencyKey: facts.keyed ? row.idempotencyKey : null,
    };
  });
}

/** Returns true when a wire form equals the one at the time of the event. */
export function isAsWritten({ digest }: TransactionFacts, view: TransactionView): boolean {
  return digestOf(view) === digest;
}
