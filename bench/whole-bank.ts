// The whole bank as a developer starts it, on a development chain of its own: risk, log, relay of
// webhooks and workflows are on by default, the chain is added here.

import { join } from 'node:path';
import { findAnvil, launchChain } from '../scripts/run/chain-server.mjs';
import { freePort } from '../scripts/run/ports.mjs';
import { temporaryFolder } from './measure.ts';
import { startTestbed, type Testbed } from './testbed.ts';

/** The bank and the process of its chain. */
export interface WholeBank {
  readonly testbed: Testbed;
  readonly chainPid: number;
  stop(): Promise<void>;
}

/**
 * Starts the bank and its chain.
 * @throws Error when no chain can run
 */
export async function startWholeBank(
  env: Readonly<Record<string, string>> = {},
): Promise<WholeBank> {
  const binary = findAnvil();
  if (binary === null) throw new Error('the development chain (anvil) is not installed');
  const folder = temporaryFolder();
  const logFile = join(folder.path, 'chain.log');
  const chain = await launchChain({ binary, port: await freePort(), stateFile: null, logFile });
  const stopChain = async () => {
    await chain.stop();
    folder.remove();
  };
  try {
    await chain.ready;
    const ownEnv = { KONTOR_CHAIN: 'dev', KONTOR_CHAIN_RPC_URL: chain.url };
    // Without rate limits: one developer sends hundreds of thousands of transfers.
    const testbed = await startTestbed({
      env: { KONTOR_STORAGE_QUOTA_MB: '0', ...ownEnv, ...env },
    });
    const stop = async () => {
      await testbed.stop();
      await stopChain();
    };
    return { testbed, chainPid: chain.pid, stop };
  } catch (error) {
    await stopChain();
    throw error;
  }
}
