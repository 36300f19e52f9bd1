// Atomic and best-effort batches: progress, results, and one workflow for all items.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openPayroll } from '../../kit/money/batches.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  await bank.close();
  const brokenChecks = books.body.checks.filter(
    (check: { violations: number }) => check.violations > 0,
  );
  expect(brokenChecks).toEqual([]);
});

describe('an atomic batch', () => {
  it('books all items in one workflow, each a transaction that names the batch', async () => {
    const payroll = await openPayroll(bank);
    const { status, body } = await payroll.send('atomic', payroll.items(300));
    expect([status, body.status]).toEqual([201, 'completed']);
    expect(body.counts).toEqual({
      total: 300,
      pending: 0,
      posted: 300,
      declined: 0,
      failed: 0,
      refused: 0,
    });
    expect(body.workflow.id).toBe(`batch/${body.id}`);
    expect(await payroll.readPosted()).toBe(97_000);
    const results = await payroll.results(body.id);
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    expect(results[17]).toMatchObject({ status: 'posted', error: null, amount: 10 });
    const paymentAnswer = await payroll.call(`/v1/transactions/${results[17].transactionId}`);
    expect(paymentAnswer.body).toMatchObject({
      batchId: body.id,
      reference: results[17].reference,
      status: 'posted',
      workflow: body.workflow,
      reversible: true,
    });
    expect(await payroll.readEventTypes()).toEqual(['batch.created', 'batch.completed']);
    expect(await payroll.read(body.id)).toEqual(body);
  });

  it('lists its own transactions only, page by page', async () => {
    const payroll = await openPayroll(bank);
    const { body: batch } = await payroll.send('atomic', payroll.items(5));
    await payroll.send('best_effort', [payroll.item(5), payroll.item(6)]);
    const path = `/v1/transactions?batchId=${batch.id}&limit=3`;
    const firstPage = (await payroll.call(path)).body;
    const secondPage = (await payroll.call(`${path}&startingAfter=${firstPage.nextCursor}`)).body;
    const result = [...firstPage.data, ...secondPage.data].map(({ reference }) => reference);
    const sentReferences = payroll.items(5).map(({ reference }) => reference);
    expect(result).toEqual(sentReferences.reverse());
    expect([firstPage.hasMore, secondPage.hasMore]).toEqual([true, false]);
    expect((await payroll.call('/v1/transactions?batchId=bat_x')).body.data).toEqual([]);
  });

  it('books nothing when one item cannot be booked, and names that item', async () => {
    const payroll = await openPayroll(bank, 1_000);
    const items = payroll.items(20);
    items[17] = payroll.item(17, { amount: 10_000 });
    const { status, body } = await payroll.send('atomic', items);
    expect([status, body.code]).toEqual([422, 'insufficient_funds']);
    expect(body.errors).toMatchObject([{ pointer: '/items/17/amount' }]);
    expect(await payroll.readPosted()).toBe(1_000);
    const batch = await payroll.read(body.batchId);
    expect(batch).toMatchObject({
      status: 'refused',
      refusal: { index: 17, code: 'insufficient_funds' },
      counts: { refused: 20, posted: 0 },
    });
    const results = await payroll.results(body.batchId);
    expect(new Set(results.map((item) => `${item.status} ${item.transactionId}`))).toEqual(
      new Set(['refused null']),
    );
    const { body: list } = await payroll.call('/v1/transactions?limit=100');
    expect(list.data.every(({ batchId }: { batchId: null }) => batchId === null)).toBe(true);
    expect(await payroll.readEventTypes()).toEqual(['batch.created', 'batch.refused']);
    // The references are available again, so a corrected batch can be sent.
    items[17] = payroll.item(17);
    expect((await payroll.send('atomic', items)).status).toBe(201);
  });

  it("refuses an item that needs a second person's approval", async () => {
    const payroll = await openPayroll(bank);
    const put = {
      key: payroll.key,
      method: 'PUT',
      body: { currency: 'EUR', requireApprovalAbove: 50 },
    };
    await bank.call(`/v1/accounts/${payroll.from}/limits`, put);
    const items = payroll.items(5);
    items[3] = payroll.item(3, { amount: 51 });
    const { body } = await payroll.send('atomic', items);
    expect(body).toMatchObject({
      code: 'approval_unavailable',
      errors: [{ pointer: '/items/3/amount' }],
    });
    expect(await payroll.readPosted()).toBe(100_000);
  });

  it('lets items spend money that earlier items brought in', async () => {
    const payroll = await openPayroll(bank, 100);
    const [firstPayee = '', secondPayee = ''] = payroll.payees;
    const { body } = await payroll.send('atomic', [
      payroll.item(0, { amount: 100 }),
      payroll.item(1, {
        sourceAccountId: firstPayee,
        destinationAccountId: secondPayee,
        amount: 100,
      }),
      payroll.item(2, {
        type: 'withdrawal',
        sourceAccountId: secondPayee,
        destinationAccountId: undefined,
        amount: 100,
      }),
    ]);
    expect(body.counts).toMatchObject({ posted: 3 });
    expect([
      await payroll.readPosted(),
      await payroll.readPosted(firstPayee),
      await payroll.readPosted(secondPayee),
    ]).toEqual([0, 0, 0]);
  });
});

