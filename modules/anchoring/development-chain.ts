// Whether a ledger shows anchors on a development chain.

import { type ChainConfig, DEV_CHAIN_ID } from '../../bank/config/settings.ts';
import type { DevelopmentChain } from '../../db/kernel/connect.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';

/**
 * The options of a ledger about anchors on a development chain. The sandbox always shows them;
 * production does only with KONTOR_CHAIN_DEV_IN_PRODUCTION.
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
