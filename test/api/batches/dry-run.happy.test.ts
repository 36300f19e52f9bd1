// The dry run of a batch predicts the batch item by item, and changes nothing itself.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandomFor } from '../../../research/random.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openPayroll, type Payroll } from '../../kit/money/batches.ts';
import { CONSENT } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const PATH = '/v1/transactions/batch?wait=10';
const dryRun = (payroll: Payroll, mode: string, items: unknown, headers = {}) =>
  payroll.call(PATH, { mode, items, dryRun: true }, headers);

interface PreviewedAccount {
  readonly accountId: string;
  readonly resulting: { readonly posted: number };
  readonly limits: unknown;
}

interface RefusedItem {
  readonly index: number;
  readonly code: string;
}

describe('a dry run of a batch', () => {
  it('writes nothing, needs no key in production, and leaves a sent key unused', async () => {
    const payroll = await openPayroll(bank);
    const headers = { 'idempotency-key': 'the-payroll' };
    const items = payroll.items(40);
    await writesNothing(bank, async () => {
      const { body } = await dryRun(payroll, 'atomic', items, headers);
      expect(body).toMatchObject({ dryRun: true, mode: 'atomic', wouldPost: true, refusals: [] });
      expect(body.counts).toEqual({ total: 40, acceptable: 40, refused: 0 });
    });
    const sendAnswer = await payroll.send('best_effort', items, headers);
    expect([sendAnswer.status, sendAnswer.headers.get('idempotency-replayed')]).toEqual([
      201,
      null,
    ]);
    const liveKey = await claimLiveKey(bank, payroll.key);
    const body = { mode: 'atomic', items: payroll.items(1), dryRun: true };
    const answer = await bank.call(PATH, { key: liveKey, body });
    expect(answer.body.refusals, JSON.stringify(answer.body)).toMatchObject([
      { index: 0, code: 'account_not_found', pointer: '/items/0/sourceAccountId' },
    ]);
  });

  it('lists every item that would be refused, not only the first', async () => {
    const payroll = await openPayroll(bank, 1_000);
    await payroll.send('atomic', [payroll.item(3)]);
    const items = payroll.items(8);
    items[1] = payroll.item(1, { destinationAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' });
    items[5] = payroll.item(5, { amount: 100_000 });
    items[6] = payroll.item(6, { currency: 'USD' });
    const { body } = await dryRun(payroll, 'atomic', items);
    expect(body).toMatchObject({
      wouldPost: false,
      counts: { total: 8, acceptable: 4, refused: 4 },
      refusals: [
        { index: 1, code: 'account_not_found', pointer: '/items/1/destinationAccountId' },
        { index: 3, code: 'duplicate_reference', pointer: '/items/3/reference' },
        { index: 5, code: 'insufficient_funds', pointer: '/items/5/amount' },
        { index: 6, code: 'currency_mismatch', reference: items[6]?.reference },
      ],
    });
    expect((await dryRun(payroll, 'best_effort', items)).body.wouldPost).toBe(true);
  });

  it('shows sums by currency and account, fees and the remaining limits', async () => {
    const payroll = await openPayroll(bank, 1_000);
    const call = (method: string, path: string, body: object) =>
      bank.call(path, { key: payroll.key, method, body });
    await call('PUT', `/v1/accounts/${payroll.from}/limits`, { currency: 'EUR', daily: 5_000 });
    const overdraft = {
      ...{ enabled: true, mode: 'allow', limit: 10_000, consent: CONSENT },
      feePolicy: { perItem: 50, gracePeriodHours: 24, graceAmount: 0, maxPerDay: 9 },
    };
    const overdraftAnswer = await call('POST', `/v1/accounts/${payroll.from}/overdraft`, overdraft);
    expect(overdraftAnswer.status, JSON.stringify(overdraftAnswer.body)).toBeLessThan(300);
    const [payee = ''] = payroll.payees;
    const items = [400, 400, 400, 400].map((amount, n) =>
      payroll.item(n, { amount, destinationAccountId: payee }),
    );
    const { body } = await dryRun(payroll, 'best_effort', items);
    expect(body.sums).toEqual([{ currency: 'EUR', count: 4, amount: 1_600 }]);
    const accounts = Object.fromEntries(
      body.accounts.map((account: PreviewedAccount) => [account.accountId, account]),
    );
    expect(accounts[payroll.from]).toMatchObject({
      ...{ paid: 1_600, received: 0, currency: 'EUR' },
      current: { posted: 1_000 },
      resulting: { posted: -600 },
      fees: { count: 2, amount: 100 },
    });
    const remaining = { period: 'day', remainingAfter: 3_400 };
    expect(accounts[payroll.from].limits).toMatchObject([remaining]);
    expect(accounts[payee]).toMatchObject({
      ...{ paid: 0, received: 1_600, limits: [] },
      resulting: { posted: 1_600 },
    });
  });

  it('checks the items of an atomic batch together against a threshold, as the batch does', async () => {
    const payroll = await openPayroll(bank);
    const body = { currency: 'EUR', requireApprovalAbove: 50 };
    await bank.call(`/v1/accounts/${payroll.from}/limits`, {
      key: payroll.key,
      method: 'PUT',
      body,
    });
    const items = payroll.items(8);
    const atomicDryRun = (await dryRun(payroll, 'atomic', items)).body;
    expect(atomicDryRun.refusals[0]).toMatchObject({ index: 5, code: 'approval_unavailable' });
    expect((await dryRun(payroll, 'best_effort', items)).body.refusals).toEqual([]);
    const sendAnswer = await payroll.send('atomic', items);
    expect(sendAnswer.body.errors[0]).toMatchObject({ pointer: '/items/5/amount' });
  });

  it('with invalid items is refused like the batch itself', async () => {
    const payroll = await openPayroll(bank);
    await writesNothing(bank, async () => {
      for (const items of [
        [],
        [{ ...payroll.item(0), amount: -1 }],
        [payroll.item(0), payroll.item(0)],
      ]) {
        const [dryRunAnswer, realAnswer] = [
          await dryRun(payroll, 'atomic', items),
          await payroll.send('atomic', items),
        ];
        const summaryOf = ({ status, body }: typeof dryRunAnswer) => [
          status,
          body.code,
          body.errors,
        ];
        expect(summaryOf(dryRunAnswer)).toEqual(summaryOf(realAnswer));
      }
    });
  });

  it.each(['atomic', 'best_effort'])(
    'in mode %s predicts the result of the batch',
    async (mode) => {
      for (let seed = 1; seed <= 8; seed += 1) {
        const random = createRandomFor('dry runs', mode, seed);
        const payroll = await openPayroll(bank, 500);
        const accountIds = [payroll.from, ...payroll.payees];
        const items = Array.from({ length: 60 }, (_, n) => {
          const sourceAccountId = random.pick(accountIds);
          const possiblePayees = accountIds.filter((id) => id !== sourceAccountId);
          const amount = random.integer(1, mode === 'atomic' && seed > 4 ? 9 : 300);
          return payroll.item(n, {
            sourceAccountId,
            destinationAccountId: random.pick(possiblePayees),
            amount,
          });
        });
        const { status, body: dryRunBatch } = await dryRun(payroll, mode, items);
        expect(status, JSON.stringify(dryRunBatch)).toBe(200);
        const balances = new Map<string, number>(
          dryRunBatch.accounts.map(({ accountId, resulting }: PreviewedAccount) => [
            accountId,
            resulting.posted,
          ]),
        );
        const { body: batch } = await payroll.send(mode, items);
        if (mode === 'atomic') {
          expect(dryRunBatch.wouldPost).toBe(batch.status === 'completed');
          if (batch.errors) {
            const { index, code } = dryRunBatch.refusals[0];
            expect(batch.errors[0]).toMatchObject({
              code,
              pointer: dryRunBatch.refusals[0].pointer,
            });
            expect(batch.detail).toMatch(new RegExp(`^Item ${index}:`));
            continue;
          }
        } else {
          const declinedResults = await payroll.results(batch.id, '&status=declined');
          expect(dryRunBatch.refusals.map(({ index, code }: RefusedItem) => [index, code])).toEqual(
            declinedResults.map(({ index, error }) => [index, error.code]),
          );
          expect(batch.counts.posted).toBe(dryRunBatch.counts.acceptable);
        }
        for (const [id, posted] of balances) expect(await payroll.readPosted(id), id).toBe(posted);
      }
    },
    120_000,
  );
});
