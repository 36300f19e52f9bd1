// A batch with invalid items is refused as a whole with the items at fault, and nothing is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptBatch } from '../../../db/batches/accept.ts';
import { settleBatch } from '../../../db/batches/acts.ts';
import { OPERATOR_KEY } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openPayroll, type Payroll } from '../../kit/money/batches.ts';

let bank: CheckedBank;
let payroll: Payroll;
beforeAll(async () => {
  bank = await openCheckedBank();
  payroll = await openPayroll(bank);
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  await bank.close();
  expect(books.body.ok).toBe(true);
});

/** Returns a batch of three items with an invalid second item. */
const makeItemsWithInvalidSecond = (fields: object) => [
  payroll.item(0),
  payroll.item(1, fields),
  payroll.item(2),
];

describe('a batch', () => {
  const bodies: [string, () => unknown, number, string, string][] = [
    ['no list of items', () => undefined, 422, 'validation_failed', '/items'],
    ['an empty list', () => [], 422, 'validation_failed', '/items'],
    ['an object in place of the list', () => ({ length: 1 }), 422, 'validation_failed', '/items'],
    ['too many items', () => payroll.items(10_001), 422, 'validation_failed', '/items'],
    [
      'an amount of zero',
      () => makeItemsWithInvalidSecond({ amount: 0 }),
      422,
      'amount_out_of_range',
      '/items/1/amount',
    ],
    [
      'a fractional amount',
      () => makeItemsWithInvalidSecond({ amount: 1.5 }),
      422,
      'amount_not_integer',
      '/items/1/amount',
    ],
    [
      'no reference',
      () => makeItemsWithInvalidSecond({ reference: undefined }),
      422,
      'validation_failed',
      '/items/1/reference',
    ],
    [
      'an unsupported currency',
      () => makeItemsWithInvalidSecond({ currency: 'XXX' }),
      422,
      'currency_not_supported',
      '/items/1/currency',
    ],
    [
      'the same account twice',
      () => makeItemsWithInvalidSecond({ destinationAccountId: payroll.from }),
      422,
      'same_account',
      '/items/1/destinationAccountId',
    ],
    [
      'an item that is a hold',
      () => makeItemsWithInvalidSecond({ capture: 'manual' }),
      422,
      'validation_failed',
      '/items/1/capture',
    ],
    [
      'an item that is a dry run',
      () => makeItemsWithInvalidSecond({ dryRun: true }),
      422,
      'validation_failed',
      '/items/1/dryRun',
    ],
    [
      'an item with its own batch id',
      () => makeItemsWithInvalidSecond({ batchId: 'bat_1' }),
      422,
      'validation_failed',
      '/items/1/batchId',
    ],
    [
      'an unknown account',
      () => makeItemsWithInvalidSecond({ destinationAccountId: 'acc_1' }),
      404,
      'account_not_found',
      '/items/1/destinationAccountId',
    ],
    [
      'the same reference twice',
      () => makeItemsWithInvalidSecond({ reference: payroll.item(0).reference }),
      409,
      'duplicate_reference',
      '/items/1/reference',
    ],
  ];
  it.each(bodies)(
    'with %s is refused and writes nothing',
    async (_, items, status, code, pointer) => {
      await writesNothing(bank, async () => {
        for (const mode of ['atomic', 'best_effort']) {
          const answer = await payroll.send(mode, items());
          expect([answer.status, answer.body.code]).toEqual([status, code]);
          expect(answer.body.errors[0].pointer).toBe(pointer);
        }
      });
    },
  );

  it('with an unknown mode, an unknown field or malformed JSON is refused and writes nothing', async () => {
    await writesNothing(bank, async () => {
      expect((await payroll.send('maybe', payroll.items(1))).body.errors[0].pointer).toBe('/mode');
      const path = '/v1/transactions/batch';
      const extraFieldAnswer = await payroll.call(path, {
        mode: 'atomic',
        items: payroll.items(1),
        dry: true,
      });
      expect(extraFieldAnswer.body.errors[0].pointer).toBe('/dry');
      const brokenBody = await bank.call(path, {
        key: payroll.key,
        raw: '{"mode":"atomic","items":[',
      });
      expect([brokenBody.status, brokenBody.body.code]).toEqual([400, 'malformed_json']);
    });
  });

  it('of more than 16 MiB or of a million numbers is refused and writes nothing', async () => {
    await writesNothing(bank, async () => {
      const path = '/v1/transactions/batch';
      const raw = `{"mode":"atomic","items":["${'x'.repeat(16 * 1024 * 1024)}"]}`;
      const largeBody = await bank.call(path, { key: payroll.key, raw });
      expect([largeBody.status, largeBody.body.code]).toEqual([413, 'payload_too_large']);
      const millionItems = await payroll.send(
        'atomic',
        Array.from({ length: 1_000_000 }, () => 1),
      );
      expect([millionItems.status, millionItems.body.errors.length]).toEqual([422, 1]);
      // The limit of other routes is unchanged.
      const otherAnswer = await bank.call('/v1/transactions', { key: payroll.key, raw });
      expect(otherAnswer.status).toBe(413);
    });
  });

  it('of ten thousand invalid items is refused with an answer of bounded size', async () => {
    const answer = await payroll.send('atomic', payroll.items(10_000, { amount: -1 }));
    expect([answer.status, answer.body.errors.length]).toEqual([422, 100]);
  });
});

