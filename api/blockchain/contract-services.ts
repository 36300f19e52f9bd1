// The contracts of one environment for the API: their addresses, and a node for simulations.

import { type Config, hasChain } from '../../bank/config/settings.ts';
import {
  type ChainNode,
  ChainUnreachable,
  chainNode,
  nullWhenUnreachable,
} from '../../chain/client.ts';
import { isCodeOf } from '../../chain/contract-code.ts';
import type { Contract } from '../../chain/registry.ts';
import { type ContractCall, type Simulation, simulate } from '../../chain/simulate.ts';
import {
  type ConfiguredAddresses,
  type ContractPlace,
  contractPlace,
} from '../../db/chain/contract-addresses.ts';
import type { Ledger } from '../../db/ledger.ts';
import { Problem } from '../kit/errors.ts';

export interface ContractServices {
  readonly chainId: number;
  /** Returns null until the signer knows the chain and the contract is deployed. */
  findPlace(contract: Contract): Promise<ContractPlace | null>;
  /** Compares the code on the chain with the compiled code; null while that is unknown. */
  compareDeployedCode(contract: Contract): Promise<'as_compiled' | 'different' | null>;
  /** @throws Problem when no node answers; the request may be retried later */
  simulate(call: ContractCall): Promise<Simulation>;
}

/** Returns null when no chain is configured for the environment. */
export function contractServicesOf(ledger: Ledger, { chain }: Config): ContractServices | null {
  if (!hasChain(chain, ledger.environment)) return null;
  const { rpcUrls, chainId, finality } = chain;
  const node: ChainNode = chainNode({ rpcUrls, chainId, finality });
  const configured = configuredAddressesOf(ledger, chain);
  return {
    chainId,
    findPlace: (contract) => contractPlace(ledger, contract, configured),
    async compareDeployedCode(contract) {
      const place = await contractPlace(ledger, contract, configured);
      const code = place && (await node.code(place.address).catch(nullWhenUnreachable));
      if (code === null || code === '0x') return null;
      return isCodeOf(contract.source, code) ? 'as_compiled' : 'different';
    },
    simulate: (call) => simulate(node, call).catch(throwUnavailable),
  };
}

/**
 * Returns the configured addresses. Existing contracts belong to the first ledger of the
 * environment.
 */
export function configuredAddressesOf(
  { environment, name }: Pick<Ledger, 'environment' | 'name'>,
  chain: Config['chain'],
): ConfiguredAddresses {
  return name === environment ? chain.addresses[environment] : {};
}

/** Converts the fault of an unreachable node: without a simulation, no execution is accepted. */
function throwUnavailable(cause: unknown): never {
  if (!(cause instanceof ChainUnreachable)) throw cause;
  throw new Problem('chain_unavailable', undefined, { retryAfterSeconds: 5, cause });
}