describe('a best-effort batch', () => {
  it('returns one result for each item, in order, and filters by status', async () => {
    const payroll = await openPayroll(bank, 1_000);
    const items = payroll.items(700);
    items[5] = payroll.item(5, { amount: 2_000 });
    const { status, body } = await payroll.send('best_effort', items);
    expect([status, body.status]).toEqual([201, 'completed']);
    expect(body.counts).toMatchObject({ total: 700, posted: 100, declined: 600, pending: 0 });
    const declinedResults = await payroll.results(body.id, '&status=declined');
    expect(declinedResults).toHaveLength(600);
    expect(declinedResults[0]).toMatchObject({
      index: 5,
      status: 'declined',
      error: { code: 'insufficient_funds' },
    });
    const record = await payroll.call(`/v1/transactions/${declinedResults[0].transactionId}`);
    expect(record.body).toMatchObject({ status: 'declined', batchId: body.id });
    expect(await payroll.readPosted()).toBe(0);
    expect(
      (await payroll.results(body.id, '&status=posted')).map(({ index }) => index),
    ).toHaveLength(100);
  });

  it("declines an item that needs a second person's approval, and books the rest", async () => {
    const payroll = await openPayroll(bank);
    const put = {
      key: payroll.key,
      method: 'PUT',
      body: { currency: 'EUR', requireApprovalAbove: 50 },
    };
    await bank.call(`/v1/accounts/${payroll.from}/limits`, put);
    const { body } = await payroll.send('best_effort', [
      payroll.item(0),
      payroll.item(1, { amount: 51 }),
    ]);
    expect(body.counts).toMatchObject({ posted: 1, declined: 1 });
    const [, secondResult] = await payroll.results(body.id);
    expect(secondResult.error.code).toBe('approval_unavailable');
  });

  it('shows its progress, and waits no longer than requested', async () => {
    const payroll = await openPayroll(bank);
    const { status, body, headers } = await payroll.send(
      'best_effort',
      payroll.items(3_000),
      {},
      0,
    );
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/batches/${body.id}`);
    await expect
      .poll(async () => (await payroll.read(body.id)).status, { timeout: 240_000 })
      .toBe('completed');
    expect((await payroll.read(body.id)).counts).toMatchObject({ posted: 3_000, pending: 0 });
    const { body: list } = await payroll.call('/v1/batches?status=completed');
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  }, 300_000);
});

describe('a replay of a batch', () => {
  it('with the same key and body returns the batch in its present state', async () => {
    const payroll = await openPayroll(bank);
    const headers = { 'idempotency-key': 'payroll-1' };
    const items = payroll.items(10, { metadata: { b: '2', a: '1' } });
    const firstAnswer = await payroll.send('atomic', items, headers);
    const reversedItems = items.map((item) => ({ ...item, metadata: { a: '1', b: '2' } }));
    const repeatedAnswer = await payroll.send('atomic', reversedItems, headers);
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, firstAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(await payroll.readPosted()).toBe(99_900);
  });

  it('after a refusal is refused for the same reason', async () => {
    const payroll = await openPayroll(bank, 0);
    const headers = { 'idempotency-key': 'payroll-1' };
    const answers = [
      await payroll.send('atomic', payroll.items(2), headers),
      await payroll.send('atomic', payroll.items(2), headers),
    ];
    expect(answers.map(({ body }) => [body.code, body.batchId])).toEqual([
      ['insufficient_funds', answers[0]?.body.batchId],
      ['insufficient_funds', answers[0]?.body.batchId],
    ]);
  });

  it('sent 32 times at once moves the money once', async () => {
    const payroll = await openPayroll(bank);
    const headers = { 'idempotency-key': 'payroll-1' };
    const items = payroll.items(50);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => payroll.send('best_effort', items, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
      new Set([`201 ${answers[0]?.body.id}`]),
    );
    expect(await payroll.readPosted()).toBe(99_500);
  });
});
