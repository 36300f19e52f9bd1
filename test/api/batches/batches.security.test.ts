// A batch, its items and its accounts belong to one developer.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBank } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openPayroll, type Payroll } from '../../kit/money/batches.ts';

let bank: CheckedBank;
let owner: Payroll;
let stranger: Payroll;
let batchId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  owner = await openPayroll(bank);
  stranger = await openPayroll(bank);
  batchId = (await owner.send('atomic', owner.items(3))).body.id;
});
afterAll(() => bank.close());

it("another developer's batch is answered like a batch that does not exist", async () => {
  await writesNothing(bank, async () => {
    for (const id of [batchId, 'bat_06ayx0rw7mf5w0h1y6k2v3c4d5', 'x']) {
      for (const path of [`/v1/batches/${id}`, `/v1/batches/${id}/items`]) {
        const { status, body } = await stranger.call(path);
        expect([status, body.code]).toEqual([404, 'batch_not_found']);
      }
      const stopAnswer = await stranger.call(`/v1/batches/${id}/cancel`, {});
      expect([stopAnswer.status, stopAnswer.body.code]).toEqual([404, 'batch_not_found']);
    }
    const listAnswer = await stranger.call('/v1/batches');
    expect(listAnswer.body.data).toEqual([]);
    const answerAfter = await stranger.call(`/v1/batches?startingAfter=${batchId}`);
    expect(answerAfter.body.data).toEqual([]);
    const foreignAnswer = await stranger.call(`/v1/transactions?batchId=${batchId}`);
    expect(foreignAnswer.body.data).toEqual([]);
  });
});

it("another developer's account in one of many items refuses the whole batch", async () => {
  await writesNothing(bank, async () => {
    for (const mode of ['atomic', 'best_effort']) {
      const items = stranger.items(50);
      items[49] = stranger.item(49, { sourceAccountId: owner.from });
      const foreignAnswer = await stranger.send(mode, items);
      items[49] = stranger.item(49, { sourceAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' });
      const missingAnswer = await stranger.send(mode, items);
      expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'account_not_found']);
      const { requestId: _, ...problem } = foreignAnswer.body;
      expect(problem).toEqual({ ...missingAnswer.body, requestId: undefined });
    }
  });
});

it('a reference used by another developer is still available', async () => {
  const items = stranger.items(3).map((item, n) => ({
    ...item,
    reference: owner.item(n).reference,
  }));
  expect((await stranger.send('atomic', items)).status).toBe(201);
});

it('a cursor from another batch returns only items of this batch', async () => {
  const { body } = await stranger.send('atomic', [stranger.item(77)]);
  const [ownResult] = await stranger.results(body.id);
  const [foreignItem] = await owner.results(batchId);
  const page = await stranger.call(`/v1/batches/${body.id}/items?startingAfter=${foreignItem.id}`);
  expect(page.body.data).toEqual([ownResult]);
});

it('creating a batch needs transactions:write, reading a batch transactions:read', async () => {
  const answer = await bank.call('/v1/developer/keys', {
    key: owner.key,
    body: { name: 'Reads', environment: 'sandbox', scopes: ['transactions:read'] },
  });
  const key = answer.body.apiKey;
  expect((await bank.call(`/v1/batches/${batchId}`, { key })).status).toBe(200);
  const body = { mode: 'atomic', items: owner.items(1) };
  const refusedAnswer = await bank.call('/v1/transactions/batch', { key, body });
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
  const stopAnswer = await bank.call(`/v1/batches/${batchId}/cancel`, { key, method: 'POST' });
  expect(stopAnswer.body.code).toBe('insufficient_scope');
});

it('a batch over the limit on waiting items is refused, and a batch of another developer is accepted', async () => {
  const smallBank = await openTestBank({ backlogLimit: 1 });
  try {
    const busyPayroll = await openPayroll(smallBank);
    const { raw } = smallBank.bank.environments.sandbox.ledger.database;
    const firstAnswer = await busyPayroll.send('best_effort', busyPayroll.items(2));
    expect(firstAnswer.status).toBe(201);
    // An accepted batch without a workflow.
    raw.exec(`INSERT INTO batches SELECT 'bat_stuck', tenant_id, mode, 'pending', total, 0, 0, 0, 0,
      NULL, NULL, NULL, NULL, metadata, NULL, NULL, NULL, request_hash, request_id, actor, 1,
      ${Date.now() + 3_600_000}, updated_at, NULL, 0, NULL, 0 FROM batches LIMIT 1`);
    const refusedAnswer = await busyPayroll.send('best_effort', [busyPayroll.item(8)]);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([503, 'workflow_unavailable']);
    expect(refusedAnswer.headers.get('retry-after')).toBe('1');
    // The quota is per developer: another developer, who has used none of it, is not refused.
    const otherPayroll = await openPayroll(smallBank);
    expect((await otherPayroll.send('best_effort', otherPayroll.items(2))).status).toBe(201);
  } finally {
    await smallBank.close();
  }
});
