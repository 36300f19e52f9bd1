// Contracts on a test chain. A call in the name of an address returns the names of its events when
// it was carried out, and the name of the error when it was refused.

import {
  type Abi,
  BaseError,
  decodeErrorResult,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  type Log,
  pad,
  parseEventLogs,
  toHex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { readArtefact } from '../../../chain/artefact.ts';
import type { TestChain } from './anvil.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** Addresses whose keys the development chain holds; the first address deploys. */
export const [BANK, ARBITER, STRANGER] = [0, 1, 2].map(
  (addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }).address,
) as [Hex, Hex, Hex];

/** Returns a party of an agreement that acts by its address. */
export const partyOf = (address: Hex): Hex => pad(address.toLowerCase() as Hex, { size: 32 });

/** Returns an identifier of 32 bytes. */
export const idOf = (text: string): Hex => keccak256(toHex(text));
export const EUR = toHex('EUR');
/** Parties whose credentials the bank has checked. */
export const [DEPOSITOR, BENEFICIARY] = [idOf('depositor'), idOf('beneficiary')];

export interface DeployedContract {
  readonly address: Hex;
  readonly abi: Abi;
  send(from: Hex, name: string, args: readonly unknown[], value?: bigint): Promise<CallOutcome>;
  read<T>(name: string, args: readonly unknown[]): Promise<T>;
}

/** The names of the events, or the name of the error with its arguments. */
export type CallOutcome =
  | { readonly events: readonly string[] }
  | { readonly error: string; readonly args: readonly unknown[] };

interface Receipt {
  readonly status: Hex;
  readonly contractAddress: Hex | null;
  readonly logs: Log[];
}

/** Deploys a contract of chain/contracts in the name of BANK. */
export async function deploy(chain: TestChain, name: string): Promise<DeployedContract> {
  const { abi, bytecode } = readArtefact(name);
  const data = encodeDeployData({ abi, bytecode });
  const deployed = await sendAndMine(chain, { from: BANK, data });
  const address = deployed.contractAddress as Hex;
  return {
    address,
    abi,
    async send(from, functionName, args, value = 0n) {
      const call = { from, to: address, data: encodeFunctionData({ abi, functionName, args }) };
      try {
        const { logs } = await sendAndMine(
          chain,
          value === 0n ? call : { ...call, value: toHex(value) },
        );
        return { events: parseEventLogs({ abi, logs }).map(({ eventName }) => eventName) };
      } catch (error) {
        return parseRefusal(abi, error);
      }
    },
    async read<T>(functionName: string, args: readonly unknown[]) {
      const data = encodeFunctionData({ abi, functionName, args });
      const answer = await chain.rpc('eth_call', [{ from: BANK, to: address, data }, 'latest']);
      return decodeFunctionResult({ abi, functionName, data: answer as Hex }) as T;
    },
  };
}

/** Returns the chain's time in seconds since 1970. */
export async function readTime(chain: TestChain): Promise<number> {
  return Number((await chain.client.getBlock()).timestamp);
}

/** Advances the chain's time. */
export async function advanceTime(chain: TestChain, seconds: number): Promise<void> {
  await chain.rpc('evm_increaseTime', [seconds]);
  await chain.rpc('evm_mine');
}

async function sendAndMine(chain: TestChain, transaction: object): Promise<Receipt> {
  // Called first, because a mined transaction that failed does not state the reason.
  await chain.rpc('eth_call', [transaction, 'latest']);
  const hash = await chain.rpc('eth_sendTransaction', [transaction]);
  for (;;) {
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as Receipt | null;
    if (receipt?.status === '0x1') return receipt;
    if (receipt) throw new Error(`not carried out: ${JSON.stringify(receipt)}`);
  }
}

function parseRefusal(abi: Abi, error: unknown): CallOutcome {
  if (!(error instanceof BaseError)) throw error;
  const revert = error.walk((cause) => typeof (cause as { data?: unknown }).data === 'string') as {
    data: Hex;
  } | null;
  if (!revert) throw error;
  if (revert.data === '0x') return { error: 'refused', args: [] };
  const { errorName, args = [] } = decodeErrorResult({ abi, data: revert.data });
  return { error: errorName, args };
}
