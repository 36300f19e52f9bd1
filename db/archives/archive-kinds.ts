// The kinds of archives: for each noun, its table, the columns of its files, and how the rows of a
// file are selected, ordered and summed.

import type BetterSqlite3 from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { type RiskDecisionRow, riskOf } from '../kernel/risk-summary.ts';
import { events, riskDecisions, timeline } from '../kernel/tables.ts';
import { riskReviews } from '../risk/tables.ts';
import type { ArchiveRow } from './tables.ts';

export type ArchivedNoun = ArchiveRow['noun'];
export type ArchivedValue = string | number | Buffer | null;
/** A row of a table, as the database names its columns. */
export type ArchivedRow = Readonly<Record<string, ArchivedValue>>;

const TYPES = {
  integer: 'INT64',
  text: 'STRING',
  real: 'DOUBLE',
  blob: 'BYTE_ARRAY',
} as const;

export interface ArchivedColumn {
  readonly name: string;
  readonly type: (typeof TYPES)[keyof typeof TYPES];
  readonly isNullable: boolean;
}

export interface ArchiveKind {
  readonly noun: ArchivedNoun;
  readonly table: string;
  readonly columns: readonly ArchivedColumn[];
  /** A condition of SQL with two parameters, the first and the last of a range. */
  readonly range: string;
  readonly order: string;
  /** Columns by which the invariants look rows up. */
  readonly indexes: readonly string[];
  /** The column of ids; the first and the last id identify the range of a file. */
  readonly idColumn: string;
  readonly timeColumn: string;
  /** The column with the number of a row; null when the file numbers its rows itself. */
  readonly rowColumn: string | null;
  /** The integer of a row that a file sums up. */
  sumOf(row: ArchivedRow): number;
  /** The mark that the transaction keeps of its rows; the mark of the last row counts. */
  markOf(row: ArchivedRow): number | string;
}

function columnsIn(table: SQLiteTable): ArchivedColumn[] {
  return Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    type: TYPES[column.getSQLType() as keyof typeof TYPES],
    isNullable: !column.notNull,
  }));
}

const EVENTS: ArchiveKind = {
  noun: 'events',
  table: 'events',
  columns: columnsIn(events),
  range: 'row BETWEEN ? AND ?',
  order: 'row',
  indexes: ['row', 'tenant_id, sequence'],
  idColumn: 'id',
  timeColumn: 'created_at',
  rowColumn: 'row',
  sumOf: ({ sequence }) => Number(sequence),
  markOf: ({ row }) => Number(row),
};

const TIMELINE: ArchiveKind = {
  noun: 'timeline',
  table: 'timeline',
  columns: columnsIn(timeline),
  range: 'transaction_id BETWEEN ? AND ?',
  order: 'transaction_id, version',
  indexes: ['transaction_id, version'],
  idColumn: 'transaction_id',
  timeColumn: 'at',
  rowColumn: null,
  sumOf: ({ version }) => Number(version),
  markOf: ({ version }) => Number(version),
};

/** Decisions that a person reviewed stay in the ledger together with the review. */
const DECISIONS: ArchiveKind = {
  noun: 'decisions',
  table: 'risk_decisions',
  columns: columnsIn(riskDecisions),
  range: `transaction_id BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM risk_reviews r
    WHERE r.decision_id = risk_decisions.id)`,
  order: 'transaction_id',
  indexes: ['transaction_id'],
  idColumn: 'transaction_id',
  timeColumn: 'created_at',
  rowColumn: null,
  sumOf: ({ created_at }) => Math.floor(Number(created_at) / 1_000),
  markOf: (row) => JSON.stringify(riskOf(decisionOf(row))),
};

/** Converts an archived row to a risk decision. */
export function decisionOf(row: ArchivedRow): RiskDecisionRow {
  const columns = Object.entries(getTableColumns(riskDecisions));
  const entries = columns.map(([name, column]) => [name, toBuffer(row[column.name] ?? null)]);
  return Object.fromEntries(entries) as RiskDecisionRow;
}

/** Bytes from a thread arrive as a `Uint8Array`, not as a `Buffer`. */
function toBuffer(value: ArchivedValue): ArchivedValue {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** All kinds, in the order in which their archives are written. */
export const ARCHIVE_KINDS: readonly ArchiveKind[] = [EVENTS, TIMELINE, DECISIONS];

/** @throws Error when rows of this noun are not archived */
export function kindOf(noun: ArchivedNoun): ArchiveKind {
  const kind = ARCHIVE_KINDS.find((kind) => kind.noun === noun);
  if (!kind) throw new Error(`${noun} are not archived`);
  return kind;
}

/** Returns the query for the rows of a range, by its ends. */
export function rangeQuery(raw: BetterSqlite3.Database, kind: ArchiveKind): string {
  const { table, range, order } = kind;
  const sql = `SELECT ${columnList(kind)} FROM ${table} WHERE ${range} ORDER BY ${order}`;
  return readAbsentAsEmpty(raw, sql, [riskReviews]);
}

/** Returns the columns of a kind as a list for an SQL statement. */
export function columnList({ columns }: ArchiveKind): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}
