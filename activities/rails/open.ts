// The networks of each environment. To connect a real network, add its implementation of
// `RailNetwork` to the list of production, and its rail to the ledger's `connectedRails`, so that
// payments by it are no longer refused.

import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { NetworkRail } from '../../ledger/rail.ts';
import type { RailNetwork } from './network.ts';
import { SIMULATED_NETWORK } from './simulated-network.ts';

const CONNECTED_NETWORKS: Readonly<Record<EnvironmentName, readonly RailNetwork[]>> = {
  sandbox: [SIMULATED_NETWORK],
  production: [],
};

/** Returns the rails by which an environment can pay. */
export function connectedRails(environment: EnvironmentName): readonly NetworkRail[] {
  return CONNECTED_NETWORKS[environment].flatMap(({ rails }) => rails);
}

/** Returns the function that finds the network of a rail; null when none is connected. */
export function networksOf(environment: EnvironmentName) {
  return (rail: NetworkRail): RailNetwork | null =>
    CONNECTED_NETWORKS[environment].find(({ rails }) => rails.includes(rail)) ?? null;
}
