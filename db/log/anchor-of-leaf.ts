// Finds the anchor that covers a leaf: the first confirmed anchor, otherwise the first anchor on a
// chain.

import type BetterSqlite3 from 'better-sqlite3';
import type { DevelopmentChain } from '../kernel/connect.ts';
import type { ChainPart } from './anchor-view.ts';

interface AnchorFacts {
  readonly treeSize: number;
  readonly status: 'anchored' | 'confirmed';
  readonly chainId: number;
  readonly contract: string;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
}

export interface AnchorReader {
  /** Returns the anchor that covers a leaf; null when none does. */
  findCovering(leafIndex: number): { readonly treeSize: number; readonly part: ChainPart } | null;
  /** True when anchoring has been connected to a chain. */
  isConnected(): boolean;
}

/** @param development how anchors on a development chain are shown */
export function anchorReader(
  raw: BetterSqlite3.Database,
  development?: DevelopmentChain,
): AnchorReader {
  const hiddenChainId = development && !development.isShown ? development.id : 0;
  const firstAnchor = raw.prepare<[string, number, number], AnchorFacts>(
    `SELECT a.tree_size AS treeSize, a.status, c.chain_id AS chainId, a.contract,
     a.tx_hash AS txHash, a.block_number AS blockNumber FROM anchors a
     JOIN chains c ON c.id = a.chain WHERE a.status = ? AND a.tree_size > ? AND c.chain_id <> ?
     ORDER BY a.tree_size LIMIT 1`,
  );
  const anchoringState = raw.prepare<[], string>('SELECT state FROM anchoring').pluck();
  return {
    findCovering(leafIndex) {
      const facts =
        firstAnchor.get('confirmed', leafIndex, hiddenChainId) ??
        firstAnchor.get('anchored', leafIndex, hiddenChainId);
      if (!facts) return null;
      const { treeSize, status, chainId, contract, txHash, blockNumber } = facts;
      // The name of the network by CAIP-2, which every EVM chain has.
      const isDevelopment = development?.id === chainId;
      const network = `eip155:${chainId}${isDevelopment ? ' (development chain)' : ''}`;
      return { treeSize, part: { status, network, chainId, contract, txHash, blockNumber } };
    },
    isConnected: () =>
      anchoringState.get() !== 'unknown' && !(hiddenChainId > 0 && development?.isOnly),
  };
}
