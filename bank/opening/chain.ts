// Opens the chain of an environment: its node and the bank's signer.

import type { Hex } from 'viem';
import type { ChainPace } from '../../activities/chain-survey.ts';
import { type ChainNode, chainNode } from '../../chain/client.ts';
import { devKey } from '../../chain/dev-keys.ts';
import { readKeystore } from '../../chain/keystore.ts';
import { type ChainSigner, createExternalSigner, createLocalSigner } from '../../chain/signer.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Ledger } from '../../db/ledger.ts';
import { type ChainConfig, hasChain } from '../config/settings.ts';

export interface Chain {
  readonly node: ChainNode;
  readonly signer: ChainSigner;
  readonly chainId: number;
  /** True for a development chain, which may lose its blocks. */
  readonly mayBeWiped: boolean;
  /** Wei per gas. */
  readonly feeLimit: bigint;
  /** Milliseconds between attempts while the node cannot be reached or refuses. */
  readonly troubleMs: number;
  /** Intervals; by default those of a real chain. */
  readonly pace?: Partial<ChainPace>;
  /** Address of an existing anchoring contract; null to let the bank deploy one. */
  readonly contract: Hex | null;
}

/** Each environment has its own address, because a signer owns the nonces of its address. */
const DEV_KEYS = { sandbox: 0, production: 1 } as const;

/** Opens the chain of each ledger. The result is null for a ledger without a chain. */
export function openChains(
  config: ChainConfig,
  ledgers: readonly Ledger[],
): (ledger: Ledger) => Chain | null {
  const chains = new Map(
    ledgers.map((ledger) => [ledger, openChain(config, ledger.environment)] as const),
  );
  return (ledger) => chains.get(ledger) ?? null;
}

/** Interval of attempts to reach a node, without limit. */
const TROUBLE_MS = 5_000;
const GWEI = 1_000_000_000n;

/**
 * Opens the chain of an environment; null when the settings name no chain or no key for it. Anchors
 * then show `not_configured`.
 * @throws Error when the keystore cannot be opened
 */
export function openChain(config: ChainConfig, environment: EnvironmentName): Chain | null {
  if (!hasChain(config, environment)) return null;
  const key = config.keys[environment];
  const isDev = config.mode === 'dev';
  return {
    node: chainNode(config),
    signer:
      key === null
        ? createLocalSigner(devKey(DEV_KEYS[environment]))
        : signerOf(key, config.passphrase),
    chainId: config.chainId,
    mayBeWiped: isDev,
    troubleMs: TROUBLE_MS,
    feeLimit: BigInt(config.feeLimitGwei) * GWEI,
    contract: (config.contracts[environment]?.toLowerCase() ?? null) as Hex | null,
  };
}

function signerOf(key: string, passphrase: string | null): ChainSigner {
  if (!/^https?:/.test(key)) return createLocalSigner(readKeystore(key, passphrase ?? ''));
  const [url = '', address = ''] = key.split('#');
  return createExternalSigner({ url, address: address as Hex });
}
