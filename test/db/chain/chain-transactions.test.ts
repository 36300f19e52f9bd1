// Orders for the chain: a signed transaction never changes, a nonce belongs to one transaction, and
// no order is lost silently when the chain is replaced.

import { beforeEach, describe, expect, test } from 'vitest';
import {
  findChainTransaction,
  findDeployment,
  listAttempts,
  listOpenChainTransactions,
  readChainStatus,
} from '../../../db/chain/order-reads.ts';
import type { ChainOrder } from '../../../db/chain/orders.ts';
import {
  moveOnChain,
  orderOnChain,
  recordChainFinding,
  setCurrentChain,
  storeSent,
  storeSigned,
} from '../../../db/chain/signer-acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const FROM_ADDRESS = `0x${'a'.repeat(40)}`;
const DEV = { chainId: 777_003, genesisHash: hash('1') };
const order: ChainOrder = {
  kind: 'execution',
  objectId: 'exe_1',
  to: `0x${'b'.repeat(40)}`,
  data: Buffer.from([1, 2]),
  value: 10n ** 20n,
  gas: null,
  notify: 'execution/exe_1',
};

let ledger: Ledger;
let chain: number;
beforeEach(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  ({ chain } = await ledger.run(setCurrentChain, DEV));
});

const attemptOf = (transactionId: string, nonce: number, digit = 'c') => ({
  hash: hash(digit),
  transactionId,
  chain,
  nonce,
  raw: Buffer.from([3]),
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '1',
  signedAt: Date.now(),
  sentAt: null,
});

async function signOne(objectId: string, nonce: number, digit: string): Promise<string> {
  const id = await ledger.run(orderOnChain, { ...order, objectId });
  expect(
    await ledger.run(storeSigned, { from: FROM_ADDRESS, attempt: attemptOf(id, nonce, digit) }),
  ).toBe(true);
  return id;
}

const inBlock = { hash: hash('c'), blockNumber: 7, blockHash: hash('d'), succeeded: 1 };

describe('an order for the chain', () => {
  test('goes from queued to final, and its bytes are stored before they are sent', async () => {
    const id = await ledger.run(orderOnChain, order);
    expect(await findChainTransaction(ledger, id)).toMatchObject({
      status: 'queued',
      nonce: null,
      value: '100000000000000000000',
    });
    expect(await ledger.run(storeSigned, { from: FROM_ADDRESS, attempt: attemptOf(id, 0) })).toBe(
      true,
    );
    expect(await findChainTransaction(ledger, id)).toMatchObject({ status: 'signed', nonce: 0 });
    expect(await listAttempts(ledger, id)).toMatchObject([{ hash: hash('c'), sentAt: null }]);
    await ledger.run(storeSent, { id, hash: hash('c') });
    expect(await listAttempts(ledger, id)).toMatchObject([{ sentAt: expect.any(Number) }]);
    const notified = await ledger.run(moveOnChain, { id, to: { status: 'included', ...inBlock } });
    expect(notified).toEqual([{ id, notify: order.notify }]);
    expect(await ledger.run(moveOnChain, { id, to: { status: 'included', ...inBlock } })).toEqual(
      [],
    );
    expect(await listOpenChainTransactions(ledger, 10)).toHaveLength(1);
    await ledger.run(moveOnChain, { id, to: { status: 'final' } });
    expect(await listOpenChainTransactions(ledger, 10)).toEqual([]);
  });

  test('that is already signed is not signed again', async () => {
    const id = await signOne('exe_1', 0, 'c');
    expect(
      await ledger.run(storeSigned, { from: FROM_ADDRESS, attempt: attemptOf(id, 1, 'e') }),
    ).toBe(false);
    expect(await listAttempts(ledger, id)).toHaveLength(1);
  });

  test('for an object with an open order is refused; after a failure it is accepted', async () => {
    const id = await ledger.run(orderOnChain, order);
    await expect(ledger.run(orderOnChain, order)).rejects.toThrow('UNIQUE');
    await ledger.run(moveOnChain, {
      id,
      to: { status: 'failed', reasonCode: 'reverted', reason: 'No.' },
    });
    await expect(ledger.run(orderOnChain, order)).resolves.toMatch(/^ctx_/);
  });

  test('never shares a nonce of its address with another order', async () => {
    await signOne('exe_1', 0, 'c');
    const id = await ledger.run(orderOnChain, { ...order, objectId: 'exe_2' });
    await expect(
      ledger.run(storeSigned, { from: FROM_ADDRESS, attempt: attemptOf(id, 0, 'e') }),
    ).rejects.toThrow('UNIQUE');
    expect(await findChainTransaction(ledger, id)).toMatchObject({ status: 'queued' });
    expect(await listAttempts(ledger, id)).toEqual([]);
  });

  test('and its signed attempts cannot be changed', async () => {
    const { raw } = ledger.database;
    await signOne('exe_1', 0, 'c');
    for (const sql of [
      "UPDATE chain_transactions SET value = '1'",
      "UPDATE chain_transactions SET status = 'final'",
      'DELETE FROM chain_transactions',
      "UPDATE chain_attempts SET raw = x'00'",
      'DELETE FROM chain_attempts',
    ]) {
      expect(() => raw.prepare(sql).run(), sql).toThrow(
        expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' }),
      );
    }
  });
});

describe('a chain', () => {
  test('that is already current stays the same, and no order is dropped', async () => {
    expect(await ledger.run(setCurrentChain, DEV)).toEqual({ chain, moved: [] });
    expect((await readChainStatus(ledger)).current).toMatchObject(DEV);
  });

  test('that replaces another drops orders under way, and keeps queued orders', async () => {
    const [waits, underWay] = [
      await ledger.run(orderOnChain, { ...order, objectId: 'exe_3' }),
      await signOne('exe_4', 0, 'c'),
    ];
    const next = await ledger.run(setCurrentChain, { ...DEV, genesisHash: hash('2') });
    expect(next.chain).not.toBe(chain);
    expect(next.moved).toEqual([{ id: underWay, notify: order.notify }]);
    expect(await findChainTransaction(ledger, underWay)).toMatchObject({
      status: 'dropped',
      reasonCode: 'chain_gone',
    });
    expect(await findChainTransaction(ledger, waits)).toMatchObject({ status: 'queued' });
  });

  test('has its own deployments', async () => {
    const deployment = { ...order, kind: 'deployment', objectId: 'Escrow', to: null } as const;
    const id = await ledger.run(orderOnChain, deployment);
    expect(await findDeployment(ledger, 'Escrow', chain)).toMatchObject({ id });
    await ledger.run(storeSigned, { from: FROM_ADDRESS, attempt: attemptOf(id, 0) });
    const next = await ledger.run(setCurrentChain, { ...DEV, genesisHash: hash('2') });
    expect(await findDeployment(ledger, 'Escrow', next.chain)).toBeNull();
  });

  test("is described by the signer's latest finding", async () => {
    const finding = { state: 'ok', detail: null, address: FROM_ADDRESS, blockNumber: 12 } as const;
    await ledger.run(recordChainFinding, finding);
    const first = await readChainStatus(ledger);
    expect(first).toMatchObject(finding);
    await ledger.run(recordChainFinding, {
      ...finding,
      state: 'unreachable',
      detail: 'It does not answer.',
    });
    expect(await readChainStatus(ledger)).toMatchObject({ state: 'unreachable' });
  });
});
