// Events of transactions as facts. The log keeps what a step made of the row and a digest of the
// wire form; reading renders that form again from rows that never change: what was accepted, the
// entries, the leaf, the terms of an exchange, the decision about its risk. So an event takes some
// 200 bytes in place of 2 KB, and reads the same whatever happens to its transaction later.

import { hash } from 'node:crypto';
import { exchanges } from '../exchange/tables.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { preparedOnce } from '../kernel/statements.ts';
import { entries, leaves, transactions } from '../kernel/tables.ts';
import type { RiskDecisionRow } from '../risk/summary.ts';
import { riskDecisions } from '../risk/tables.ts';
import {
  type TransactionParts,
  type TransactionRow,
  type TransactionView,
  transactionView,
} from './view.ts';

/**
 * How facts become a wire form. Where `transactionView` shows something new or other than before,
 * what older events rendered is kept under their number (docs/decisions/0130): the digest of each
 * event tells when it is not.
 */
const FORM = 1;

/** The columns that a step of a transaction can change, but for what no wire form shows. */
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

/** What an event of a transaction is kept as. */
export interface TransactionFacts {
  readonly facts: number;
  /** Of the wire form: 64 bits of SHA-256 in base64url. */
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

/** What is kept of a step, for all of its events. */
export function factsOf(parts: TransactionParts, view: TransactionView): TransactionFacts {
  const changed: Record<string, unknown> = {};
  const { row } = parts;
  for (const name of CHANGING) if (row[name] !== BORN[name]) changed[name] = row[name];
  if (row.updatedAt !== row.createdAt) changed.updatedAt = row.updatedAt;
  const set = hasOther(parts) ? differences(rendered(parts), view) : {};
  return {
    facts: FORM,
    digest: digestOf(view),
    ...(isEmpty(changed) ? {} : { row: changed }),
    ...(parts.leafHash === null ? {} : { booked: true }),
    ...(parts.risk === null ? {} : { judged: true }),
    ...(isEmpty(set) ? {} : { set }),
  };
}

const isEmpty = (object: object) => Object.keys(object).length === 0;

/** True where the wire form shows more than rows that never change. */
function hasOther({ hold, fees, reversedBy, rail, standing }: TransactionParts): boolean {
  return (
    hold !== null ||
    rail !== null ||
    standing !== undefined ||
    fees.length > 0 ||
    reversedBy.length > 0
  );
}

type Lasting = Pick<
  TransactionParts,
  'row' | 'entries' | 'exchange' | 'leafHash' | 'risk' | 'livemode'
>;

/** The wire form as far as rows say it that never change. */
function rendered({ row, entries, exchange, leafHash, risk, livemode }: Lasting) {
  const other = { hold: null, fees: [], reversedBy: [], rail: null };
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

const GIVEN = '(SELECT value FROM json_each(?))';

type EntryRow = typeof entries.$inferSelect;

const statementsOf = preparedOnce(({ raw }: Pick<Database, 'raw'>) => ({
  rows: raw.prepare<[string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM transactions WHERE id IN ${GIVEN}`,
  ),
  entries: raw.prepare<[string], EntryRow>(
    `SELECT ${columnsOf(entries)} FROM entries WHERE ledger_sequence IN ${GIVEN}
     ORDER BY ledger_sequence, leg`,
  ),
  leaves: raw.prepare<[string], typeof leaves.$inferSelect>(
    `SELECT ${columnsOf(leaves)} FROM leaves WHERE leaf_index IN ${GIVEN}`,
  ),
  exchanges: raw.prepare<[string], ExchangeRow>(
    `SELECT ${columnsOf(exchanges)} FROM exchanges WHERE transaction_id IN ${GIVEN}`,
  ),
  risks: raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id IN ${GIVEN}`,
  ),
}));

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
  const statements = statementsOf(database);
  const ids = kept.map((one) => one.transactionId);
  const rows = new Map(asked(statements.rows, ids).map((row) => [row.id, row]));
  const sequences = kept.flatMap(({ facts }) => (facts.booked && facts.row?.ledgerSequence) || []);
  const booked = new Map<number, EntryRow[]>();
  for (const entry of asked(statements.entries, sequences)) {
    const legs = booked.get(entry.ledgerSequence);
    if (legs) legs.push(entry);
    else booked.set(entry.ledgerSequence, [entry]);
  }
  const hashes = new Map(
    asked(
      statements.leaves,
      sequences.map((sequence) => sequence - 1),
    ).map((leaf) => [leaf.leafIndex + 1, leaf.hash]),
  );
  const exchanging = ids.filter((id) => rows.get(id)?.type === 'exchange');
  const terms = byTransaction(asked(statements.exchanges, exchanging));
  const judged = kept.flatMap(({ facts, transactionId }) => (facts.judged ? transactionId : []));
  const risks = byTransaction(asked(statements.risks, judged));
  return kept.map(({ transactionId, facts }) => {
    const row = rows.get(transactionId);
    if (!row) throw new Error(`an event names ${transactionId}, which is not in this ledger`);
    const sequence = (facts.booked && facts.row?.ledgerSequence) || 0;
    const view = rendered({
      row: { ...row, ...BORN, updatedAt: row.createdAt, ...facts.row },
      entries: booked.get(sequence) ?? [],
      leafHash: hashes.get(sequence) ?? null,
      exchange: terms.get(transactionId) ?? null,
      risk: facts.judged ? (risks.get(transactionId) ?? null) : null,
      livemode,
    });
    return { ...view, ...facts.set };
  });
}

function asked<Row>(
  statement: { all(given: string): Row[] },
  given: readonly (string | number)[],
): Row[] {
  return given.length === 0 ? [] : statement.all(JSON.stringify(given));
}

function byTransaction<Row extends { readonly transactionId: string | null }>(
  rows: readonly Row[],
): ReadonlyMap<string | null, Row> {
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/** True when a wire form is the one that its event was written with. */
export function isAsWritten({ digest }: TransactionFacts, view: TransactionView): boolean {
  return digestOf(view) === digest;
}
