// Events as a Parquet file: one column for each of the table, compressed with Snappy, and back. The
// libraries are loaded where a file is written or read: by threads and processes beside the bank.

/** A row of the table of events, as the database names its columns. */
export interface ArchivedEvent {
  readonly row: number;
  readonly id: string;
  readonly tenant_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly object_id: string;
  readonly object_version: number;
  readonly data: string;
  readonly request_id: string | null;
  readonly idempotency_key: string | null;
  readonly created_at: number;
}

export const EVENT_COLUMNS = [
  'row',
  'id',
  'tenant_id',
  'sequence',
  'type',
  'object_id',
  'object_version',
  'data',
  'request_id',
  'idempotency_key',
  'created_at',
] as const satisfies readonly (keyof ArchivedEvent)[];

const NUMBERS = new Set<string>(['row', 'sequence', 'object_version', 'created_at']);
const NULLABLE = new Set<string>(['request_id', 'idempotency_key']);
const ROWS_A_GROUP = 5_000;

/** The bytes of the file. */
export async function encodeEvents(events: readonly ArchivedEvent[]): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = EVENT_COLUMNS.map((name) => ({
    name,
    type: NUMBERS.has(name) ? ('INT64' as const) : ('STRING' as const),
    nullable: NULLABLE.has(name),
    data: NUMBERS.has(name)
      ? events.map((event) => BigInt(event[name] as number))
      : events.map((event) => event[name] as string | null),
  }));
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: ROWS_A_GROUP }));
}

/** @throws Error when the bytes are no such file */
export async function decodeEvents(bytes: Uint8Array): Promise<ArchivedEvent[]> {
  const { parquetReadObjects } = await import('hyparquet');
  const file = new Uint8Array(bytes).buffer;
  const rows = await parquetReadObjects({ file, columns: [...EVENT_COLUMNS] });
  return rows.map(
    (row) =>
      Object.fromEntries(
        EVENT_COLUMNS.map((name) => [
          name,
          NUMBERS.has(name) ? Number(row[name]) : ((row[name] as string | undefined) ?? null),
        ]),
      ) as unknown as ArchivedEvent,
  );
}
