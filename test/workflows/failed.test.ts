// The answers that a client gets about a transaction that can never be booked, and from a bank that
// has too many such transactions in progress.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { createPoison } from '../kit/workflows/unwind.ts';

const FUNDS = 1_000;

let bank: TestBank;
let limitedBank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
  limitedBank = await openTestBank({ backlogLimit: 2 });
});
afterAll(async () => {
  await bank.close();
  await limitedBank.close();
});

/** Opens two accounts of a developer. A test can make transfers with a chosen reference fail. */
async function openPoisonedAccounts(bank: TestBank) {
  const { key } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [FUNDS, 0]);
  const [from = '', to = ''] = accountIds;
  const poison = createPoison(bank.bank.environments.sandbox.ledger);
  const send = (reference: string, idempotencyKey: string, headers = {}): Promise<Answer> =>
    bank.call('/v1/transactions', {
      key,
      headers: { 'idempotency-key': idempotencyKey, ...headers },
      body: {
        type: 'transfer',
        amount: 400,
        currency: 'EUR',
        sourceAccountId: from,
        destinationAccountId: to,
        reference,
      },
    });
  const readPosted = async (id: string) =>
    (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
  const readBalances = async () => [await readPosted(from), await readPosted(to)];
  return { key, poison, send, readBalances };
}

/** Repeats a request until the status of the answer differs from 202. */
async function repeatUntilDecided(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.status !== 202) return answer;
    await sleep(200);
  }
}

describe.concurrent('a transaction that can never be booked', () => {
  it('is answered 202, then 503 with its id, and its idempotency key never moves money', async () => {
    const { key, poison, send, readBalances } = await openPoisonedAccounts(bank);
    poison.add('order-7');
    const first = await send('order-7', 'key-a');
    expect([first.status, first.body.status]).toEqual([202, 'pending']);
    const address = first.headers.get('location') ?? '';
    expect(address).toBe(`/v1/transactions/${first.body.id}`);
    // While the transaction is being tried, its reference is in use.
    const duplicate = await send('order-7', 'key-b');
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'duplicate_reference']);
    expect(duplicate.body.existingId).toBe(first.body.id);

    const failed = await repeatUntilDecided(() => send('order-7', 'key-a'));
    expect([failed.status, failed.body.code]).toEqual([503, 'transaction_failed']);
    expect(failed.body.transactionId).toBe(first.body.id);
    expect(failed.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await bank.call(address, { key });
    expect(body).toMatchObject({
      status: 'failed',
      statusReason: { code: 'technical_fault' },
      entries: [],
      hold: null,
    });
    expect(await readBalances()).toEqual([FUNDS, 0]);

    // After the repair the old key still answers with its transaction; a new key books a new one.
    poison.remove('order-7');
    expect((await send('order-7', 'key-a')).body.code).toBe('transaction_failed');
    const repeatedAnswer = await send('order-7', 'key-c');
    expect([repeatedAnswer.status, repeatedAnswer.body.status]).toEqual([201, 'posted']);
    expect(await readBalances()).toEqual([FUNDS - 400, 400]);
  });
});

describe.concurrent('a bank at its limit of transactions in progress', () => {
  it('answers 503 without binding the idempotency key, and accepts the request later', async () => {
    const { poison, send, readBalances } = await openPoisonedAccounts(limitedBank);
    poison.add('stuck-1');
    poison.add('stuck-2');
    const asyncHeaders = { prefer: 'respond-async' };
    expect((await send('stuck-1', 'key-1', asyncHeaders)).status).toBe(202);
    expect((await send('stuck-2', 'key-2', asyncHeaders)).status).toBe(202);
    const refused = await send('order-8', 'key-8');
    expect([refused.status, refused.body.code]).toEqual([503, 'workflow_unavailable']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.body).not.toHaveProperty('transactionId');

    let accepted = refused;
    while (accepted.status === 503) {
      await sleep(500);
      accepted = await send('order-8', 'key-8');
    }
    expect([accepted.status, accepted.body.status]).toEqual([201, 'posted']);
    expect(accepted.headers.get('idempotency-replayed')).toBeNull();
    expect(await readBalances()).toEqual([FUNDS - 400, 400]);
  });
});
