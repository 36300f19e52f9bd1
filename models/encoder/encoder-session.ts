// The sentence encoder in the runtime: all-MiniLM-L6-v2 with weights of 8 bits. A message takes
// some milliseconds of a core, so the encoder runs in its own thread.

import { existsSync, readFileSync } from 'node:fs';
import { sha256 } from '../artifact.ts';
import { openModel, Tensor } from '../onnx-runtime.ts';
import { ENCODER } from './encoder-file.ts';
import { openWordPieces } from './word-pieces.ts';

export interface SentenceEncoder {
  /** Returns a vector of length 1. */
  embed(message: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** @throws Error when the file is missing, or is not the measured one */
export async function openEncoder(path: string): Promise<SentenceEncoder> {
  if (!existsSync(path)) throw new Error('The file of the sentence encoder is not there.');
  const file = readFileSync(path);
  if (sha256(file) !== ENCODER.sha256) {
    throw new Error('The file of the sentence encoder is not the one that was measured.');
  }
  const pieces = openWordPieces();
  const session = await openModel(file);
  return {
    async embed(message) {
      const numbers = BigInt64Array.from(pieces.split(message), BigInt);
      const dims = [1, numbers.length];
      const { last_hidden_state: states } = await session.run({
        input_ids: new Tensor('int64', numbers, dims),
        attention_mask: new Tensor(
          'int64',
          numbers.map(() => 1n),
          dims,
        ),
        token_type_ids: new Tensor(
          'int64',
          numbers.map(() => 0n),
          dims,
        ),
      });
      return computeUnitMean(states?.data as Float32Array, numbers.length);
    },
    close: () => session.release(),
  };
}

/** Returns the mean over the pieces, scaled to length 1. */
function computeUnitMean(states: Float32Array, pieces: number): Float32Array {
  const { width } = ENCODER;
  const sum = new Float64Array(width);
  for (let piece = 0; piece < pieces; piece++) {
    for (let column = 0; column < width; column++) {
      sum[column] = (sum[column] as number) + (states[piece * width + column] as number);
    }
  }
  const length = Math.hypot(...sum) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
