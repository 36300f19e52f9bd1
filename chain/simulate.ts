// Simulates a function call on the chain without sending a transaction.

import type { Hex } from 'viem';
import { type ChainCall, type ChainNode, ChainUnreachable } from './client.ts';
import { decodeResult, decodeRevert, type Revert, type WireValue } from './contract-call.ts';
import type { Contract, ContractFunction } from './registry.ts';

export type Simulation =
  | {
      readonly kind: 'done';
      readonly result: WireValue;
      /** Estimated gas; null for a view, which uses none. */
      readonly gas: bigint | null;
    }
  | { readonly kind: 'reverted'; readonly revert: Revert };

/** An encoded call of a registered contract. */
export interface ContractCall {
  readonly contract: Contract;
  readonly called: ContractFunction;
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  /** Wei. */
  readonly value: bigint;
}

/**
 * Runs a function on the newest state of the chain, without sending a transaction.
 * @throws ChainUnreachable when no node answers, the contract is absent, or the bank cannot pay
 */
export async function simulate(node: ChainNode, order: ContractCall): Promise<Simulation> {
  const { contract, called, from, to, data, value } = order;
  const call: ChainCall = { from, to, data, value };
  // An address without code accepts every call and returns nothing.
  if (!(await node.hasCode(to)))
    throw new ChainUnreachable(`no contract ${contract.name} at its address`);
  const answer = await node.call(call);
  if (answer.kind === 'no_funds') throw new ChainUnreachable('the address of the bank is empty');
  if (answer.kind === 'reverted') return revertWith(contract, answer.data);
  const result = decodeResult(contract, called, answer.value);
  if (called.mode === 'view') return { kind: 'done', result, gas: null };
  const gas = await node.estimate(call);
  if (gas.kind === 'no_funds') throw new ChainUnreachable('the address of the bank is empty');
  if (gas.kind === 'reverted') return revertWith(contract, gas.data);
  if (gas.value <= BigInt(called.maxGas)) return { kind: 'done', result, gas: gas.value };
  const args = { needed: String(gas.value), most: String(called.maxGas) };
  return { kind: 'reverted', revert: { name: 'GasLimitExceeded', args } };
}

function revertWith(contract: Contract, data: Hex | null): Simulation {
  return { kind: 'reverted', revert: decodeRevert(contract, data) };
}
