// A model in the runtime: loaded, warmed, scoring rows of floats. A row of our trees takes some
// 20 µs and blocks the event loop for as long, so it needs no thread of its own.

import { INPUT, OUTPUT } from './learn/export/onnx-model.ts';
import { openModel, Tensor } from './onnx-runtime.ts';

export interface ModelSession {
  readonly columns: number;
  /** Probability for one row; NaN is a missing value. Calls may overlap. */
  score(row: ArrayLike<number>): Promise<number>;
  /** Probabilities for many rows, row by row in one array. */
  scoreRows(values: Float32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

const WANTED = [OUTPUT];

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
    const answer = await session.run({ [INPUT]: features }, WANTED);
    return answer[OUTPUT]?.data as Float32Array;
  }

  // Tensors are dear beside a row of trees. The runtime reads one later, so each call has its own.
  const spare: Slot[] = [];
  function newSlot(): Slot {
    const values = new Float32Array(columns);
    return { values, feeds: { [INPUT]: new Tensor('float32', values, [1, columns]) } };
  }

  async function score(row: ArrayLike<number>): Promise<number> {
    if (row.length !== columns) throw new Error(`a row has ${columns} features`);
    const slot = spare.pop() ?? newSlot();
    slot.values.set(row);
    const answer = await session.run(slot.feeds, WANTED);
    spare.push(slot);
    const probability = answer[OUTPUT]?.data[0];
    if (typeof probability !== 'number' || Number.isNaN(probability)) {
      throw new Error('the model returned a value that is not a probability');
    }
    return probability;
  }

  const opened: ModelSession = {
    columns,
    score,
    scoreRows: (values) => run(values, values.length / columns),
    close: () => session.release(),
  };
  // The first run allocates: better here than under the first transfer.
  await opened.scoreRows(new Float32Array(columns));
  return opened;
}
