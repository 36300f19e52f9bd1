// A real development chain for a test, on a free port, removed at the end of the test.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClient, http, type PublicActions, publicActions, type TestClient } from 'viem';
import { DEV_CHAIN_ID, findAnvil, launchChain } from '../../../scripts/run/chain-server.mjs';
import { freePort } from '../../../scripts/run/ports.mjs';

/** False on a machine without a binary of anvil, where tests on a chain are skipped. */
export const hasAnvil = findAnvil() !== null;

export interface TestChain {
  readonly url: string;
  readonly port: number;
  /** State file, written once a second. */
  readonly stateFile: string;
  /** A client for reads and for the operations that only a development chain has. */
  readonly client: TestClient & PublicActions;
  /** Calls a method of the node by name. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Kills the node with SIGKILL; it can be started again with its state file. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The next start begins with an empty chain. */
  wipe(): void;
  close(): Promise<void>;
}

/** @param beginning state file from which the chain continues */
export async function openTestChain(
  flags: readonly string[] = [],
  beginning?: string,
): Promise<TestChain> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-chain-'));
  const stateFile = join(folder, 'chain.json');
  if (beginning) copyFileSync(beginning, stateFile);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const binary = findAnvil() ?? '';
  const launch = async () => {
    const logFile = join(folder, 'chain.log');
    const chain = await launchChain({ binary, port, stateFile, logFile, flags });
    await chain.ready;
    return chain;
  };
  let running = await launch();
  const chain = {
    id: DEV_CHAIN_ID,
    name: 'dev',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  };
  const client = createTestClient({ mode: 'anvil', chain, transport: http(url) }).extend(
    publicActions,
  ) as TestClient & PublicActions;
  return {
    url,
    port,
    stateFile,
    client,
    rpc: (method, params = []) =>
      (client.request as (call: object) => Promise<unknown>)({ method, params }),
    kill: () => running.kill(),
    async start() {
      running = await launch();
    },
    wipe: () => rmSync(stateFile, { force: true }),
    async close() {
      await running.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
