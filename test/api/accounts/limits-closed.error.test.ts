// A payment is refused when a limit lacks the data to judge it, or when it is split to avoid a limit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';
import { openPayroll, type Payroll } from '../../kit/money/batches.ts';

let bank: CheckedBank;
let payroll: Payroll;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  payroll = await openPayroll(bank);
});
afterAll(() => bank.close());

async function openAccountPair(): Promise<[string, string]> {
  const { accountIds } = await openAccounts(bank, payroll.key, [100_000, 0]);
  return [accountIds[0] ?? '', accountIds[1] ?? ''];
}

const putLimits = (id: string, terms: object) => {
  const body = { currency: 'EUR', ...terms };
  return bank.call(`/v1/accounts/${id}/limits`, { method: 'PUT', key: payroll.key, body });
};
const send = (body: object) => payroll.call('/v1/transactions?wait=10', body);
const codeOf = async (body: object) => (await send(body)).body.code;

describe('a blocked name', () => {
  it('is recognised in another spelling, and similar names stay allowed', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { blockedCategories: ['Online Gambling'] });
    for (const category of ['online gambling', 'ONLINE-GAMBLING', ' Onlinе  gambling']) {
      expect(await codeOf({ ...transferOf(from, to, 1), category })).toBe('category_blocked');
    }
    const gamingPayment = await send({ ...transferOf(from, to, 1), category: 'online gaming' });
    expect(gamingPayment.body.status).toBe('posted');
  });

  it('matches an account number in any grouping of its digits', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { blockedCounterparties: ['DE89370400440532013000'] });
    const withdrawal = { type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from };
    for (const accountNumber of [
      'de89 3704 0044 0532 0130 00',
      'IBAN: DE89_3704_0044_0532_013000',
    ]) {
      const externalParty = { name: 'Ada', accountNumber };
      expect(await codeOf({ ...withdrawal, externalParty })).toBe('counterparty_blocked');
    }
  });
});

describe('a merchant name', () => {
  it('that is blocked is refused in every spelling, and payments to other names are booked', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { blockedCounterparties: ['Müller Spielhölle', '王伟', 'Casino Royal'] });
    const withdrawal = { type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from };
    for (const name of [
      'müller-spielhölle',
      'MUELLER SPIELHOELLE',
      'Muller Spielholle',
      'Ｍüller Ｓpielhölle',
      'Мuller Spielholle',
      'Wang Wei',
      'Cаsinо Rоyаl',
      'Cásino Royàl.',
    ]) {
      const { body } = await send({ ...withdrawal, externalParty: { name } });
      expect([name, body.code, body.errors?.[0]?.pointer]).toEqual([
        ...[name, 'counterparty_blocked', '/externalParty/name'],
      ]);
    }
    // Invisible letters do not enter the bank.
    const hiddenLetterAnswer = await send({
      ...withdrawal,
      externalParty: { name: 'Mül\u00adler Spielhölle' },
    });
    expect([hiddenLetterAnswer.body.code, hiddenLetterAnswer.body.errors?.[0]?.pointer]).toEqual([
      ...['validation_failed', '/externalParty/name'],
    ]);
    for (const name of ['Miller Spielhölle', 'Müller', '王维', 'Wang Fang', 'Castle Royal']) {
      const { body } = await send({ ...withdrawal, externalParty: { name } });
      expect([name, body.status]).toEqual([name, 'posted']);
    }
  });

  it('gives the payment its category in every spelling', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { blockedCategories: ['gambling'] });
    const withdrawal = { type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from };
    for (const name of ['Royal Саsino', 'Ｃａｓｉｎｏ Royal', 'Казино Рояль', 'Câsino']) {
      const { body } = await send({ ...withdrawal, externalParty: { name } });
      expect([name, body.code]).toEqual([name, 'category_blocked']);
    }
  });
});

describe('a list of countries', () => {
  it('refuses an external payment without a country, and allows transfers', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { allowedCountries: ['DE'] });
    const withdrawal = { type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from };
    const noPartyAnswer = await send(withdrawal);
    expect(noPartyAnswer.body.code).toBe('country_not_allowed');
    expect(noPartyAnswer.body.errors[0].pointer).toBe('/externalParty/country');
    expect(await codeOf({ ...withdrawal, externalParty: { name: 'Ada' } })).toBe(
      'country_not_allowed',
    );
    const permittedPayment = await send({
      ...withdrawal,
      externalParty: { name: 'Ada', country: 'DE' },
    });
    expect(permittedPayment.body.status).toBe('posted');
    expect((await send(transferOf(from, to, 1))).body.status).toBe('posted');
  });
});

