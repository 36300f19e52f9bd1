// The gates that run a file, only in a process that may be killed.

import { readFileSync } from 'node:fs';
import type { InferenceSession } from '../onnx-runtime.ts';
import { openModelFile, readProbability, runModel } from '../run-model.ts';
import type { Declaration } from './declaration.ts';
import type { Signature } from './inspect.ts';
import { probeRows } from './probe-rows.ts';
import { ModelRefusal, refuse, toPrintable } from './refusal.ts';

const GOLDEN_TOLERANCE = 1e-5;
const BATCH_TOLERANCE = 1e-5;
const MAX_P99_MS = 2;
/** Resident memory of the process including the runtime, which alone takes some 100 MB. */
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;
/** Rounds of the measurement: other load may disturb one, but a slow model is slow in all. */
const MAX_ROUNDS = 20;
const RUNS = 200;

export interface ProbeResult {
  /** Milliseconds of one row, in the fastest round. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly residentBytes: number;
  readonly goldenRows: number;
  readonly usualRows: number;
  readonly extremeRows: number;
  readonly largestGoldenDifference: number;
}

/** @throws ModelRefusal with the first gate that it does not pass */
export async function probeModel(
  file: Uint8Array,
  signature: Signature,
  declaration: Declaration,
): Promise<ProbeResult> {
  const score = await load(file, signature, declaration.features);
  const largestGoldenDifference = await checkGolden(score, declaration);
  const { usual, extreme } = probeRows(declaration);
  await checkUsual(score, usual, declaration.features);
  for (const row of extreme) await score([row]);
  await score([...extreme, ...usual]);
  const speed = await checkSpeed(score, usual);
  const residentBytes = maxResidentBytes();
  if (residentBytes > MAX_RESIDENT_BYTES) {
    refuse('model_memory_exceeded', `${residentBytes} bytes: at most ${MAX_RESIDENT_BYTES}.`);
  }
  return {
    ...speed,
    residentBytes,
    goldenRows: declaration.golden.length,
    usualRows: usual.length,
    extremeRows: extreme.length,
    largestGoldenDifference,
  };
}

/**
 * Returns the largest resident memory of this process. On Linux `maxRSS` includes the parent, as
 * large as it was at the fork: a bank of 500 MB would refuse every model. `VmHWM` starts at zero.
 */
function maxResidentBytes(): number {
  if (process.platform === 'linux') {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  }
  return process.resourceUsage().maxRSS * 1024;
}

type Score = (rows: readonly Float32Array[]) => Promise<Float64Array>;

type Features = Declaration['features'];

async function load(file: Uint8Array, signature: Signature, features: Features): Promise<Score> {
  const columns = features.length;
  const session = await openModelFile(file).catch((error) => throwRefusal(error));
  return async (rows) => {
    const values = new Float32Array(rows.length * columns);
    rows.forEach((row, index) => {
      values.set(row, index * columns);
    });
    const batch = { values, rows: rows.length };
    const answer = await runModel(session, signature, batch).catch(async (error) => {
      return throwRefusal(error, await findFaultyRow(session, signature, rows), features);
    });
    const { data, dims } = answer;
    const perRow = dims.length === 1 ? 1 : dims[1];
    if (
      !(data instanceof Float32Array || data instanceof Float64Array) ||
      dims[0] !== rows.length ||
      perRow !== signature.columns
    ) {
      return refuse('model_output_invalid', `The output has the shape [${dims.join(', ')}].`);
    }
    return Float64Array.from(rows, (_, index) => readProbability(answer, signature, index));
  };
}

/** Returns the first row that the runtime refuses, or undefined when it accepts each row alone. */
async function findFaultyRow(
  session: InferenceSession,
  signature: Signature,
  rows: readonly Float32Array[],
): Promise<Float32Array | undefined> {
  for (const row of rows) {
    try {
      await runModel(session, signature, { values: row, rows: 1 });
    } catch {
      return row;
    }
  }
  return undefined;
}

/** Length of the runtime's message, which names a node and its types. */
const LONGEST_CAUSE = 200;

/** Names the exporter's option that avoids the error, if one is known. */
function describeRemedy(message: string): string {
  // Trees answer in 32-bit floats, whatever the exporter declares.
  return /tensor\(double\).*does not match expected type \(tensor\(float\)\)/.test(message)
    ? ' Export with FloatTensorType.'
    : '';
}

/** @param row the row at fault; absent when no single row is */
function throwRefusal(error: unknown, row?: Float32Array, features: Features = []): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/alloc|memory/i.test(message)) refuse('model_memory_exceeded');
  const rowText = row ? `At the row ${describeRow(row, features)}: ` : '';
  return refuse(
    'model_not_loadable',
    `${rowText}${toPrintable(message, LONGEST_CAUSE)}${describeRemedy(message)}`,
  );
}

