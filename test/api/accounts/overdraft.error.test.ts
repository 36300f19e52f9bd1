// Overdrafts refuse invalid terms with the field at fault and change nothing; concurrent payments
// never exceed the limit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';
import { trustPayments } from '../../kit/models/deployments.ts';
import { CONSENT, openSpender, type Spender } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
let spender: Spender;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  spender = await openSpender(bank, { funds: 100, savings: 100 });
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  await bank.close();
  expect(books.body.ok).toBe(true);
});

const TERMS = { enabled: true, mode: 'allow', limit: 100, consent: CONSENT };

describe('invalid overdraft terms', () => {
  const cases: [string, object, number, string, string | null][] = [
    ['no field', {}, 422, 'validation_failed', '/enabled'],
    ['no limit', { ...TERMS, limit: undefined }, 422, 'validation_failed', '/limit'],
    ['a negative limit', { ...TERMS, limit: -1 }, 422, 'amount_out_of_range', '/limit'],
    ['a fraction', { ...TERMS, limit: 1.5 }, 422, 'amount_not_integer', '/limit'],
    ['a limit of 0', { ...TERMS, limit: 0 }, 422, 'validation_failed', '/limit'],
    [
      'a limit above the largest',
      { ...TERMS, limit: 2 ** 53 - 1 },
      422,
      'amount_out_of_range',
      '/limit',
    ],
    ['an unknown mode', { ...TERMS, mode: 'always' }, 422, 'validation_failed', '/mode'],
    [
      'the mode "decline" and a limit',
      { ...TERMS, mode: 'decline' },
      422,
      'validation_failed',
      '/limit',
    ],
    ['an interest rate', { ...TERMS, aprBps: 1_999 }, 422, 'validation_failed', '/aprBps'],
    ['no consent', { ...TERMS, consent: undefined }, 422, 'consent_missing', '/consent'],
    [
      'a refused consent',
      { ...TERMS, consent: { ...CONSENT, accepted: false } },
      422,
      'consent_missing',
      '/consent',
    ],
    [
      'a consent in the future',
      { ...TERMS, consent: { ...CONSENT, at: '2090-01-01T00:00:00Z' } },
      422,
      'validation_failed',
      '/consent/at',
    ],
    [
      'the savings mode and no linked account',
      { ...TERMS, mode: 'transfer_from_savings' },
      422,
      'validation_failed',
      '/linkedAccountId',
    ],
    [
      'a fee of 0',
      { ...TERMS, feePolicy: { perItem: 0 } },
      422,
      'amount_out_of_range',
      '/feePolicy/perItem',
    ],
    [
      'a daily maximum of 0 fees',
      { ...TERMS, feePolicy: { perItem: 1, maxPerDay: 0 } },
      422,
      'validation_failed',
      '/feePolicy/maxPerDay',
    ],
    ['an unknown field', { ...TERMS, colour: 'red' }, 422, 'validation_failed', '/colour'],
  ];
  it.each(cases)(
    'with %s are refused and change nothing',
    async (_, body, status, code, pointer) => {
      const answer = await spender.ask(body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.errors[0].pointer).toBe(pointer);
      expect((await spender.read()).version).toBe(0);
    },
  );

  it('with an unsuitable linked account are refused', async () => {
    const { accountIds } = await openAccounts(bank, spender.key, [0]);
    const dollarAccount = await spender.call('/v1/accounts', {
      customerId: spender.customerId,
      type: 'savings',
      currency: 'USD',
      name: 'Dollars',
    });
    const ask = (linkedAccountId: string) =>
      spender.ask({ ...TERMS, mode: 'transfer_from_savings', linkedAccountId });
    const codes: [string, string][] = [
      [spender.account, 'validation_failed'],
      [accountIds[0] ?? '', 'validation_failed'],
      [dollarAccount.body.id, 'currency_mismatch'],
      ['acc_nobody', 'account_not_found'],
    ];
    for (const [id, code] of codes) {
      const { body } = await ask(id);
      expect([body.code, body.errors[0].pointer]).toEqual([code, '/linkedAccountId']);
    }
    const otherAnswer = await spender.ask({ ...TERMS, linkedAccountId: spender.saved });
    expect(otherAnswer.body.errors[0].pointer).toBe('/linkedAccountId');
    expect((await spender.read()).version).toBe(0);
  });
});