describe('a reference of a batch item', () => {
  it('used by another transaction is refused with the id of that transaction', async () => {
    const payroll = await openPayroll(bank);
    const paymentAnswer = await payroll.call('/v1/transactions?wait=10', payroll.item(1));
    const { status, body } = await payroll.send('best_effort', payroll.items(3));
    expect([status, body.code, body.existingId]).toEqual([
      409,
      'duplicate_reference',
      paymentAnswer.body.id,
    ]);
    expect(body.errors[0].pointer).toBe('/items/1/reference');
  });

  it('taken between acceptance and booking declines its item, or the atomic batch', async () => {
    const payroll = await openPayroll(bank);
    const answers = await Promise.all([
      payroll.send('best_effort', payroll.items(400)),
      payroll.send('best_effort', payroll.items(400)),
      payroll.send('atomic', payroll.items(400)),
    ]);
    let posted = 0;
    const statuses: string[] = [];
    for (const { status, body } of answers) {
      if (body.code) expect(body.code).toBe('duplicate_reference');
      if (status >= 300) continue;
      // A busy machine may book longer than a request waits.
      let batch = body;
      while (['pending', 'processing'].includes(batch.status)) batch = await payroll.read(body.id);
      posted += batch.counts.posted;
      statuses.push(batch.status);
    }
    // Every reference moved money once, whichever batch was first. An atomic batch that is refused at
    // a later item had taken the references of those before it, whose items are declined meanwhile.
    const wasRefused = statuses.includes('refused') || answers.some(({ status }) => status >= 300);
    if (!wasRefused) expect(posted).toBe(400);
    expect(posted).toBeLessThanOrEqual(400);
    expect(await payroll.readPosted()).toBe(100_000 - posted * 10);
  });
});

describe('an idempotency key of a batch', () => {
  it('accepts one body only', async () => {
    const payroll = await openPayroll(bank);
    const headers = { 'idempotency-key': 'payroll' };
    const firstAnswer = await payroll.send('atomic', payroll.items(2), headers);
    const { status, body } = await payroll.send('best_effort', payroll.items(2), headers);
    expect([status, body.code, body.existingId]).toEqual([
      422,
      'idempotency_key_reused',
      firstAnswer.body.id,
    ]);
  });
});

describe('canceling a batch', () => {
  it('stops a batch that has not begun and is refused for a batch that has ended', async () => {
    const payroll = await openPayroll(bank);
    const completed = await payroll.send('atomic', payroll.items(2));
    const lateAnswer = await payroll.call(`/v1/batches/${completed.body.id}/cancel`, {});
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
    const { ledger } = bank.bank.environments.sandbox;
    const { sourceAccountId, destinationAccountId } = payroll.item(9);
    const draft = {
      type: 'transfer' as const,
      amount: 10,
      currency: 'EUR',
      sourceAccountId,
      destinationAccountId: destinationAccountId ?? null,
      description: null,
      reference: 'never',
      category: null,
      externalParty: null,
      context: null,
      metadata: {},
    };
    const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
    const accepted = await ledger.run(acceptBatch, {
      tenantId: payroll.developerId,
      mode: 'best_effort',
      items: [JSON.stringify(draft)],
      metadata: {},
      requestHash: Buffer.alloc(32),
      cause,
    });
    const path = `/v1/batches/${accepted.id}/cancel`;
    const firstAnswer = await payroll.call(path, {});
    expect([firstAnswer.status, firstAnswer.body.status]).toEqual([200, 'canceled']);
    const repeatedAnswer = await payroll.call(path, {});
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const workflow = { id: 'test', runId: 'test' };
    expect(await ledger.run(settleBatch, { batchId: accepted.id, workflow })).toMatchObject({
      status: 'canceled',
    });
    expect((await payroll.results(accepted.id))[0]).toMatchObject({ status: 'refused' });
    expect(await payroll.readPosted()).toBe(99_980);
  });
});
