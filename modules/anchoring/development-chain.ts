// How the ledgers of a bank show anchors on a development chain.

import { type ChainConfig, DEV_CHAIN_ID } from '../../config/settings.ts';
import type { DevelopmentChain } from '../../db/kernel/connect.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';

/**
 * How a ledger shows anchors on a development chain: production does so only by
 * KONTOR_CHAIN_DEV_IN_PRODUCTION.
 */
export function developmentChainOf(
  config: ChainConfig,
  environment: EnvironmentName,
): { readonly developmentChain?: DevelopmentChain } {
  if (environment !== 'production') return {};
  const isOnly = config.mode === 'dev';
  const id = isOnly ? config.chainId : DEV_CHAIN_ID;
  return { developmentChain: { id, isShown: config.devInProduction, isOnly } };
}
