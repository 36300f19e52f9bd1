// The signer on a real node: it uses one nonce after the other and sends nothing twice. Every fault
// of a chain ends with the transaction in a block, or with a state that names the fault.

import { setTimeout as sleep } from 'node:timers/promises';
import { createWalletClient, type Hex, http, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { devKey } from '../../chain/dev-keys.ts';
import { findChainTransaction, listAttempts, readChainStatus } from '../../db/chain/order-reads.ts';
import { setCurrentChain } from '../../db/chain/signer-acts.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { type ChainRig, openChainRig, pollUntil } from '../kit/chain/chain-rig.ts';

const temporalAddress = inject('temporalAddress');
const GWEI = 10n ** 9n;

describe.runIf(hasAnvil)('the chain signer', () => {
  let rig: ChainRig;
  beforeAll(async () => {
    rig = await openChainRig({ temporalAddress });
  });
  afterAll(() => rig.close());

  const state = async () => (await readChainStatus(rig.faultFreeLedger)).state;
  const waitForState = (expected: string) =>
    pollUntil(`state ${expected}`, async () => (await state()) === expected);
  const readNonce = () =>
    rig.node.client.getTransactionCount({ address: rig.chain.signer.address });
  const mineBlock = () => rig.node.rpc('evm_mine');

  test('sends orders in sequence, each once', async () => {
    const before = await readNonce();
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await rig.placeOrder());
    const rows = [];
    for (const id of ids) rows.push(await rig.waitForStatus(id, 'final'));
    expect(rows.map(({ nonce }) => nonce)).toEqual(ids.map((_, index) => before + index));
    expect(await readNonce()).toBe(before + ids.length);
    for (const { id } of rows) expect(await listAttempts(rig.faultFreeLedger, id)).toHaveLength(1);
  });

  test('names the contract that a deployment created', async () => {
    const data = Buffer.from('600160005260206000f3', 'hex');
    const id = await rig.placeOrder({
      kind: 'deployment',
      objectId: 'Tiny',
      to: null,
      data,
      value: 0n,
    });
    const { contractAddress } = await rig.waitForStatus(id, 'final');
    expect(await rig.node.client.getCode({ address: contractAddress as Hex })).toMatch(/01$/);
  });

  test('refuses an order that the contract would revert, with its error, and spends no nonce', async () => {
    // The code of the contract: PUSH1 0, PUSH1 0, REVERT.
    await rig.node.rpc('anvil_setCode', [`0x${'7'.repeat(40)}`, '0x60006000fd']);
    const before = await readNonce();
    const id = await rig.placeOrder({ to: `0x${'7'.repeat(40)}`, data: Buffer.from([1]) });
    expect(await rig.waitForStatus(id, 'failed')).toMatchObject({
      reasonCode: 'reverted',
      nonce: null,
    });
    const idWithoutContract = await rig.placeOrder({
      to: `0x${'8'.repeat(40)}`,
      data: Buffer.from([1]),
    });
    expect(await rig.waitForStatus(idWithoutContract, 'failed')).toMatchObject({
      reasonCode: 'no_contract',
    });
    expect(await readNonce()).toBe(before);
  });

  test('resends a transaction that a node forgot', async () => {
    await rig.node.rpc('evm_setAutomine', [false]);
    const id = await rig.placeOrder();
    const { nonce } = await rig.waitForStatus(id, 'sent');
    const [attempt] = await listAttempts(rig.faultFreeLedger, id);
    await rig.node.client.dropTransaction({ hash: attempt?.hash as Hex });
    await pollUntil('sent again', async () => {
      await rig.signalSigner();
      return (
        (await rig.node.client.getTransactionCount({
          address: rig.chain.signer.address,
          blockTag: 'pending',
        })) > (nonce ?? 0)
      );
    });
    await mineBlock();
    await rig.node.rpc('evm_setAutomine', [true]);
    expect(await rig.waitForStatus(id, 'final')).toMatchObject({ nonce, hash: attempt?.hash });
  });

  test("raises the fee, with the same nonce, when the network's fees have risen", async () => {
    await rig.node.rpc('evm_setAutomine', [false]);
    const id = await rig.placeOrder();
    await rig.waitForStatus(id, 'sent');
    await rig.node.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 60n * GWEI });
    await mineBlock();
    await pollUntil(
      'a replacement',
      async () => (await listAttempts(rig.faultFreeLedger, id)).length > 1,
    );
    await rig.node.rpc('evm_setAutomine', [true]);
    await mineBlock();
    const row = await rig.waitForStatus(id, 'final');
    const attempts = await listAttempts(rig.faultFreeLedger, id);
    expect(attempts.map(({ nonce }) => nonce)).toEqual(attempts.map(() => row.nonce));
    expect(row.hash).toBe(attempts[0]?.hash);
  });

  test('stops at the fee limit, reports it, and resumes when the fees fall', async () => {
    await rig.node.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 900n * GWEI });
    await mineBlock();
    const id = await rig.placeOrder();
    await waitForState('fee_limit');
    expect(await findChainTransaction(rig.faultFreeLedger, id)).toMatchObject({ status: 'queued' });
    await rig.node.client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await mineBlock();
    await rig.waitForStatus(id, 'final');
    await waitForState('ok');
  });

  test('reports a lack of funds, and resumes when it is funded', async () => {
    const { address } = rig.chain.signer;
    await rig.node.client.setBalance({ address, value: 1n });
    const id = await rig.placeOrder();
    await waitForState('no_funds');
    await rig.node.client.setBalance({ address, value: 10n ** 20n });
    await rig.waitForStatus(id, 'final');
  });

  test('sends nothing twice when the answers are lost', async () => {
    const before = await readNonce();
    rig.relay.loseAnswers(true);
    const id = await rig.placeOrder();
    await waitForState('unreachable');
    rig.relay.loseAnswers(false);
    await rig.waitForStatus(id, 'final');
    expect(await readNonce()).toBe(before + 1);
  });

  test('waits for a node that is down, and reports it', async () => {
    rig.relay.cut();
    const id = await rig.placeOrder();
    await waitForState('unreachable');
    expect((await readChainStatus(rig.faultFreeLedger)).detail).not.toContain('127.0.0.1');
    rig.relay.mend();
    await rig.waitForStatus(id, 'final');
    await waitForState('ok');
  });

  test('signs again when another program used the nonce with its key', async () => {
    await rig.node.rpc('evm_setAutomine', [false]);
    const id = await rig.placeOrder();
    const { nonce } = await rig.waitForStatus(id, 'sent');
    const [attempt] = await listAttempts(rig.faultFreeLedger, id);
    await rig.node.client.dropTransaction({ hash: attempt?.hash as Hex });
    const { chain } = rig.node.client;
    const otherWallet = createWalletClient({
      account: privateKeyToAccount(devKey(0)),
      chain: chain!,
      transport: http(rig.node.url),
    });
    await otherWallet.sendTransaction({
      to: rig.chain.signer.address,
      nonce: nonce!,
      gasPrice: 90n * GWEI,
    });
    await mineBlock();
    await rig.node.rpc('evm_setAutomine', [true]);
    await mineBlock();
    const row = await rig.waitForStatus(id, 'final');
    expect(row.nonce).toBe(nonce! + 1);
  }, 90_000);

  test('resends a transaction that a reorganisation undid', async () => {
    const id = await rig.placeOrder();
    const before = await rig.waitForStatus(id, 'final');
    await rig.node.rpc('anvil_reorg', [3, []]);
    await pollUntil('its receipt is gone or moved', async () => {
      const receipt = await rig.node.client
        .getTransactionReceipt({ hash: before.hash as Hex })
        .catch(() => null);
      return receipt?.blockHash !== before.blockHash;
    });
    await pollUntil('it is in a block again', async () => {
      await rig.signalSigner();
      return rig.node.client.getTransactionReceipt({ hash: before.hash as Hex }).catch(() => null);
    });
    await rig.waitForStatus(id, 'final');
  });

  test('restores transactions that a chain lost when it was killed', async () => {
    const ids = [await rig.placeOrder(), await rig.placeOrder()];
    for (const id of ids) await rig.waitForStatus(id, 'final');
    const blockNumber = await rig.node.client.getBlockNumber({ cacheTime: 0 });
    await rig.node.rpc('anvil_rollback', [2]);
    expect(await rig.node.client.getBlockNumber({ cacheTime: 0 })).toBe(blockNumber - 2n);
    await rig.signalSigner();
    await pollUntil(
      'both transactions are in a block again',
      async () => (await readNonce()) >= (await lastNonce(ids)) + 1,
    );
    for (const id of ids) await rig.waitForStatus(id, 'final');
  });

  async function lastNonce(ids: readonly string[]): Promise<number> {
    const row = await findChainTransaction(rig.faultFreeLedger, ids.at(-1) ?? '');
    return row?.nonce ?? Number.POSITIVE_INFINITY;
  }

  test('drops open transactions of a chain that was wiped, and signs on the new chain', async () => {
    await rig.node.rpc('evm_setAutomine', [false]);
    const openOrderId = await rig.placeOrder();
    await rig.waitForStatus(openOrderId, 'sent');
    await rig.node.kill();
    rig.node.wipe();
    // Two chains differ in the time of their first block.
    await sleep(1_100);
    await rig.node.start();
    const newOrderId = await rig.placeOrder();
    expect(await rig.waitForStatus(openOrderId, 'dropped')).toMatchObject({
      reasonCode: 'chain_gone',
    });
    expect(await rig.waitForStatus(newOrderId, 'final')).toMatchObject({ nonce: 0 });
  });
});

