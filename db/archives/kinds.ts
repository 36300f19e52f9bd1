// What archives are of: for each noun its table, the columns of its files, and how the rows of a
// file are chosen, ordered and summed.

import type { ArchiveRow } from './tables.ts';

export type ArchivedNoun = ArchiveRow['noun'];
export type ArchivedValue = string | number | Buffer | null;
/** A row of a table, as the database names its columns. */
export type ArchivedRow = Readonly<Record<string, ArchivedValue>>;

export interface ArchivedColumn {
  readonly name: string;
  readonly type: 'INT64' | 'STRING';
  readonly isNullable?: boolean;
}

export interface ArchiveKind {
  readonly noun: ArchivedNoun;
  readonly table: string;
  readonly columns: readonly ArchivedColumn[];
  /** A condition of SQL with two parameters, the first and the last of a range. */
  readonly range: string;
  readonly order: string;
  /** Columns that the rules of the books look rows up by. */
  readonly indexes: readonly string[];
  /** The column of the ids that a file begins and ends with. */
  readonly idColumn: string;
  readonly timeColumn: string;
  /** The column with the number of a row; null: a file numbers its rows. */
  readonly rowColumn: string | null;
  /** Summed over a file: an integer. */
  sumOf(row: ArchivedRow): number;
  /** What the transaction keeps of its rows: that of the last one counts. */
  markOf(row: ArchivedRow): number | string;
}

const text = (name: string): ArchivedColumn => ({ name, type: 'STRING' });
const integer = (name: string): ArchivedColumn => ({ name, type: 'INT64' });
const maybe = (column: ArchivedColumn): ArchivedColumn => ({ ...column, isNullable: true });

const EVENTS: ArchiveKind = {
  noun: 'events',
  table: 'events',
  columns: [
    ...[integer('row'), text('id'), text('tenant_id'), integer('sequence'), text('type')],
    ...[text('object_id'), integer('object_version'), text('data'), maybe(text('request_id'))],
    ...[maybe(text('idempotency_key')), integer('created_at')],
  ],
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
  columns: [
    ...[text('transaction_id'), integer('version'), text('status'), text('stage')],
    ...[integer('at'), text('actor'), maybe(text('reason'))],
  ],
  range: 'transaction_id BETWEEN ? AND ?',
  order: 'transaction_id, version',
  indexes: ['transaction_id, version'],
  idColumn: 'transaction_id',
  timeColumn: 'at',
  rowColumn: null,
  sumOf: ({ version }) => Number(version),
  markOf: ({ version }) => Number(version),
};

/** In the order in which their archives are written. */
export const ARCHIVE_KINDS: readonly ArchiveKind[] = [EVENTS, TIMELINE];

/** @throws Error when nothing of that noun is archived */
export function kindOf(noun: ArchivedNoun): ArchiveKind {
  const kind = ARCHIVE_KINDS.find((one) => one.noun === noun);
  if (!kind) throw new Error(`${noun} are not archived`);
  return kind;
}

/** The columns of a kind for a statement. */
export function columnList({ columns }: ArchiveKind): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}
