// Signers of the bank on a chain: a key in this process, or an external service that holds the key
// and is called over HTTP. A signature of a service is verified before it is stored or sent.

import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** An EIP-1559 transaction; fees in wei per gas, value in wei. */
export interface Unsigned {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Hex;
}

export interface Signed {
  readonly raw: Hex;
  readonly hash: Hex;
}

export interface ChainSigner {
  readonly address: Hex;
  /** @throws SignerUnreachable when no signer is reached */
  sign(unsigned: Unsigned): Promise<Signed>;
}

/** The signing service gave no usable answer. */
export class SignerUnreachable extends Error {}

/** Signs with a key that this process holds. */
export function localSigner(privateKey: Hex): ChainSigner {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    async sign(unsigned) {
      const raw = await account.signTransaction({ type: 'eip1559', ...unsigned });
      return { raw, hash: keccak256(raw) };
    },
  };
}

export interface ExternalSignerOptions {
  /** Speaks JSON-RPC and knows eth_signTransaction, as web3signer, clef and geth do. */
  readonly url: string;
  readonly address: Hex;
  readonly timeoutMs?: number;
}

/** Asks a service that keeps the key. */
export function externalSigner(options: ExternalSignerOptions): ChainSigner {
  const address = options.address.toLowerCase() as Hex;
  return {
    address,
    async sign(unsigned) {
      const raw = await askFor(options, { from: address, ...hexadecimal(unsigned) });
      await check(raw, address, unsigned);
      return { raw, hash: keccak256(raw) };
    },
  };
}

function hexadecimal(unsigned: Unsigned) {
  const { to, data } = unsigned;
  return {
    ...(to === null ? {} : { to }),
    data,
    gas: toHex(unsigned.gas),
    maxFeePerGas: toHex(unsigned.maxFeePerGas),
    maxPriorityFeePerGas: toHex(unsigned.maxPriorityFeePerGas),
    value: toHex(unsigned.value),
    nonce: toHex(unsigned.nonce),
    chainId: toHex(unsigned.chainId),
  };
}

const MOST_ANSWER_BYTES = 512 * 1024;

async function askFor(options: ExternalSignerOptions, transaction: object): Promise<Hex> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_signTransaction', params: [transaction] };
  try {
    const answer = await fetch(options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    });
    const text = await answer.text();
    if (!answer.ok || text.length > MOST_ANSWER_BYTES) {
      throw new SignerUnreachable(`the signing service answers ${answer.status}`);
    }
    // Geth and clef wrap the bytes; web3signer gives them bare.
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown };
    if (error) throw new SignerUnreachable('the signing service refuses');
    const raw = typeof result === 'string' ? result : (result as { raw?: unknown } | null)?.raw;
    if (typeof raw === 'string' && /^0x[0-9a-f]+$/i.test(raw)) return raw as Hex;
    throw new SignerUnreachable('the signing service gives no signed bytes');
  } catch (error) {
    if (error instanceof SignerUnreachable) throw error;
    throw new SignerUnreachable('the signing service gives no answer', { cause: error });
  }
}

/** A service that signs something else, or with another key, is not used. */
async function check(raw: Hex, address: Hex, wanted: Unsigned): Promise<void> {
  const given = read(raw);
  const same =
    given !== null &&
    given.type === 'eip1559' &&
    given.chainId === wanted.chainId &&
    (given.nonce ?? 0) === wanted.nonce &&
    given.gas === wanted.gas &&
    given.maxFeePerGas === wanted.maxFeePerGas &&
    (given.maxPriorityFeePerGas ?? 0n) === wanted.maxPriorityFeePerGas &&
    (given.to ?? null)?.toLowerCase() === wanted.to?.toLowerCase() &&
    (given.value ?? 0n) === wanted.value &&
    (given.data ?? '0x').toLowerCase() === wanted.data.toLowerCase();
  if (!same) throw new SignerUnreachable('the signing service signed another transaction');
  const by = await recoverTransactionAddress({
    serializedTransaction: raw as TransactionSerializedEIP1559,
  });
  if (by.toLowerCase() === address) return;
  throw new SignerUnreachable('the signing service signed with another key');
}

function read(raw: Hex) {
  try {
    return parseTransaction(raw as TransactionSerializedEIP1559);
  } catch {
    return null;
  }
}
