// Converts rows of floats to the inputs of a model file (one matrix, or a column for each feature,
// in the file's number types), and its outputs to one probability for each row.

import { isExactInteger } from './card.ts';
import type { NumberType, Signature } from './gate/inspect.ts';
import { type InferenceSession, openModel, Tensor } from './onnx-runtime.ts';
import { prepareFile } from './served-file.ts';

/**
 * Loads a file that has passed the gate. It runs on one thread, because trees finish before a
 * second thread would start.
 */
export function openModelFile(file: Uint8Array): Promise<InferenceSession> {
  return openModel(prepareFile(file), { isForeign: true });
}

/**
 * Builds the inputs of a call.
 * @param values row by row
 */
export function buildFeeds(
  { input, inputType, inputs }: Signature,
  values: Float32Array,
  rows: number,
): Record<string, Tensor> {
  if (!inputs) return { [input]: toTensor(values, inputType, [rows, values.length / rows]) };
  const columns = inputs.length;
  return Object.fromEntries(
    inputs.map(({ name, at, type, categories }) => {
      const column = Float32Array.from(
        { length: rows },
        (_, row) => values[row * columns + at] ?? 0,
      );
      if (type === 'string') return [name, toTextTensor(column, categories ?? [])];
      return [name, toTensor(column, type, [rows, 1])];
    }),
  );
}

/** Input for an unknown category: no text of a data set equals it. */
const UNKNOWN_CHARACTER = '\uFFFD';

function toTextTensor(column: Float32Array, categories: readonly string[]): Tensor {
  const texts = Array.from(column, (code) => {
    return Number.isNaN(code) ? '' : (categories[code] ?? UNKNOWN_CHARACTER);
  });
  return new Tensor('string', texts, [column.length, 1]);
}

function toTensor(
  values: Float32Array,
  type: NumberType = 'float',
  dims: readonly number[],
): Tensor {
  if (type === 'float') return new Tensor('float32', values, dims);
  if (type === 'double') return new Tensor('float64', Float64Array.from(values), dims);
  const wrongValue = values.find((value) => !isExactInteger(value));
  // Callers have checked the rows against the card; nothing is rounded here.
  if (wrongValue !== undefined)
    throw new Error(`the model expects ${type}, but the row has ${wrongValue}`);
  if (type === 'int64') return new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
  if (type === 'int32') return new Tensor('int32', Int32Array.from(values), dims);
  return new Tensor('bool', Uint8Array.from(values, Number), dims);
}

/** Returns the output with the probabilities of the rows, which `readProbability` reads. */
export async function runModel(
  session: InferenceSession,
  signature: Signature,
  batch: { readonly values: Float32Array; readonly rows: number },
): Promise<Tensor> {
  const feeds = buildFeeds(signature, batch.values, batch.rows);
  const { [signature.output]: answer } = await session.run(feeds, [signature.output]);
  return answer as Tensor;
}

/** 32-bit sums of leaves may exceed 1 by rounding, such as 1.0000004. */
const ROUNDING = 1e-5;

/** Returns the probability of a row in an answer, or NaN when there is none. */
export function readProbability(
  { data }: Tensor,
  { columns, column }: Signature,
  row: number,
): number {
  const probability = Number(
    (data as Float32Array | Float64Array)[row * columns + column] ?? Number.NaN,
  );
  const isInRange = probability >= -ROUNDING && probability <= 1 + ROUNDING;
  return isInRange ? Math.min(1, Math.max(0, probability)) : probability;
}