describe.runIf(hasAnvil)('an unexpected chain', () => {
  test('is recognised by its id: nothing is signed, and the state names the id found', async () => {
    const rig = await openChainRig({ temporalAddress, settings: { chainId: 42_161 } });
    const id = await rig.placeOrder();
    const result = await pollUntil('the state', async () => {
      const status = await readChainStatus(rig.faultFreeLedger);
      return status.state === 'wrong_chain' && status;
    });
    expect(result.detail).toContain('777003');
    expect(result.detail).toContain('42161');
    expect(await findChainTransaction(rig.faultFreeLedger, id)).toMatchObject({ status: 'queued' });
    await rig.close();
  });

  test('is recognised by its first block in the mode rpc, in which a chain is never wiped', async () => {
    const key = `http://127.0.0.1:1#${privateKeyToAccount(devKey(0)).address}`;
    const settings = { mode: 'rpc', keys: { sandbox: key, production: null } } as const;
    const rig = await openChainRig({ temporalAddress, settings });
    await rig.faultFreeLedger.run(setCurrentChain, {
      chainId: 777_003,
      genesisHash: toHex(1, { size: 32 }),
    });
    await rig.placeOrder();
    const result = await pollUntil('the state', async () => {
      const status = await readChainStatus(rig.faultFreeLedger);
      return status.state === 'wrong_chain' && status;
    });
    expect(result.detail).toContain('another block');
    await rig.close();
  });
});
