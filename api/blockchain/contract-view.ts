// A contract of the registry in its wire form.

import type { AbiParameter } from 'viem';
import { callerParameters, wireTypeOf } from '../../chain/arguments.ts';
import { readArtefact } from '../../chain/artefact.ts';
import type { Contract, ContractFunction } from '../../chain/registry.ts';
import type { ContractServices } from './contract-services.ts';

/** Returns a contract as an entry of the list. */
export async function contractView(
  contract: Contract,
  services: ContractServices | null,
  livemode: boolean,
) {
  const place = services && (await services.findPlace(contract));
  const { name, description } = contract;
  const missing = services ? ('not_deployed' as const) : ('not_configured' as const);
  return {
    id: name,
    object: 'contract' as const,
    livemode,
    name,
    description,
    status: place ? ('available' as const) : missing,
    chainId: services?.chainId ?? null,
    address: place?.address ?? null,
  };
}

/**
 * Returns a contract with its functions, their bounds, and the hashes of its source and compiled
 * code.
 */
export async function contractDetail(
  contract: Contract,
  services: ContractServices | null,
  livemode: boolean,
) {
  const { sourceSha256, abiSha256, bytecodeSha256, runtimeSha256 } = readArtefact(contract.source);
  return {
    ...(await contractView(contract, services, livemode)),
    functions: contract.functions.map(functionView),
    states: [...contract.states],
    hashes: {
      source: sourceSha256,
      abi: abiSha256,
      bytecode: bytecodeSha256,
      runtime: runtimeSha256,
    },
    deployedCode: services ? await services.compareDeployedCode(contract) : null,
    abi: contract.abi.map((item) => ({ ...item }) as Record<string, unknown>),
  };
}

function functionView(called: ContractFunction) {
  const { name, description, mode, effect, maxGas, maxValue } = called;
  return {
    name,
    description,
    mode,
    effect,
    arguments: callerParameters(called).map((parameter) => argumentView(called, parameter)),
    returns: called.abi.outputs.map((output) => ({ name: output.name ?? '', type: output.type })),
    gasMost: maxGas,
    valueMost: maxValue.toString(),
  };
}

function argumentView(called: ContractFunction, parameter: AbiParameter) {
  const name = parameter.name ?? '';
  const bounds = called.bounds[name];
  return {
    name,
    type: wireTypeOf(parameter),
    least: bounds?.min.toString() ?? null,
    most: bounds?.max.toString() ?? null,
  };
}
