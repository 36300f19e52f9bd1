// The development chain is the same after every stop, and a truncated state file does not prevent a
// start.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findAnvil, launchChain } from '../../../scripts/run/chain-server.mjs';
import { freePort } from '../../../scripts/run/ports.mjs';

const binary = findAnvil();

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'chain.json');
  const logFile = join(folder, 'chain.log');
  return {
    stateFile,
    async start() {
      const port = await freePort();
      const chain = await launchChain({ binary: binary ?? '', port, stateFile, logFile });
      onTestFinished(() => chain.kill());
      await chain.ready;
      const client = createPublicClient({ transport: http(chain.url) });
      const { hash } = await client.getBlock({ blockNumber: 0n });
      return { chain, first: hash, client };
    },
  };
}

describe.runIf(binary !== null)('the development chain', () => {
  test('has the same first block after every start, whether stopped or killed before', async () => {
    const { start, stateFile } = inFolder();
    const seen: string[] = [];
    for (let round = 0; round < 6; round++) {
      const { chain, first } = await start();
      seen.push(first);
      // The file is written once a second, and a later start would add a first block with another
      // time.
      await sleep(1_200);
      await (round % 2 === 0 ? chain.stop() : chain.kill());
      expect(existsSync(stateFile)).toBe(true);
    }
    expect(new Set(seen).size).toBe(1);
  }, 60_000);

  test('starts a new chain when the state file is truncated, and keeps a copy of that file', async () => {
    const { start, stateFile } = inFolder();
    const { chain, first } = await start();
    await sleep(1_200);
    await chain.stop();
    const wholeState = readFileSync(stateFile, 'utf8');
    const half = `${wholeState.slice(0, wholeState.length / 2)}}`;
    writeFileSync(stateFile, half);
    const next = await start();
    expect(next.first).not.toBe(first);
    expect(readFileSync(`${stateFile}.aside`, 'utf8')).toBe(half);
  }, 60_000);
});
