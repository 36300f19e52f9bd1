// Client of a chain node: chain id, blocks and receipts, simulation of calls, and submission of
// signed transactions. Throws ChainUnreachable when the node does not answer; a refusal is
// returned.

import {
  BaseError,
  createPublicClient,
  fallback,
  type Hex,
  HttpRequestError,
  http,
  type PublicClient,
  RpcRequestError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';

/** Thrown when a node gives no usable answer. Transient, or to be fixed by an operator. */
export class ChainUnreachable extends Error {}

/** Thrown when a node belongs to another chain: nothing may be read from it or sent to it. */
export class WrongChain extends Error {}

export interface ChainCall {
  readonly from: Hex;
  /** Null to create a contract. */
  readonly to: Hex | null;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
}

export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The contract refused the call; `data` is its error, null without one. */
  | { readonly kind: 'reverted'; readonly data: Hex | null; readonly message: string }
  /** The sender cannot pay for the call. */
  | { readonly kind: 'no_funds' };

/** The answer to a signed transaction. With `refused`, `message` is the text of the node. */
export type SendOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'already_known' }
  | { readonly kind: 'nonce_used' }
  | { readonly kind: 'fee_too_low' }
  | { readonly kind: 'no_funds' }
  | { readonly kind: 'refused'; readonly message: string };

/** Wei per gas. */
export interface Fees {
  /** Base fee of the newest block. */
  readonly baseFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface ChainNode {
  /**
   * Chain id and first block.
   * @throws WrongChain when a URL belongs to another chain
   */
  identify(): Promise<{ readonly chainId: number; readonly genesisHash: Hex }>;
  /** The newest block and its time in milliseconds since 1970 UTC. */
  head(): Promise<{ readonly number: number; readonly at: number }>;
  /** Number of the newest final block; -1 when there is none. */
  finalHeight(): Promise<number>;
  /** Number of transactions of an address, up to a block; by default up to the newest. */
  nonce(address: Hex, upTo?: number): Promise<number>;
  balance(address: Hex): Promise<bigint>;
  hasCode(address: Hex): Promise<boolean>;
  /** The code at an address; `0x` without a contract. */
  code(address: Hex): Promise<Hex>;
  fees(): Promise<Fees>;
  estimate(call: ChainCall): Promise<CallOutcome<bigint>>;
  call(call: ChainCall): Promise<CallOutcome<Hex>>;
  send(raw: Hex): Promise<SendOutcome>;
  /** True when the node has the transaction, in a block or pending. */
  knows(hash: Hex): Promise<boolean>;
  receipt(hash: Hex): Promise<TransactionReceipt | null>;
}

export interface ChainNodeOptions {
  readonly rpcUrls: readonly string[];
  readonly chainId: number;
  /** `instant`, `safe`, `finalized` or `confirmations:N`. */
  readonly finality: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

/** Returns a client without opening a connection. Each call uses the first URL that answers. */
export function chainNode(options: ChainNodeOptions): ChainNode {
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const transports = options.rpcUrls.map((url) => http(url, { timeout, retryCount: 0 }));
  const client = createPublicClient({ transport: fallback(transports, { retryCount: 0 }) });
  const clients = transports.map((transport) => createPublicClient({ transport }));

  async function chainIdAt(client: PublicClient, index: number): Promise<number | null> {
    const chainId = await askNode(() => client.getChainId()).catch(nullWhenUnreachable);
    if (chainId === null || chainId === options.chainId) return chainId;
    throw new WrongChain(
      `address ${index + 1} answers with chain id ${chainId}, expected is ${options.chainId}`,
    );
  }

  async function finalHeight(): Promise<number> {
    const { finality } = options;
    if (finality === 'safe' || finality === 'finalized') {
      const block = await client.getBlock({ blockTag: finality });
      return Number(block.number);
    }
    const height = Number(await client.getBlockNumber({ cacheTime: 0 }));
    if (finality === 'instant') return height;
    return height - Number(finality.slice('confirmations:'.length)) + 1;
  }

  async function fees(): Promise<Fees> {
    const [{ baseFeePerGas }, tip] = await Promise.all([
      client.getBlock(),
      client.estimateMaxPriorityFeePerGas(),
    ]);
    if (baseFeePerGas === null) throw new ChainUnreachable('the chain has no EIP-1559 fees');
    // The base fee grows by at most an eighth in a block, so twice of it suffices for five full
    // blocks.
    return { baseFeePerGas, maxFeePerGas: 2n * baseFeePerGas + tip, maxPriorityFeePerGas: tip };
  }

  const code = (address: Hex) => askNode(async () => (await client.getCode({ address })) ?? '0x');

  return {
    async identify() {
      const ids = await Promise.all(clients.map(chainIdAt));
      if (ids.every((id) => id === null)) throw new ChainUnreachable('no address answers');
      const block = await askNode(() => client.getBlock({ blockNumber: 0n }));
      return { chainId: options.chainId, genesisHash: block.hash };
    },
    head: () =>
      askNode(async () => {
        const { number, timestamp } = await client.getBlock();
        return { number: Number(number), at: Number(timestamp) * 1000 };
      }),
    finalHeight: () => askNode(finalHeight),
    nonce: (address, upTo) =>
      askNode(() =>
        client.getTransactionCount({
          address,
          ...(upTo === undefined ? { blockTag: 'latest' } : { blockNumber: BigInt(upTo) }),
        }),
      ),
    balance: (address) => askNode(() => client.getBalance({ address })),
    hasCode: async (address) => (await code(address)) !== '0x',
    code,
    fees: () => askNode(fees),
    estimate: (call) => tryCall(() => client.estimateGas(requestOf(call))),
    call: (call) => tryCall(async () => (await client.call(requestOf(call))).data ?? '0x'),
    send: (raw) => trySend(() => client.sendRawTransaction({ serializedTransaction: raw })),
    knows: (hash) =>
      askNode(async () => {
        const answer = await client.request({ method: 'eth_getTransactionByHash', params: [hash] });
        return answer !== null;
      }),
    receipt: (hash) =>
      askNode(() =>
        client.getTransactionReceipt({ hash }).catch((error: unknown) => {
          if (error instanceof TransactionReceiptNotFoundError) return null;
          throw error;
        }),
      ),
  };
}

function requestOf({ from, to, data, value }: ChainCall) {
  return { account: from, to, data, value };
}

/** The node's own error for the request, or null when the request did not reach the node. */
function findNodeError(error: unknown): RpcRequestError | null {
  if (!(error instanceof BaseError)) return null;
  return error.walk((cause) => cause instanceof RpcRequestError) as RpcRequestError | null;
}

async function askNode<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw toUnreachable(error);
  }
}

