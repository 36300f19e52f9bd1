// The standing of a leaf on its way from the log to a chain, as transactions, records and proofs
// show it: pending, included in a signed checkpoint, anchored on a chain, confirmed on it.

import type { CheckpointRow } from '../kernel/rows.ts';

export const ANCHOR_STATUSES = ['pending', 'included', 'anchored', 'confirmed'] as const;
export type AnchorStanding = (typeof ANCHOR_STATUSES)[number];

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

/** No chain is connected, and nothing is made up in its place. */
export const NO_CHAIN: ChainPart = {
  status: 'not_configured',
  network: null,
  chainId: null,
  contract: null,
  txHash: null,
  blockNumber: null,
};

export interface Standing {
  /** The checkpoint that proofs of the leaf are made for; null while none covers it. */
  readonly checkpoint: CheckpointRow | null;
  /** Null while a chain is connected and nothing of this leaf is on it. */
  readonly chain: ChainPart | null;
}

export function standingStatus({ checkpoint, chain }: Standing): AnchorStanding {
  if (checkpoint === null) return 'pending';
  return chain === null || chain.status === 'not_configured' ? 'included' : chain.status;
}
