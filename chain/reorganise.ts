// Undoes the newest blocks of a development chain, as real chains sometimes do. Works only with
// anvil.

import { createPublicClient, http, RpcRequestError } from 'viem';
import { ChainUnreachable } from './client.ts';

const TIMEOUT_MS = 10_000;

/** `too_short`: the chain has fewer blocks; nothing was undone. */
export type Reorganisation =
  | { readonly kind: 'done'; readonly blockNumber: number }
  | { readonly kind: 'too_short'; readonly blockNumber: number };

/**
 * Replaces the newest blocks by empty ones; their transactions are then in no block.
 * @param depth number of blocks
 * @throws ChainUnreachable when the node gives no answer, or does not know the call
 */
export async function reorganise(url: string, depth: number): Promise<Reorganisation> {
  const client = createPublicClient({
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }),
  });
  const request = client.request as (call: object) => Promise<unknown>;
  try {
    const height = Number(await client.getBlockNumber({ cacheTime: 0 }));
    if (height < depth) return { kind: 'too_short', blockNumber: height };
    await request({ method: 'anvil_reorg', params: [depth, []] });
    return { kind: 'done', blockNumber: Number(await client.getBlockNumber({ cacheTime: 0 })) };
  } catch (error) {
    // Messages of viem repeat the URL, which may contain an access key.
    const reaction = error instanceof RpcRequestError ? `answers ${error.code}` : 'gives no answer';
    // biome-ignore lint/style/useErrorCause: the cause would carry the address into the log
    throw new ChainUnreachable(`the node ${reaction} to a reorganisation`);
  }
}
