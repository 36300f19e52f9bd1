// AMLSim's sample of 20,000 accounts with planted circles and fan-ins, as rows of features of an
// account: sums and numbers of payments and counterparties, repetition and speed, and the same
// figures of its counterparties. Labels of other accounts are not used.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../models/artifact.ts';
import { createMatrix } from '../../models/learn/train/matrix.ts';
import { type LabelledData, readCsv } from './credit-data.ts';

export interface Payment {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Steps since the start; a step is a day. */
  readonly step: number;
}

export interface Amlsim {
  readonly payments: readonly Payment[];
  readonly y: Uint8Array;
  readonly sha256: string;
}

const GRAPH = '20K_fanin200cycle200';

export function readAmlsim(folder: string): Amlsim {
  const bytes = readFileSync(`${folder}/amlsim_20k/${GRAPH}.tgz`);
  const files = readTar(gunzipSync(bytes));
  const rowsOf = (name: string) => readCsv(files.get(`${GRAPH}/${name}`) ?? Buffer.alloc(0));
  const nodes = rowsOf('nodes.csv');
  const y = new Uint8Array(nodes.length);
  for (const { nodeid, isFraud } of nodes) y[Number(nodeid)] = Number(isFraud);
  const payments = rowsOf('transactions.csv').map((row) => ({
    from: Number(row.sourceNodeId),
    to: Number(row.targetNodeId),
    value: Number(row.value),
    step: Number(row.time),
  }));
  return { payments, y, sha256: sha256(bytes) };
}

const BLOCK = 512;

/** Reads the files of a tar archive, by name. */
function readTar(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const text = (offset: number, length: number) => {
    return tar.toString('latin1', offset, offset + length).replace(/\0.*$/s, '');
  };
  for (let index = 0; index + BLOCK <= tar.length && tar[index] !== 0; ) {
    const size = Number.parseInt(text(index + 124, 12).trim(), 8);
    files.set(text(index, 100), tar.subarray(index + BLOCK, index + BLOCK + size));
    index += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return files;
}

interface Side {
  readonly payments: Payment[];
  /** Payments by counterparty. */
  readonly others: Map<number, number>;
}

const makeSide = (): Side => ({ payments: [], others: new Map() });

function add({ payments, others }: Side, payment: Payment, other: number): void {
  payments.push(payment);
  others.set(other, (others.get(other) ?? 0) + 1);
}

/** Computes the features of each account, in the order of the file. */
export function readAmlsimAccounts(folder: string): LabelledData {
  const { payments, y, sha256: hash } = readAmlsim(folder);
  const sides = Array.from(y, () => ({ out: makeSide(), in: makeSide() }));
  for (const payment of payments) {
    const { from, to } = payment;
    const [payer, payee] = [sides[from], sides[to]];
    if (payer) add(payer.out, payment, to);
    if (payee) add(payee.in, payment, from);
  }
  const ownFeatures = sides.map(({ out, in: incoming }) => [
    ...computeSideFeatures(out),
    ...computeSideFeatures(incoming),
    ...measurePassThrough(incoming.payments, out.payments),
  ]);
  const rows = sides.map(({ out, in: incoming }, index) => [
    ...(ownFeatures[index] ?? []),
    ...describeNeighbours(ownFeatures, out.others.keys()),
    ...describeNeighbours(ownFeatures, incoming.others.keys()),
  ]);
  return { x: createMatrix(rows, rows[0]?.length ?? 0), y, sha256: hash };
}

function computeSideFeatures({ payments, others }: Side): number[] {
  const values = payments.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const mean = values.length === 0 ? Number.NaN : sum / values.length;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  const steps = payments.map(({ step }) => step).sort((a, b) => a - b);
  return [
    values.length,
    others.size,
    Math.max(0, ...others.values()),
    sum,
    mean,
    values.length === 0 ? Number.NaN : Math.min(...values),
    values.length === 0 ? Number.NaN : Math.max(...values),
    values.length === 0 ? Number.NaN : Math.sqrt(variance / values.length),
    new Set(values).size,
    steps[0] ?? Number.NaN,
    steps.at(-1) ?? Number.NaN,
    countBusiest(steps, 1),
    countBusiest(steps, 7),
  ];
}

/** Returns the largest number of payments within `days`. */
function countBusiest(steps: readonly number[], days: number): number {
  let first = 0;
  let max = 0;
  for (const [index, step] of steps.entries()) {
    while ((steps[first] ?? 0) <= step - days) first += 1;
    max = Math.max(max, index - first + 1);
  }
  return max;
}

/** Measures how soon received money is paid out, and how similar the amounts are. */
function measurePassThrough(incoming: readonly Payment[], outgoing: readonly Payment[]): number[] {
  let soonest = Number.NaN;
  let alike = Number.NaN;
  let pairs = 0;
  for (const got of incoming) {
    for (const sent of outgoing) {
      const wait = sent.step - got.step;
      if (wait < 0 || wait > 14) continue;
      const ratio = Math.min(sent.value, got.value) / Math.max(sent.value, got.value);
      if (!(wait >= soonest)) soonest = wait;
      if (!(ratio <= alike)) alike = ratio;
      if (ratio > 0.8) pairs += 1;
    }
  }
  return [soonest, alike, pairs];
}

/** Figures of counterparties, of which the mean, the minimum and the maximum are features. */
const NEIGHBOUR_FIGURES = [0, 1, 2, 5, 12, 13, 14, 15, 18, 24, 25, 28];

function describeNeighbours(
  ownFeatures: readonly number[][],
  neighbours: Iterable<number>,
): number[] {
  const rows = [...neighbours].map((other) => ownFeatures[other] ?? []);
  return NEIGHBOUR_FIGURES.flatMap((column) => {
    const values = rows
      .map((row) => row[column] ?? Number.NaN)
      .filter((value) => !Number.isNaN(value));
    if (values.length === 0) return [Number.NaN, Number.NaN, Number.NaN];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [mean, Math.min(...values), Math.max(...values)];
  });
}
