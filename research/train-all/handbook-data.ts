// The simulated card payments of the Fraud Detection Handbook, for measurements only: the data have
// no stated licence, so no shipped model is trained on them. Features only use earlier payments,
// and a fraud is known after seven days, as in the handbook's protocol.

import { execFileSync } from 'node:child_process';
import * as zlib from 'node:zlib';
import { parquetRead } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import type { Examples } from '../../models/learn/train/matrix.ts';

const DAY = 86_400_000;
const WINDOWS = [1, 7, 30];
const DELAY = 7 * DAY;

/** Payments in the order of time. */
export interface Payments {
  readonly rows: number;
  readonly atMs: Float64Array;
  readonly customer: Int32Array;
  readonly terminal: Int32Array;
  readonly amount: Float32Array;
  readonly fraud: Uint8Array;
}

export async function readHandbook(folder: string): Promise<Payments> {
  const path = `${folder}/fraud_handbook/tx_2018-04-01_2018-09-30.parquet`;
  const columns = new Map<string, number[]>();
  await parquetRead({
    file: await asyncBufferFromFile(path),
    compressors: { ZSTD: decompress },
    columns: ['ts', 'customer', 'terminal', 'amount', 'fraud'],
    onChunk: ({ columnName, columnData, rowStart }) => {
      const column = columns.get(columnName) ?? [];
      columns.set(columnName, column);
      for (let index = 0; index < columnData.length; index++)
        column[rowStart + index] = Number(columnData[index]);
    },
  });
  const columnNamed = (name: string) => columns.get(name) ?? [];
  return {
    rows: columnNamed('ts').length,
    atMs: Float64Array.from(columnNamed('ts')),
    customer: Int32Array.from(columnNamed('customer')),
    terminal: Int32Array.from(columnNamed('terminal')),
    amount: Float32Array.from(columnNamed('amount')),
    fraud: Uint8Array.from(columnNamed('fraud')),
  };
}

/** Node has zstd from 22.15 on; older versions need the program zstd. */
function decompress(input: Uint8Array): Uint8Array {
  const decompress = (zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer })
    .zstdDecompressSync;
  if (decompress) return decompress(input);
  return execFileSync('zstd', ['-d', '-c', '-q'], { input, maxBuffer: 2 ** 30 });
}

/** Groups the rows by party, in the order of time. */
function groupRows(party: Int32Array): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  party.forEach((id, row) => {
    const ownRows = rows.get(id) ?? [];
    if (ownRows.length === 0) rows.set(id, ownRows);
    ownRows.push(row);
  });
  return rows;
}

type Window = (row: number, count: number, amount: number, frauds: number) => void;

/**
 * Calls `addTo` for each payment with the party's figures of the `days` that ended `delay` before
 * it.
 */
function lookBack(
  { atMs, amount, fraud }: Payments,
  parties: Map<number, number[]>,
  { days, delay }: { readonly days: number; readonly delay: number },
  addTo: Window,
): void {
  for (const rows of parties.values()) {
    let [first, next, sum, frauds] = [0, 0, 0, 0];
    for (const row of rows) {
      const end = (atMs[row] as number) - delay;
      for (; (atMs[rows[next] as number] as number) < end; next++) {
        sum += amount[rows[next] as number] as number;
        frauds += fraud[rows[next] as number] as number;
      }
      for (; first < next && (atMs[rows[first] as number] as number) < end - days * DAY; first++) {
        sum -= amount[rows[first] as number] as number;
        frauds -= fraud[rows[first] as number] as number;
      }
      addTo(row, next - first, sum, frauds);
    }
  }
}

export const HANDBOOK_COLUMNS = 21;

/** Computes the features of every payment: its own, its customer's and its terminal's. */
export function computeExamples(payments: Payments): Examples {
  const { rows, atMs, amount } = payments;
  const columns = HANDBOOK_COLUMNS;
  const values = new Float32Array(rows * columns);
  const set = (row: number, column: number, value: number) => {
    values[row * columns + column] = value;
  };
  for (let row = 0; row < rows; row++) {
    const date = new Date(atMs[row] as number);
    set(row, 0, amount[row] as number);
    set(row, 1, date.getUTCHours());
    set(row, 2, date.getUTCDay() % 6 === 0 ? 1 : 0);
  }
  const customers = groupRows(payments.customer);
  const terminals = groupRows(payments.terminal);
  WINDOWS.forEach((days, place) => {
    lookBack(payments, customers, { days, delay: 0 }, (row, count, sum) => {
      set(row, 3 + place, count);
      set(row, 6 + place, sum > 0.01 ? ((amount[row] as number) * count) / sum : Number.NaN);
    });
    lookBack(payments, terminals, { days, delay: DELAY }, (row, count, _, frauds) => {
      set(row, 9 + place, frauds);
      set(row, 12 + place, count > 0 ? frauds / count : Number.NaN);
    });
    lookBack(payments, customers, { days, delay: DELAY }, (row, _, __, frauds) => {
      set(row, 15 + place, frauds);
    });
  });
  lookBack(payments, terminals, { days: 1, delay: 0 }, (row, count) => set(row, 18, count));
  lookBack(payments, terminals, { days: 14, delay: DELAY }, (row, count, _, frauds) => {
    set(row, 19, count > 0 ? frauds / count : Number.NaN);
  });
  // The customer's spending before the last two weeks.
  lookBack(payments, customers, { days: 60, delay: 14 * DAY }, (row, count, sum) => {
    set(row, 20, sum > 0.01 ? ((amount[row] as number) * count) / sum : Number.NaN);
  });
  return { x: { rows, columns, values }, y: payments.fraud };
}

export interface HandbookRows {
  readonly training: Uint32Array;
  readonly validation: Uint32Array;
  readonly holdout: Uint32Array;
  /** The hold-out without customers known to be compromised, as in the handbook. */
  readonly published: Uint32Array;
}

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const MEASURED_DAYS = [day('2018-08-08'), day('2018-08-15')] as const;

/**
 * Selects eight weeks for training (all frauds, one honest payment of four) and the week before
 * last for early stopping.
 */
export function selectRows({ rows, atMs, customer, fraud }: Payments): HandbookRows {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const between = (from: number, to: number) =>
    all.filter((row) => (atMs[row] as number) >= from && (atMs[row] as number) < to);
  const thin = (keepEvery: Uint32Array) =>
    keepEvery.filter((row) => fraud[row] === 1 || row % 4 === 0);
  const holdout = between(...MEASURED_DAYS);
  // Customers known to be compromised on a day: those with a fraud since the last training week,
  // known seven days later.
  const caught = between(day('2018-07-25'), MEASURED_DAYS[1]).filter((row) => fraud[row] === 1);
  const firstCaught = new Map<number, number>();
  for (const row of caught.reverse()) firstCaught.set(customer[row] as number, atMs[row] as number);
  const isKnown = (row: number) => {
    const midnight = Math.floor((atMs[row] as number) / DAY) * DAY;
    return (firstCaught.get(customer[row] as number) ?? Infinity) < midnight - DELAY;
  };
  return {
    training: thin(between(day('2018-06-01'), day('2018-07-25'))),
    validation: thin(between(day('2018-07-25'), day('2018-08-01'))),
    holdout,
    published: holdout.filter((row) => !isKnown(row)),
  };
}