describe('a change of an overdraft', () => {
  it('is refused when another request has already changed that version', async () => {
    const spender = await openSpender(bank);
    const firstAnswer = await spender.ask(TERMS, { 'if-match': '"v0"' });
    expect([firstAnswer.status, firstAnswer.headers.get('etag')]).toEqual([200, '"v1"']);
    const lateAnswer = await spender.ask({ ...TERMS, limit: 200 }, { 'if-match': '"v0"' });
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([412, 'version_conflict']);
  });

  it('with an idempotency key is made once, and the key accepts that body only', async () => {
    const spender = await openSpender(bank);
    const headers = { 'idempotency-key': 'overdraft-1' };
    await spender.ask(TERMS, headers);
    await spender.ask({ ...TERMS, limit: 200 });
    const repeatedAnswer = await spender.ask(TERMS, headers);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(repeatedAnswer.body.limit).toBe(200);
    const reusedKeyAnswer = await spender.ask({ ...TERMS, limit: 300 }, headers);
    expect([reusedKeyAnswer.status, reusedKeyAnswer.body.code]).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  it('below the amount used is refused, and so is disabling an overdraft in use', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 500 });
    await spender.withdraw(300);
    for (const body of [{ ...TERMS, limit: 299 }, { enabled: false }]) {
      const answer = await spender.ask(body);
      expect([answer.status, answer.body.code]).toEqual([409, 'overdraft_in_use']);
    }
    expect((await spender.ask({ ...TERMS, limit: 300 })).body).toMatchObject({ remaining: 0 });
    await spender.deposit(300);
    expect((await spender.ask({ enabled: false })).body).toMatchObject({
      enabled: false,
      limit: 0,
    });
  });

  it('of a closed account is refused, and a closed account covers nothing', async () => {
    const spender = await openSpender(bank, { funds: 10 });
    await spender.enable({
      mode: 'transfer_from_savings',
      linkedAccountId: spender.saved,
      limit: 0,
    });
    await spender.call(`/v1/accounts/${spender.saved}/close`, {});
    expect((await spender.withdraw(11)).body.code).toBe('insufficient_funds');
    await spender.withdraw(10);
    await spender.call(`/v1/accounts/${spender.account}/close`, {});
    expect((await spender.ask(TERMS)).body.code).toBe('invalid_state_transition');
  });
});

describe('64 withdrawals at once', () => {
  const CALLERS = 64;
  const tally = (codes: (string | undefined)[]) =>
    codes.reduce<Record<string, number>>((counts, code = 'posted') => {
      counts[code] = (counts[code] ?? 0) + 1;
      return counts;
    }, {});

  it('use the balance and the overdraft to the last cent and no further', async () => {
    const spender = await openSpender(bank, { funds: 500 });
    await trustPayments(bank, spender.key);
    await spender.enable({ limit: 1_000 });
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => spender.withdraw(100)));
    expect(tally(answers.map(({ body }) => body.code))).toEqual({
      posted: 15,
      overdraft_limit_exceeded: CALLERS - 15,
    });
    expect(await spender.balance()).toMatchObject({ posted: -1_000, spendable: 0 });
  });

  it('while the limit is lowered never leave more used than the limit', async () => {
    const spender = await openSpender(bank);
    await trustPayments(bank, spender.key);
    await spender.enable({ limit: 3_200 });
    const lower = Array.from({ length: 8 }, () => spender.ask({ ...TERMS, limit: 1_000 }));
    const answers = await Promise.all([
      ...lower,
      ...Array.from({ length: CALLERS }, () => spender.withdraw(100)),
    ]);
    const posted = answers.filter(({ body }) => body.object === 'transaction').length;
    const { limit, used } = await spender.read();
    expect(used).toBe(posted * 100);
    expect(used).toBeLessThanOrEqual(limit);
  });

  it('use the linked savings once and never overdraw them', async () => {
    const spender = await openSpender(bank, { funds: 100, savings: 1_000 });
    await trustPayments(bank, spender.key);
    await spender.enable({
      mode: 'transfer_from_savings',
      linkedAccountId: spender.saved,
      limit: 250,
    });
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, n) =>
        n % 2 === 0
          ? spender.withdraw(90)
          : spender.call('/v1/transactions?wait=10', transferOf(spender.saved, spender.payee, 90)),
      ),
    );
    const posted = answers.filter(({ body }) => body.object === 'transaction').length;
    expect(posted).toBe(Math.floor(1_350 / 90));
    const [ownBalance, savedBalance, payeeBalance] = await Promise.all(
      [spender.account, spender.saved, spender.payee].map((id) => spender.balance(id)),
    );
    expect(ownBalance.posted).toBeGreaterThanOrEqual(-250);
    expect(savedBalance.posted).toBeGreaterThanOrEqual(0);
    const withdrawn = posted * 90 - payeeBalance.posted;
    expect(ownBalance.posted + savedBalance.posted + payeeBalance.posted).toBe(1_100 - withdrawn);
  });
});
