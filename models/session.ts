// A loaded model that scores rows of floats. A row of the bank's trees blocks the event loop for
// some 20 µs, so the model needs no separate thread.

import { INPUT, OUTPUT } from './learn/export/onnx-model.ts';
import { openModel, Tensor } from './onnx-runtime.ts';

export interface ModelSession {
  readonly columns: number;
  /** Returns the probability of one row; NaN is a missing value. Calls may overlap. */
  score(row: ArrayLike<number>): Promise<number>;
  /** Returns the probabilities of many rows, whose values are joined in one array. */
  scoreRows(values: Float32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

const OUTPUTS = [OUTPUT];

interface Slot {
  readonly values: Float32Array;
  readonly feeds: Readonly<Record<string, Tensor>>;
}

/** Loads a file with the input `features [N, columns]` and the output `probability [N, 1]`. */
export async function openSession(file: Uint8Array, columns: number): Promise<ModelSession> {
  const session = await openModel(file);
  if (!session.inputNames.includes(INPUT) || !session.outputNames.includes(OUTPUT)) {
    await session.release();
    throw new Error(`the model has no ${INPUT} or no ${OUTPUT}`);
  }

  async function run(values: Float32Array, rows: number): Promise<Float32Array> {
    const features = new Tensor('float32', values, [rows, columns]);
    const answer = await session.run({ [INPUT]: features }, OUTPUTS);
    return answer[OUTPUT]?.data as Float32Array;
  }

  // Creating a tensor costs more than scoring a row. The runtime reads it later, so each call has
  // its own.
  const freeSlots: Slot[] = [];
  function createSlot(): Slot {
    const values = new Float32Array(columns);
    return { values, feeds: { [INPUT]: new Tensor('float32', values, [1, columns]) } };
  }

  async function score(row: ArrayLike<number>): Promise<number> {
    if (row.length !== columns) throw new Error(`a row has ${columns} features`);
    const slot = freeSlots.pop() ?? createSlot();
    slot.values.set(row);
    const answer = await session.run(slot.feeds, OUTPUTS);
    freeSlots.push(slot);
    const probability = answer[OUTPUT]?.data[0];
    if (typeof probability !== 'number' || Number.isNaN(probability)) {
      throw new Error('the model returned a value that is not a probability');
    }
    return probability;
  }

  const modelSession: ModelSession = {
    columns,
    score,
    scoreRows: (values) => run(values, values.length / columns),
    close: () => session.release(),
  };
  // The first run allocates memory, so it happens here and not in the first transfer.
  await modelSession.scoreRows(new Float32Array(columns));
  return modelSession;
}
