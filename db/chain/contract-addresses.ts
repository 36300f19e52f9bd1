// The addresses of the bank's contracts: configured ones, and those that the bank deployed on the
// current chain.

import type { Hex } from 'viem';
import { readArtefact } from '../../chain/artefact.ts';
import { CONTRACTS, type Contract } from '../../chain/registry.ts';
import type { RunsActs } from '../kernel/act.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { findDeployment, readChainStatus } from './order-reads.ts';
import { orderOnChain } from './signer-acts.ts';

/** Addresses by the name of the contract. The bank deploys the contracts that are missing here. */
export type ConfiguredAddresses = Readonly<Record<string, Hex>>;

/** The address and the sender for a call of a contract, from the last check of the signer. */
export interface ContractPlace {
  /** The bank's own address, which sends everything. */
  readonly from: Hex;
  readonly address: Hex;
}

/** Returns the address of a contract; null while it is not deployed. */
export async function contractAddress(
  ledger: ReadLedger,
  contract: Contract,
  configured: ConfiguredAddresses,
): Promise<Hex | null> {
  const address = configured[contract.name];
  if (address !== undefined) return address;
  const { chain } = await readChainStatus(ledger);
  if (chain === null) return null;
  const deployment = await findDeployment(ledger, contract.deployedAs, chain);
  const isDeployed = deployment?.status === 'included' || deployment?.status === 'final';
  return isDeployed ? ((deployment.contractAddress ?? null) as Hex | null) : null;
}

/** Returns null until the signer knows the chain and the contract is deployed. */
export async function contractPlace(
  ledger: ReadLedger,
  contract: Contract,
  configured: ConfiguredAddresses,
): Promise<ContractPlace | null> {
  const address = await contractAddress(ledger, contract, configured);
  const { address: from } = await readChainStatus(ledger);
  return address === null || from === null ? null : { address, from: from as Hex };
}

/**
 * Orders the deployment of every contract that has no address on the current chain. The bank's own
 * address becomes the owner and operator. Can be repeated.
 * @returns the number of ordered deployments
 */
export async function orderDeployments(
  ledger: ReadLedger & RunsActs,
  configured: ConfiguredAddresses,
): Promise<number> {
  const { chain, state } = await readChainStatus(ledger);
  if (chain === null || state !== 'ok') return 0;
  let orderedCount = 0;
  for (const { name, source, deployedAs } of CONTRACTS) {
    if (configured[name] !== undefined) continue;
    if (await findDeployment(ledger, deployedAs, chain)) continue;
    const data = Buffer.from(readArtefact(source).bytecode.slice(2), 'hex');
    const deployment = { kind: 'deployment', objectId: deployedAs } as const;
    const order = { ...deployment, to: null, data, value: 0n };
    await ledger.run(orderOnChain, { ...order, gas: null, notify: null });
    orderedCount += 1;
  }
  return orderedCount;
}
