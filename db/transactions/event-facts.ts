// Events of transactions as facts. The log keeps the changes that a step made to the row, and a
// digest of the wire form. Reading renders that form again from rows that never change: the
// accepted request, the entries, the leaf, the terms of an exchange, the risk decision. So an event
// takes some 200 bytes in place of 2 KB, and reads the same whatever happens to its transaction
// later.

import { hash } from 'node:crypto';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { GIVEN } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { transactions } from '../kernel/tables.ts';
import { lastingParts } from './lasting-parts.ts';
import { type TransactionParts, type TransactionView, transactionView } from './view.ts';

/**
 * Number of the rendering of facts as a wire form. When `transactionView` changes what it shows,
 * the rendering of older events is kept under their number (docs/decisions/events.md). The digest of
 * each event shows when it is not.
 */
const FORM = 1;

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

/** The stored form of a transaction's event. */
export interface TransactionFacts {
  readonly facts: number;
  /** Digest of the wire form: 64 bits of SHA-256 in base64url. */
  readonly digest: string;
  /** Columns that are not as at the birth of the row. */
  readonly row?: Partial<Changing>;
  /** The entries and the leaf of its posting belong to it. */
  readonly booked?: true;
  /** The decision about its risk belongs to it. */
  readonly judged?: true;
  /** Fields of the wire form that follow from rows that change: a hold, fees, its way by rail. */
  readonly set?: Partial<TransactionView>;
}

const CHANGING = Object.keys(BORN) as (keyof typeof BORN)[];

/** Returns the facts of a step, which all of its events store. */
export function factsOf(parts: TransactionParts, view: TransactionView): TransactionFacts {
  const changed: Record<string, unknown> = {};
  const { row, hold, rail, standing, fees, reversedBy } = parts;
  for (const name of CHANGING) if (row[name] !== BORN[name]) changed[name] = row[name];
  if (row.updatedAt !== row.createdAt) changed.updatedAt = row.updatedAt;
  // Most wire forms show nothing but rows that never change.
  const isDescribed = row.currentMetadata !== null;
  const hasOther = hold !== null || rail !== null || standing !== undefined || isDescribed;
  const isLasting = !hasOther && fees.length === 0 && reversedBy.length === 0;
  const set = isLasting ? {} : differences(renderFacts(parts), view);
  return {
    facts: FORM,
    digest: digestOf(view),
    ...(isEmpty(changed) ? {} : { row: changed }),
    ...(parts.leafHash === null ? {} : { booked: true }),
    ...(view.risk === null ? {} : { judged: true }),
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

/**
 * The wire forms that facts stand for, in their order, by five statements however many they are.
 * @throws Error when a transaction is not in this ledger
 */
export function viewsOfFacts(
  database: Pick<Database, 'raw'>,
  kept: readonly KeptFacts[],
  livemode: boolean,
): TransactionView[] {
  if (kept.length === 0) return [];
  const ids = kept.map((one) => one.transactionId);
  const rows = new Map(
    rowsOf(database)
      .all(JSON.stringify(ids))
      .map((row) => [row.id, row]),
  );
  const parts = lastingParts(database, {
    sequences: kept.flatMap(({ facts }) => (facts.booked && facts.row?.ledgerSequence) || []),
    exchanges: ids.filter((id) => rows.get(id)?.type === 'exchange'),
    judged: kept.flatMap(({ facts, transactionId }) => (facts.judged ? transactionId : [])),
  });
  return kept.map(({ transactionId, facts }) => {
    const row = rows.get(transactionId);
    if (!row) throw new Error(`an event names ${transactionId}, which is not in this ledger`);
    const of = <Row>(all: ReadonlyMap<string, readonly Row[]>) => all.get(transactionId) ?? [];
    const view = renderFacts({
      row: {
        ...{ ...row, ...BORN, updatedAt: row.createdAt, ...facts.row },
        archivedRisk: facts.judged ? row.archivedRisk : null,
      },
      entries: facts.booked ? of(parts.entries) : [],
      leafHash: (facts.booked && of(parts.leaves)[0]?.hash) || null,
      exchange: of(parts.exchanges)[0] ?? null,
      risk: (facts.judged && of(parts.risks)[0]) || null,
      livemode,
    });
    return { ...view, ...facts.set };
  });
}

/** True when a wire form is the one that its event was written with. */
export function isAsWritten({ digest }: TransactionFacts, view: TransactionView): boolean {
  return digestOf(view) === digest;
}
