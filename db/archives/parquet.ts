// Converts rows to a Parquet file and back: one column for each column of the table, compressed
// with Snappy. Only threads and processes beside the bank load the libraries.

import type { ArchivedColumn, ArchivedRow, ArchivedValue, ArchiveKind } from './archive-kinds.ts';

const ROWS_PER_GROUP = 5_000;

/** Returns the bytes of a Parquet file with the rows. */
export async function encodeRows(
  { columns }: ArchiveKind,
  rows: readonly ArchivedRow[],
): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columns.map(({ name, type, isNullable }) => ({
    ...{ name, type, nullable: isNullable },
    data: rows.map((row) => {
      const value = row[name] ?? null;
      return type === 'INT64' && value !== null ? BigInt(value as number) : value;
    }),
  }));
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: ROWS_PER_GROUP }));
}

/** @throws Error when the bytes are not a Parquet file of this kind */
export async function decodeRows(kind: ArchiveKind, bytes: Uint8Array): Promise<ArchivedRow[]> {
  return readRows(kind, bytes);
}

/**
 * Returns the rows of one id; skips row groups that cannot contain the id.
 * @throws Error when the bytes are not a Parquet file of this kind
 */
export async function decodeRowsOf(
  kind: ArchiveKind,
  bytes: Uint8Array,
  id: string,
): Promise<ArchivedRow[]> {
  return readRows(kind, bytes, { [kind.idColumn]: { $eq: id } });
}

async function readRows(
  { columns }: ArchiveKind,
  bytes: Uint8Array,
  filter?: Record<string, { $eq: string }>,
): Promise<ArchivedRow[]> {
  const { parquetReadObjects } = await import('hyparquet');
  const file = new Uint8Array(bytes).buffer;
  const names = columns.map(({ name }) => name);
  const options = { file, columns: names, utf8: false, ...(filter ? { filter } : {}) };
  const rows = await parquetReadObjects(options);
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, fieldOf(column, row[column.name])])),
  );
}

function fieldOf({ type }: ArchivedColumn, value: unknown): ArchivedValue {
  if (value === null || value === undefined) return null;
  if (type === 'INT64') return Number(value);
  return type === 'BYTE_ARRAY' ? Buffer.from(value as Uint8Array) : (value as string | number);
}
