// Encodes calls of contract functions, and decodes results, errors and events for the API.

import {
  type AbiParameter,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToString,
  type Log,
  parseEventLogs,
} from 'viem';
import type { Contract, ContractFunction } from './registry.ts';

/** A value of a contract as JSON; whole numbers are decimal text. */
export type WireValue = string | boolean | null | WireValue[] | { [name: string]: WireValue };

/** The error with which a contract refused a call. */
export interface Revert {
  readonly name: string;
  readonly args: Record<string, WireValue>;
}

export interface ContractEvent {
  readonly name: string;
  readonly args: Record<string, WireValue>;
}

/** The call data of a function with checked arguments. */
export function encodeCall(called: ContractFunction, values: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: [called.abi], functionName: called.name, args: values });
}

/** The decoded result of a function; null when the function returns nothing. */
export function decodeResult(contract: Contract, called: ContractFunction, data: Hex): WireValue {
  const { outputs } = called.abi;
  if (outputs.length === 0) return null;
  const value = decodeFunctionResult({ abi: [called.abi], functionName: called.name, data });
  const [only] = outputs;
  if (only && outputs.length === 1) return toWire(contract, only, value);
  return toFields(contract, outputs, value as readonly unknown[]);
}

/**
 * The error of a refused call; `Unknown`, with its bytes, when the contract does not declare it.
 */
export function decodeRevert(contract: Contract, data: Hex | null): Revert {
  if (data === null || data === '0x') return { name: 'Reverted', args: {} };
  try {
    const decoded = decodeErrorResult({ abi: contract.abi, data });
    const inputs = 'inputs' in decoded.abiItem ? decoded.abiItem.inputs : [];
    return { name: decoded.errorName, args: toFields(contract, inputs, decoded.args ?? []) };
  } catch {
    return { name: 'Unknown', args: { data: data.slice(0, 1_026) } };
  }
}

/** The events of the contract in the logs; those of other contracts are left out. */
export function decodeEvents(contract: Contract, logs: readonly Log[]): ContractEvent[] {
  return parseEventLogs({ abi: contract.abi, logs: [...logs] }).map((event) => {
    const declared = contract.abi.find(
      (item) => item.type === 'event' && item.name === event.eventName,
    );
    const inputs = declared && 'inputs' in declared ? declared.inputs : [];
    const args = event.args as unknown as Readonly<Record<string, unknown>>;
    return {
      name: event.eventName,
      args: toFields(
        contract,
        inputs,
        inputs.map(({ name }) => args[name ?? '']),
      ),
    };
  });
}

function toFields(
  contract: Contract,
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Record<string, WireValue> {
  return Object.fromEntries(
    parameters.map((parameter, index) => [
      parameter.name || String(index),
      toWire(contract, parameter, values[index]),
    ]),
  );
}

function toWire(contract: Contract, parameter: AbiParameter, value: unknown): WireValue {
  if ('components' in parameter && !parameter.type.endsWith('[]')) {
    const struct = value as Readonly<Record<string, unknown>>;
    const parts = parameter.components;
    return toFields(
      contract,
      parts,
      parts.map(({ name }) => struct[name ?? '']),
    );
  }
  if (Array.isArray(value)) {
    const item = { ...parameter, type: parameter.type.replace(/\[\]$/, '') };
    return value.map((element) => toWire(contract, item, element));
  }
  if (parameter.internalType?.startsWith('enum ')) {
    return contract.states[Number(value)] ?? String(value);
  }
  if (parameter.type === 'bytes3' && /^0x([4-5][0-9a-f]){3}$/.test(String(value))) {
    return hexToString(value as Hex);
  }
  return typeof value === 'boolean' ? value : String(value);
}