describe('the category of a payment', () => {
  const pay = (from: string, party: object, overrides: object = {}) =>
    send({
      ...{ type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from },
      externalParty: { name: 'Somebody', ...party },
      ...overrides,
    });

  it('is derived by the bank: an omitted or false category evades no block', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { blockedCategories: ['Gambling'] });
    for (const [party, overrides, pointer] of [
      [{ mcc: '7995' }, {}, '/externalParty/mcc'],
      [{ name: 'Royal Casino' }, {}, '/externalParty/name'],
      [{ name: 'Royal Casino' }, { category: 'groceries' }, '/externalParty/name'],
      [{}, { category: 'GAMBLING' }, '/category'],
      [{ mcc: '7995' }, { category: 'my own word' }, '/externalParty/mcc'],
    ] as const) {
      const { body } = await pay(from, party, overrides);
      expect([party, body.code, body.errors?.[0]?.pointer]).toEqual([
        party,
        'category_blocked',
        pointer,
      ]);
    }
    expect((await pay(from, { mcc: '5411' })).body.status).toBe('posted');
    expect((await pay(from, { name: 'Royal Casino', mcc: '5411' })).body.status).toBe('posted');
  });

  it('that contradicts the merchant code is refused, also in payments and batches', async () => {
    const [from] = await openAccountPair();
    const refusedAnswer = await pay(from, { mcc: '7995' }, { category: 'groceries' });
    expect([refusedAnswer.status, refusedAnswer.body.errors?.[0]?.pointer]).toEqual([
      422,
      '/category',
    ]);
    expect(refusedAnswer.body.errors[0].message).toContain('gambling');
    const payment = await payroll.call('/v1/payments?wait=10', {
      ...{ amount: 1, currency: 'EUR', sourceAccountId: from, category: 'Groceries' },
      externalParty: { name: 'Somebody', method: 'book', mcc: '7995' },
    });
    expect([payment.status, payment.body.errors?.[0]?.pointer]).toEqual([422, '/category']);
    // Another spelling of the same category, or a category of the caller's own, is no
    // contradiction.
    for (const category of ['Gambling', 'gam-bling', 'evening out']) {
      const creationAnswer = await pay(from, { mcc: '7995' }, { category });
      expect([category, creationAnswer.body.status]).toEqual([category, 'posted']);
    }
  });

  it('is allowed in every spelling, and by merchant code', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { allowedCategories: ['groceries'] });
    for (const [party, more] of [
      [{}, { category: 'Groceries' }],
      [{ mcc: '5411' }, {}],
      [{ name: 'Lidl' }, {}],
    ] as const) {
      expect((await pay(from, party, more)).body.status).toBe('posted');
    }
    for (const [party, more] of [
      [{}, {}],
      [{ mcc: '5812' }, { category: 'my groceries' }],
      [{ name: 'Royal Casino' }, { category: 'groceries' }],
    ] as const) {
      expect((await pay(from, party, more)).body.code).toBe('category_blocked');
    }
  });

  it('is independent of the country, which is also taken from the account number', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { allowedCountries: ['GB'] });
    const french = 'FR14 2004 1010 0505 0001 3M02 606';
    for (const party of [
      { country: 'GB', accountNumber: french },
      { accountNumber: french.toLowerCase() },
      { country: 'GB', accountNumber: french.replaceAll(' ', '‑') },
      { country: 'GB', accountNumber: french.replace('FR', 'ＦＲ') },
      { country: 'GB', accountNumber: `IBAN: ${french}` },
      { country: 'GB', accountNumber: french.replaceAll(' ', '_') },
      { country: 'FR', accountNumber: 'GB82WEST12345698765432' },
    ]) {
      expect((await pay(from, party)).body.code).toBe('country_not_allowed');
    }
    const { body } = await pay(from, { accountNumber: 'GB82 WEST 1234 5698 7654 32' });
    expect(body.status).toBe('posted');
  });
});

describe('an atomic batch', () => {
  it('above the limit of its payer books nothing and uses none of the limit', async () => {
    await putLimits(payroll.from, { daily: 25 });
    const refusedAnswer = await payroll.send('atomic', payroll.items(3));
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, 'limit_exceeded']);
    expect(refusedAnswer.body.errors[0].pointer).toBe('/items/2/amount');
    const limits = (await payroll.call(`/v1/accounts/${payroll.from}/limits`)).body.limits;
    expect(limits[0]).toMatchObject({ period: 'day', used: 0, remaining: 25 });
  });

  it.each([
    ['requireApprovalAbove', 'approval_unavailable'],
    ['requireMfaAbove', 'mfa_unavailable'],
  ])('cannot be split into parts below %s', async (field, code) => {
    const payroll = await openPayroll(bank);
    const postedBefore = await payroll.readPosted();
    const terms = { currency: 'EUR', [field]: 25 };
    const path = `/v1/accounts/${payroll.from}/limits`;
    await bank.call(path, { method: 'PUT', key: payroll.key, body: terms });
    const refusedAnswer = await payroll.send('atomic', payroll.items(3));
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, code]);
    expect(refusedAnswer.body.errors[0].pointer).toBe('/items/2/amount');
    expect(await payroll.readPosted()).toBe(postedBefore);
    expect((await payroll.send('atomic', payroll.items(2))).body.status).toBe('completed');
  });
});
