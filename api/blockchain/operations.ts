// The operations about the signed log: checkpoints, proofs, keys.

import type { Operation } from '../kit/operation.ts';
import { eraseLeaf } from '../ops/blockchain/erase-leaf.ts';
import { rotateLogKey } from '../ops/blockchain/log-key.ts';
import { getProofAsOperator } from '../ops/blockchain/proof.ts';
import { getCheckpoint, getCheckpoints, getLatestCheckpoint } from './checkpoints.ts';
import { getLogKeys } from './keys.ts';
import {
  getBlockchainProof,
  getBlockchainRecord,
  getConsistency,
  getTransactionProof,
} from './proofs.ts';

export const LOG_OPERATIONS: readonly Operation[] = [
  getTransactionProof,
  getBlockchainRecord,
  getBlockchainProof,
  getCheckpoints,
  getLatestCheckpoint,
  getCheckpoint,
  getConsistency,
  getLogKeys,
  getProofAsOperator,
  eraseLeaf,
  rotateLogKey,
];
