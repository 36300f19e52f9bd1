// A chain with two addresses and a key in a keystore (`KONTOR_CHAIN=rpc`): when one of two nodes
// with the same history dies, the bank continues with the other.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../bank/config/settings.ts';
import { openChain } from '../../bank/opening/chain.ts';
import { readChainStatus } from '../../db/chain/order-reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { type AnchorRig, openAnchorRig } from '../kit/chain/anchor-rig.ts';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import { openRelay, pollUntil, type Relay } from '../kit/chain/chain-rig.ts';
import { deployContracts } from '../kit/workflows/execution-rig.ts';

/** The test vector of the Web3 Secret Storage specification, and its key. */
const KEYSTORE = {
  version: 3,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
};
const ADDRESS = privateKeyToAddress(
  '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d',
);

/** Starts a node of another chain. */
async function startForeignNode(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return server;
}

describe.runIf(hasAnvil)('a chain behind two addresses', () => {
  let keyFolder: string;
  let rig: AnchorRig;
  let secondNode: TestChain | null = null;
  let secondAddress: Relay;
  const miningTimers: NodeJS.Timeout[] = [];
  beforeAll(async () => {
    keyFolder = mkdtempSync(join(tmpdir(), 'kontor-failover-'));
    const keyFile = join(keyFolder, 'key.json');
    writeFileSync(keyFile, JSON.stringify(KEYSTORE));
    // The second address leads to the second node once that node runs.
    secondAddress = await openRelay(() => secondNode?.port ?? 1);
    rig = await openAnchorRig({
      temporalAddress: inject('temporalAddress'),
      troubleMs: 200,
      fallbackUrls: [secondAddress.url],
      settings: {
        mode: 'rpc',
        finality: 'confirmations:2',
        keys: { sandbox: keyFile, production: null },
        passphrase: 'testpassword',
      },
    });
    await fundSigner(rig.node);
    mineEvery(rig.node);
  }, 120_000);
  afterAll(async () => {
    for (const timer of miningTimers) clearInterval(timer);
    await rig.close();
    secondAddress.close();
    await secondNode?.close();
    rmSync(keyFolder, { recursive: true, force: true });
  });

  const fundSigner = ({ client }: TestChain) =>
    client.setBalance({ address: ADDRESS, value: 10n ** 20n });
  /** Mines blocks, as on a chain with other users: finality needs them. */
  function mineEvery(node: TestChain): void {
    miningTimers.push(setInterval(() => void node.rpc('evm_mine').catch(() => {}), 300));
  }
  const readStatus = () => readChainStatus(rig.faultFreeLedger);

  test('receives transactions signed with the key of the keystore, and a deployment of each contract that has no configured address', async () => {
    const anchor = await rig.waitForConfirmation(await rig.bookTransfer());
    expect((await readStatus()).address).toBe(ADDRESS.toLowerCase());
    const receipt = await rig.node.client.getTransactionReceipt({
      hash: anchor.chain?.txHash as Hex,
    });
    expect(receipt.from).toBe(ADDRESS.toLowerCase());
    await deployContracts(rig);
  }, 120_000);

  test('continues at the second address when the first node dies for good', async () => {
    const before = await rig.waitForConfirmation(await rig.bookTransfer());
    // The first node writes its state once a second; without this pause the second node would not
    // have the last block.
    await sleep(2_500);
    secondNode = await openTestChain([], rig.node.stateFile);
    await rig.node.kill();
    mineEvery(secondNode);
    const after = await rig.waitForConfirmation(await rig.bookTransfer());
    expect(after.chain?.contract).toBe(before.chain?.contract);
    const { client } = secondNode;
    const hash = after.chain?.txHash as Hex;
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    expect(await readStatus()).toMatchObject({ state: 'ok' });
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  }, 180_000);

  test('is not used while either address belongs to another chain', async () => {
    const foreign = await startForeignNode();
    const { port } = foreign.address() as AddressInfo;
    rig.relay.redirect(port);
    const id = await rig.bookTransfer();
    const result = await pollUntil('wrong_chain', async () => {
      await rig.signalSigner();
      const status = await readStatus();
      return status.state === 'wrong_chain' && status;
    });
    expect(result.detail).toBe('address 1 answers with chain id 1, expected is 777003');
    expect((await rig.readAnchor(id))?.status).not.toBe('confirmed');
    rig.relay.redirect(null);
    foreign.close();
    await rig.waitForConfirmation(id);
  }, 120_000);
});

describe('an environment without a key', () => {
  const settings = { ...readConfig({}).chain, mode: 'rpc', finality: 'finalized' } as const;

  test('has no chain, even where the other environment has one', () => {
    const keys = { sandbox: `http://127.0.0.1:1#${ADDRESS}`, production: null };
    expect(openChain({ ...settings, keys }, 'production')).toBeNull();
    expect(openChain({ ...settings, keys }, 'sandbox')).not.toBeNull();
  });
});
