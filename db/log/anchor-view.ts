// The anchoring state of a leaf in transactions, records and proofs: pending, included in a signed
// checkpoint, anchored on a chain, or confirmed on the chain.

import type { CheckpointRow } from '../kernel/rows.ts';

export const ANCHOR_STATUSES = ['pending', 'included', 'anchored', 'confirmed'] as const;
export type AnchorProgress = (typeof ANCHOR_STATUSES)[number];

export const CHAIN_STATUSES = ['not_configured', 'anchored', 'confirmed'] as const;

/** The state of a checkpoint on a chain. */
export interface ChainPart {
  readonly status: (typeof CHAIN_STATUSES)[number];
  readonly network: string | null;
  readonly chainId: number | null;
  readonly contract: string | null;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
}

/** The state of checkpoints when no chain is connected. */
export const NO_CHAIN: ChainPart = {
  status: 'not_configured',
  network: null,
  chainId: null,
  contract: null,
  txHash: null,
  blockNumber: null,
};

export interface AnchorState {
  /** The checkpoint for which proofs of the leaf are made; null while none covers the leaf. */
  readonly checkpoint: CheckpointRow | null;
  /** Null while a chain is connected but no anchor on it covers the leaf. */
  readonly chain: ChainPart | null;
}

/** Returns the status of a leaf. */
export function anchorStatus({ checkpoint, chain }: AnchorState): AnchorProgress {
  if (checkpoint === null) return 'pending';
  return chain === null || chain.status === 'not_configured' ? 'included' : chain.status;
}
