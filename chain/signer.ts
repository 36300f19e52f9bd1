// The bank's signers for chain transactions: a key in this process, or an external service over
// HTTP. A signature of the service is verified before it is stored or sent.

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
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Hex;
}

export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Hex;
}

export interface ChainSigner {
  readonly address: Hex;
  /**
   * Signs a transaction.
   * @throws SignerUnreachable when the service gives no usable answer
   */
  sign(unsigned: UnsignedTransaction): Promise<SignedTransaction>;
}

/** Thrown when the signing service gives no usable answer. */
export class SignerUnreachable extends Error {}

/** Returns a signer with a key in this process. */
export function createLocalSigner(privateKey: Hex): ChainSigner {
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
  /** URL of a JSON-RPC service with eth_signTransaction, such as web3signer, clef or geth. */
  readonly url: string;
  readonly address: Hex;
  readonly timeoutMs?: number;
}

/** Returns a signer that calls an external service. */
export function createExternalSigner(options: ExternalSignerOptions): ChainSigner {
  const address = options.address.toLowerCase() as Hex;
  return {
    address,
    async sign(unsigned) {
      const raw = await requestSignature(options, { from: address, ...toHexFields(unsigned) });
      await verifySigned(raw, address, unsigned);
      return { raw, hash: keccak256(raw) };
    },
  };
}

function toHexFields(unsigned: UnsignedTransaction) {
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

const MAX_ANSWER_BYTES = 512 * 1024;

async function requestSignature(options: ExternalSignerOptions, transaction: object): Promise<Hex> {
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
    if (!answer.ok || text.length > MAX_ANSWER_BYTES) {
      throw new SignerUnreachable(`the signing service answers ${answer.status}`);
    }
    // Geth and clef return an object with `raw`, web3signer returns the bytes.
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

/** @throws SignerUnreachable unless the service signed the given transaction with the given key */
async function verifySigned(raw: Hex, address: Hex, unsigned: UnsignedTransaction): Promise<void> {
  const signedTransaction = parseSigned(raw);
  const isSame =
    signedTransaction !== null &&
    signedTransaction.type === 'eip1559' &&
    signedTransaction.chainId === unsigned.chainId &&
    (signedTransaction.nonce ?? 0) === unsigned.nonce &&
    signedTransaction.gas === unsigned.gas &&
    signedTransaction.maxFeePerGas === unsigned.maxFeePerGas &&
    (signedTransaction.maxPriorityFeePerGas ?? 0n) === unsigned.maxPriorityFeePerGas &&
    (signedTransaction.to ?? null)?.toLowerCase() === unsigned.to?.toLowerCase() &&
    (signedTransaction.value ?? 0n) === unsigned.value &&
    (signedTransaction.data ?? '0x').toLowerCase() === unsigned.data.toLowerCase();
  if (!isSame) throw new SignerUnreachable('the signing service signed another transaction');
  const signerAddress = await recoverTransactionAddress({
    serializedTransaction: raw as TransactionSerializedEIP1559,
  });
  if (signerAddress.toLowerCase() === address) return;
  throw new SignerUnreachable('the signing service signed with another key');
}

function parseSigned(raw: Hex) {
  try {
    return parseTransaction(raw as TransactionSerializedEIP1559);
  } catch {
    return null;
  }
}
