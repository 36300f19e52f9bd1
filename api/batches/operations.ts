// The operations about batches.

import type { Operation } from '../kit/operation.ts';
import { createBatch } from './create.ts';
import { cancelBatch, getBatch, listBatches, listBatchItems } from './read.ts';

export const BATCH_OPERATIONS: readonly Operation[] = [
  createBatch,
  listBatches,
  getBatch,
  listBatchItems,
  cancelBatch,
];