/** Messages of viem repeat URLs, which may contain access keys; ours do not. */
function toUnreachable(error: unknown): ChainUnreachable {
  if (error instanceof ChainUnreachable) return error;
  const nodeError = findNodeError(error);
  if (nodeError)
    return new ChainUnreachable(
      `the node answers ${nodeError.code}: ${shorten(nodeError.details)}`,
    );
  if (!(error instanceof BaseError))
    return new ChainUnreachable(`unexpected error: ${nameOf(error)}`);
  const status = error.walk(
    (cause) => cause instanceof HttpRequestError,
  ) as HttpRequestError | null;
  const reason = status?.status ? `HTTP status ${status.status}` : error.name;
  return new ChainUnreachable(`the node gives no answer (${reason})`);
}

/** Returns null for ChainUnreachable and rethrows other errors. */
export function nullWhenUnreachable(error: unknown): null {
  if (error instanceof ChainUnreachable) return null;
  throw error;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

const MAX_LENGTH = 200;

function shorten(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').slice(0, MAX_LENGTH);
}

// Nodes word the same refusal differently. The codes are those of EIP-1474 and geth.
const REVERT_CODE = 3;
const NO_FUNDS = /insufficient funds|exceeds the balance|not enough funds/i;
const NONCE_USED = /nonce too low|nonce is too low|invalid nonce|old nonce/i;
const ALREADY_KNOWN = /already known|known transaction|already imported|already in the pool/i;
const FEE = /underpriced|fee too low|less than block base fee|below the minimum|fee cap/i;

async function tryCall<T>(ask: () => Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { kind: 'done', value: await ask() };
  } catch (error) {
    const nodeError = findNodeError(error);
    if (!nodeError) throw toUnreachable(error);
    const message = shorten(nodeError.details);
    if (NO_FUNDS.test(message)) return { kind: 'no_funds' };
    const data = findRevertData(nodeError);
    if (nodeError.code === REVERT_CODE || data !== null || /revert/i.test(message)) {
      return { kind: 'reverted', data, message };
    }
    throw toUnreachable(error);
  }
}

function findRevertData({ data }: RpcRequestError): Hex | null {
  const inner = (data as { data?: unknown } | undefined)?.data;
  const revertData = [data as unknown, inner].find((part) => /^0x[0-9a-f]*$/i.test(String(part)));
  return revertData === undefined ? null : (revertData as Hex);
}

async function trySend(send: () => Promise<Hex>): Promise<SendOutcome> {
  try {
    await send();
    return { kind: 'accepted' };
  } catch (error) {
    const nodeError = findNodeError(error);
    if (!nodeError) throw toUnreachable(error);
    const message = shorten(nodeError.details);
    if (ALREADY_KNOWN.test(message)) return { kind: 'already_known' };
    if (NONCE_USED.test(message)) return { kind: 'nonce_used' };
    if (FEE.test(message)) return { kind: 'fee_too_low' };
    if (NO_FUNDS.test(message)) return { kind: 'no_funds' };
    return { kind: 'refused', message };
  }
}
