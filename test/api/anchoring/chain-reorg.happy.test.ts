// A simulated reorganisation is a real reorganisation of the node, and the transactions that it
// undoes are included again.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule } from '../../kit/bank/bank.ts';
import { type ContractBank, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';

const PATH = '/v1/sandbox/simulations/chain-reorg';

describe.runIf(hasAnvil && hasModule('contracts'))('a simulated chain reorganisation', () => {
  let contractBank: ContractBank;
  beforeAll(async () => {
    contractBank = await openContractBank();
  }, 120_000);
  afterAll(() => contractBank.close());

  const reorg = (depth: number) =>
    contractBank.bank.call(PATH, { key: contractBank.key, body: { depth } });
  const block = async (number: bigint) =>
    (await contractBank.chain.client.getBlock({ blockNumber: number })).hash;

  /** Returns the length of the code at the contract's address; 0 when there is no address. */
  async function codeOfEscrow(): Promise<number> {
    const path = '/v1/blockchain/contracts/escrow';
    const { address } = (await contractBank.bank.call(path, { key: contractBank.key })).body;
    return address ? ((await contractBank.chain.client.getCode({ address }))?.length ?? 0) : 0;
  }

  it('replaces the newest blocks and no older one', async () => {
    const height = await contractBank.chain.client.getBlockNumber({ cacheTime: 0 });
    const [lastHash, olderHash] = [await block(height), await block(height - 2n)];
    const { status, body } = await reorg(2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'chain_reorg', livemode: false, depth: 2 });
    expect(body.blockNumber).toBeGreaterThanOrEqual(Number(height));
    expect(await block(height)).not.toBe(lastHash);
    expect(await block(height - 2n)).toBe(olderHash);
  });

  it("leaves the bank's contracts executable without manual action", async () => {
    const height = Number(await contractBank.chain.client.getBlockNumber({ cacheTime: 0 }));
    expect((await reorg(Math.min(16, height))).status).toBe(200);
    await expect.poll(codeOfEscrow, { timeout: 180_000, interval: 200 }).toBeGreaterThan(100);
  }, 240_000);

  it('deeper than the chain is refused, and undoes nothing', async () => {
    await contractBank.chain.kill();
    contractBank.chain.wipe();
    await contractBank.chain.start();
    const { status, body } = await reorg(16);
    expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('while the node is unreachable is refused as retryable', async () => {
    await contractBank.chain.kill();
    const { status, body } = await reorg(1);
    expect([status, body.code, body.retryable]).toEqual([503, 'chain_unavailable', true]);
    expect(body.detail).not.toContain('127.0.0.1');
  });
});
