// The chain of one environment as configured: its node, and the bank's signer.

import type { Hex } from 'viem';
import type { ChainPace } from '../../activities/chain-survey.ts';
import { type ChainNode, chainNode } from '../../chain/client.ts';
import { devKey } from '../../chain/dev-keys.ts';
import { readKeystore } from '../../chain/keystore.ts';
import { type ChainSigner, externalSigner, localSigner } from '../../chain/signer.ts';
import { type ChainConfig, hasChain } from '../../config/settings.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Ledger } from '../../db/ledger.ts';

export interface Chain {
  readonly node: ChainNode;
  readonly signer: ChainSigner;
  readonly chainId: number;
  /** True for a development chain, which may be wiped or lose its last seconds. */
  readonly mayBeWiped: boolean;
  /** Wei per gas. */
  readonly feeLimit: bigint;
  /** Milliseconds between attempts while the node cannot be reached or refuses. */
  readonly troubleMs: number;
  /** Left out: the pace of a real chain. */
  readonly pace?: Partial<ChainPace>;
  /** An anchoring contract that exists already. */
  readonly contract: Hex | null;
}

/** Two environments never share an address: each signer owns its nonces. */
const DEV_KEYS = { sandbox: 0, production: 1 } as const;

/** Opens the chain of each ledger; null for one that is not among them, or has none. */
export function chainsOf(
  config: ChainConfig,
  ledgers: readonly Ledger[],
): (ledger: Ledger) => Chain | null {
  const chains = new Map(
    ledgers.map((ledger) => [ledger, openChain(config, ledger.environment)] as const),
  );
  return (ledger) => chains.get(ledger) ?? null;
}

/** Attempts to reach a node go on for ever at this interval: one costs next to nothing. */
const TROUBLE_MS = 5_000;
const GWEI = 1_000_000_000n;

/**
 * The chain of an environment. Null where the settings name no chain or no key for it: anchors say
 * `not_configured`.
 * @throws Error when the keystore cannot be opened
 */
export function openChain(config: ChainConfig, environment: EnvironmentName): Chain | null {
  if (!hasChain(config, environment)) return null;
  const key = config.keys[environment];
  const isDev = config.mode === 'dev';
  return {
    node: chainNode(config),
    signer:
      key === null ? localSigner(devKey(DEV_KEYS[environment])) : signerOf(key, config.passphrase),
    chainId: config.chainId,
    mayBeWiped: isDev,
    troubleMs: TROUBLE_MS,
    feeLimit: BigInt(config.feeLimitGwei) * GWEI,
    contract: (config.contracts[environment]?.toLowerCase() ?? null) as Hex | null,
  };
}

function signerOf(key: string, passphrase: string | null): ChainSigner {
  if (!/^https?:/.test(key)) return localSigner(readKeystore(key, passphrase ?? ''));
  const [url = '', address = ''] = key.split('#');
  return externalSigner({ url, address: address as Hex });
}