/** Describes the values of a row; of a category, the text that the file received. */
function describeRow(row: Float32Array, features: Features): string {
  const values = Array.from(row, (value, index) => {
    const { categories } = features[index] ?? {};
    if (!categories) return String(value);
    if (Number.isNaN(value)) return 'no text';
    return JSON.stringify(categories[value]) ?? 'a text that the card does not name';
  });
  return `[${values.join(', ')}]`;
}

/** A larger difference is no rounding of 32-bit floats. */
const ROUNDING = 1e-3;

/** Names the most frequent cause of such a difference. */
function describeCause(actual: number, probability: number): string {
  if (Math.abs(actual - probability) < ROUNDING) {
    return 'So small a difference comes of 32-bit floats: export with DoubleTensorType.';
  }
  if (Math.abs(1 / (1 + Math.exp(-actual)) - probability) < ROUNDING) {
    return 'The file gives log-odds: export without the option raw_scores.';
  }
  return (
    'The columns of the card are in another order, or the exporter is at fault: run the file ' +
    'in onnxruntime and compare.'
  );
}

async function checkGolden(score: Score, { golden }: Declaration): Promise<number> {
  let largest = 0;
  for (const [index, { features, probability }] of golden.entries()) {
    const [loneScore = Number.NaN] = await score([
      Float32Array.from(features, (value) => value ?? Number.NaN),
    ]);
    const difference = Math.abs(loneScore - probability);
    if (!(difference <= GOLDEN_TOLERANCE)) {
      const mismatch = `Row ${index} of golden: ${loneScore} instead of ${probability}.`;
      refuse('model_golden_mismatch', `${mismatch} ${describeCause(loneScore, probability)}`);
    }
    largest = Math.max(largest, difference);
  }
  return largest;
}

async function checkUsual(
  score: Score,
  rows: readonly Float32Array[],
  features: Features,
): Promise<void> {
  const together = await score(rows);
  const repeated = await score(rows);
  for (const [index, row] of rows.entries()) {
    const inBatch = together[index] as number;
    if (!(inBatch >= 0 && inBatch <= 1)) {
      const advice = 'If such rows never come, say min and max of the features on the card.';
      refuse(
        'model_output_invalid',
        `${inBatch} for the row ${describeRow(row, features)}. ${advice}`,
      );
    }
    if (inBatch !== repeated[index]) refuse('model_not_deterministic');
    const [loneScore = Number.NaN] = await score([row]);
    if (!(Math.abs(loneScore - inBatch) <= BATCH_TOLERANCE)) refuse('model_batch_mismatch');
  }
}

/** One fast round suffices, because other load of the machine is not the model's fault. */
async function checkSpeed(score: Score, rows: readonly Float32Array[]) {
  let best = { p50Ms: Number.POSITIVE_INFINITY, p99Ms: Number.POSITIVE_INFINITY };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { p50Ms, p99Ms } = await timeRuns(score, rows);
    if (p99Ms < best.p99Ms) best = { p50Ms, p99Ms };
    if (best.p99Ms <= MAX_P99_MS) return best;
    // Other load does not slow the median this much, so further rounds would not help.
    if (p50Ms > MAX_P99_MS) break;
  }
  const measured = Math.round(best.p99Ms * 100) / 100;
  return refuse('model_too_slow', `${measured} ms at p99: at most ${MAX_P99_MS}.`);
}

async function timeRuns(score: Score, rows: readonly Float32Array[]) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await score([rows[run % rows.length] as Float32Array]);
    const elapsed = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    // This process yields to all others: time spent waiting for them does not count as the model's.
    times.push(Math.min(elapsed, (user + system) / 1000));
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(share * RUNS)] as number;
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

/** A gate's verdict, as the probe's process sends it to its parent. */
export type Verdict =
  | { readonly kind: 'refused'; readonly code: ModelRefusal['code']; readonly detail: string }
  | { readonly kind: 'passed'; readonly passed: unknown };

export function toVerdict(error: unknown): Verdict {
  if (error instanceof ModelRefusal) {
    return { kind: 'refused', code: error.code, detail: error.message };
  }
  const detail = toPrintable(error instanceof Error ? error.message : String(error));
  return { kind: 'refused', code: 'model_crashed', detail };
}
