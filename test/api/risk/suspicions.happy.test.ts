// Each suspicion about a payment has the compared figures and the earlier payments on which the
// suspicion is based.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const payOut = async (sourceAccountId: string, amount: number, party: object, overrides = {}) => {
  const sides = { type: 'withdrawal', currency: 'EUR', sourceAccountId, amount };
  const body = { ...sides, externalParty: { method: 'book', ...party }, ...overrides };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body;
};
const requestScore = async (body: object) =>
  (await bank.call('/v1/ai/risk-score', { key, body })).body;
/** Returns the suspicion with a code in the answer about a payment. */
async function findSuspicion(body: object, code: string) {
  const { suspicions } = await requestScore(body);
  return suspicions.find((suspicion: { code: string }) => suspicion.code === code);
}
const openFundedAccount = async () =>
  (await openAccounts(bank, key, [4_000_000])).accountIds[0] ?? '';
const SUPPLIER = { name: 'Nordholm Timber', accountNumber: 'DE89370400440532013000' };
const REDIRECTED_PAYEE = { ...SUPPLIER, accountNumber: 'GB82WEST12345698765432' };

test('a redirected payment names the payments to the old account number, and a later suspicion ' +
  'names the stopped payment', async () => {
  const accountId = await openFundedAccount();
  const paidIds: string[] = [];
  for (const amount of [40_000, 41_000])
    paidIds.unshift((await payOut(accountId, amount, SUPPLIER)).id);
  await payOut(accountId, 1_500, { name: 'Corner Grocer' });
  const transaction = {
    type: 'withdrawal',
    currency: 'EUR',
    sourceAccountId: accountId,
    amount: 42_000,
    externalParty: REDIRECTED_PAYEE,
  };
  const suspicion = await findSuspicion({ transaction }, 'redirected_payee');
  expect(suspicion.transactionIds).toEqual(paidIds);
  const heldPayment = await payOut(accountId, 42_000, REDIRECTED_PAYEE);
  expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('pending_review');
  expect(await findSuspicion({ transactionId: heldPayment.id }, 'redirected_payee')).toEqual({
    code: 'redirected_payee',
    message: 'A name that was paid before, at another account number',
    figures: [{ name: 'amount', observed: 420, is: 'at_least', threshold: 100 }],
    transactionIds: [heldPayment.id, ...paidIds],
  });
  const nextPayment = await payOut(accountId, 900, { name: 'Lime Stand' });
  expect(await findSuspicion({ transactionId: nextPayment.id }, 'open_doubt')).toMatchObject({
    figures: [{ name: 'open_doubts', observed: 1 }],
    transactionIds: [nextPayment.id, heldPayment.id],
  });
}, 60_000);

test.each([
  ['Müller Bedachung GmbH', 'Mueller Bedachung GmbH'],
  ['Mueller Bedachung GmbH', 'MÜLLER BEDACHUNG GMBH.'],
  ['Nordholm Timber', 'Nоrdhоlm Timbеr'],
  ['Юлія Коваль', 'Yuliya Koval'],
  ["O'Brien & Sons", 'O’Brien Sons'],
  ['王伟建材', '王伟 建材'],
])(
  '%s was paid before: a payment to %s at another account number counts as redirected',
  async (name, writtenName) => {
    const accountId = await openFundedAccount();
    for (const amount of [40_000, 41_000]) await payOut(accountId, amount, { ...SUPPLIER, name });
    const heldPayment = await payOut(accountId, 42_000, { ...REDIRECTED_PAYEE, name: writtenName });
    expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('pending_review');
    const { transactionIds } = await findSuspicion(
      { transactionId: heldPayment.id },
      'redirected_payee',
    );
    expect(transactionIds).toHaveLength(3);
  },
);

test.each([
  ['Nordholm Timber', 'Norholt Timber'],
  ['Müller Bedachung GmbH', 'Miller Bedachung GmbH'],
  ['王伟建材', '王维建材'],
])(
  '%s was paid before: %s at another account number is a different payee',
  async (name, otherName) => {
    const accountId = await openFundedAccount();
    for (const amount of [40_000, 41_000]) await payOut(accountId, amount, { ...SUPPLIER, name });
    const payment = await payOut(accountId, 42_000, { ...REDIRECTED_PAYEE, name: otherName });
    expect(await findSuspicion({ transactionId: payment.id }, 'redirected_payee')).toBeUndefined();
  },
);

test('a suspicion about rising payments names the earlier payments to the same payee only', async () => {
  const { customerId, accountIds } = await openAccounts(bank, key, [4_000_000]);
  const [accountId = ''] = accountIds;
  const countryChange = { method: 'PATCH', key, body: { country: 'DE' } } as const;
  expect((await bank.call(`/v1/customers/${customerId}`, countryChange)).status).toBe(200);
  const friend = { name: 'Armand Delvigne', country: 'NG' };
  const paidIds: string[] = [];
  for (const amount of [16_000, 21_000]) {
    paidIds.unshift((await payOut(accountId, amount, friend)).id);
    await payOut(accountId, 1_500, { name: 'Corner Grocer' });
  }
  const lastPayment = await payOut(accountId, 26_000, friend);
  const suspicion = await findSuspicion({ transactionId: lastPayment.id }, 'rising_payments');
  expect(suspicion?.transactionIds, JSON.stringify(lastPayment.risk)).toEqual([
    lastPayment.id,
    ...paidIds,
  ]);
  expect(suspicion.figures.map(({ name }: { name: string }) => name)).toEqual([
    'times_risen',
    'amount_to_mean',
  ]);
}, 60_000);

test('a suspicion about impossible travel names the last payment with a location', async () => {
  const accountId = await openFundedAccount();
  const locationAt = (lat: number, lon: number) => ({ context: { location: { lat, lon } } });
  const homePayment = await payOut(
    accountId,
    1_500,
    { name: 'Corner Grocer' },
    locationAt(52.5, 13.4),
  );
  await payOut(accountId, 1_500, { name: 'Corner Grocer' });
  const farPayment = await payOut(
    accountId,
    1_500,
    { name: 'Corner Grocer' },
    locationAt(-33.9, 151.2),
  );
  const suspicion = await findSuspicion({ transactionId: farPayment.id }, 'impossible_travel');
  expect(suspicion.transactionIds).toEqual([farPayment.id, homePayment.id]);
}, 60_000);

test('a name that could not be compared with the lists is a suspicion with a figure', async () => {
  const accountId = await openFundedAccount();
  const heldPayment = await payOut(accountId, 1_500, { name: 'மாணிக்கம்' });
  expect(heldPayment.status).toBe('pending_review');
  expect(heldPayment.risk.reasons[0].code).toBe('name_not_compared');
  expect(await findSuspicion({ transactionId: heldPayment.id }, 'name_not_compared')).toEqual({
    code: 'name_not_compared',
    message: 'A part of the name could not be compared with the sanctions lists',
    figures: [
      { name: 'name_compared', observed: 'a part', is: 'other_than', threshold: 'the whole' },
    ],
    transactionIds: [heldPayment.id],
  });
}, 60_000);

test('a simulated suspicion in the sandbox names the simulation', async () => {
  const accountId = await openFundedAccount();
  const heldPayment = await payOut(accountId, 66_602, { name: 'Corner Grocer' });
  expect(heldPayment.status).toBe('pending_review');
  const suspicion = await findSuspicion({ transactionId: heldPayment.id }, 'sandbox_simulated_hit');
  expect(suspicion.figures).toEqual([
    { name: 'decision', observed: 'block_and_review', is: 'other_than', threshold: 'approve' },
  ]);
}, 60_000);
