// The operations about anchors of the log on a chain.

import type { Operation } from '../kit/operation.ts';
import { getChainReport } from '../ops/blockchain/chain.ts';
import { simulateChainReorg } from '../sandbox/chain-reorg.ts';

export const ANCHORING_OPERATIONS: readonly Operation[] = [simulateChainReorg, getChainReport];
