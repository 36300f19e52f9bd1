// Reads training requests: small bodies on this thread, large ones one after the other on another
// thread, which starts with the first large request and ends with the bank.

import { openThread } from '../../db/threads/calls.ts';
import type { Fault } from '../kit/read-on-thread.ts';
import { readTraining, type TrainingOrder } from './read-training.ts';

/** Size of a body that takes some five milliseconds to read. */
const READ_HERE_BYTES = 32 * 1024;

/** @param closing signal that ends the thread */
export function createTrainingReader(closing: AbortSignal) {
  const file = new URL('./train-worker.ts', import.meta.url);
  const name = 'the reader of trainings';
  const thread = openThread<ArrayBuffer, TrainingOrder | Fault>({ name, file, closing });
  return {
    /** @returns the requested training, or its fault */
    async read(bytes: ArrayBuffer): Promise<TrainingOrder | Fault> {
      if (bytes.byteLength <= READ_HERE_BYTES) return readTraining(bytes);
      return thread.call(bytes, { transfer: [bytes] });
    },
  };
}
