// Each reason of a suspicion has the compared figures and the earlier payments on which it is
// based.

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
const ask = async (body: object) => (await bank.call('/v1/ai/risk-score', { key, body })).body;
/** Returns the suspicion with a code in the answer about a payment. */
async function suspicionOf(body: object, code: string) {
  const { suspicions } = await ask(body);
  return suspicions.find((suspicion: { code: string }) => suspicion.code === code);
}
const openRich = async () => (await openAccounts(bank, key, [4_000_000])).accountIds[0] ?? '';
const SUPPLIER = { name: 'Nordholm Timber', accountNumber: 'DE89370400440532013000' };
const REDIRECTED_PAYEE = { ...SUPPLIER, accountNumber: 'GB82WEST12345698765432' };

test('a redirected payment names the payments to the old account number, and a later suspicion ' +
  'names the stopped payment', async () => {
  const account = await openRich();
  const paid: string[] = [];
  for (const amount of [40_000, 41_000]) paid.unshift((await payOut(account, amount, SUPPLIER)).id);
  await payOut(account, 1_500, { name: 'Corner Grocer' });
  const transaction = {
    type: 'withdrawal',
    currency: 'EUR',
    sourceAccountId: account,
    amount: 42_000,
    externalParty: REDIRECTED_PAYEE,
  };
  const suspicion = await suspicionOf({ transaction }, 'redirected_payee');
  expect(suspicion.transactionIds).toEqual(paid);
  const heldPayment = await payOut(account, 42_000, REDIRECTED_PAYEE);
  expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('pending_review');
  expect(await suspicionOf({ transactionId: heldPayment.id }, 'redirected_payee')).toEqual({
    code: 'redirected_payee',
    message: 'A name that was paid before, at another account number',
    figures: [{ name: 'amount', observed: 420, is: 'at_least', threshold: 100 }],
    transactionIds: [heldPayment.id, ...paid],
  });
  const nextPayment = await payOut(account, 900, { name: 'Lime Stand' });
  expect(await suspicionOf({ transactionId: nextPayment.id }, 'open_doubt')).toMatchObject({
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
])('%s is known, and %s at another account number is redirected', async (name, writtenName) => {
  const account = await openRich();
  for (const amount of [40_000, 41_000]) await payOut(account, amount, { ...SUPPLIER, name });
  const heldPayment = await payOut(account, 42_000, { ...REDIRECTED_PAYEE, name: writtenName });
  expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('pending_review');
  const { transactionIds } = await suspicionOf(
    { transactionId: heldPayment.id },
    'redirected_payee',
  );
  expect(transactionIds).toHaveLength(3);
});

test.each([
  ['Nordholm Timber', 'Norholt Timber'],
  ['Müller Bedachung GmbH', 'Miller Bedachung GmbH'],
  ['王伟建材', '王维建材'],
])('%s is known, and %s at another account number is somebody else', async (name, otherName) => {
  const account = await openRich();
  for (const amount of [40_000, 41_000]) await payOut(account, amount, { ...SUPPLIER, name });
  const paid = await payOut(account, 42_000, { ...REDIRECTED_PAYEE, name: otherName });
  expect(await suspicionOf({ transactionId: paid.id }, 'redirected_payee')).toBeUndefined();
});

test('a suspicion about rising payments names the earlier payments to the same payee only', async () => {
  const { customerId, accountIds } = await openAccounts(bank, key, [4_000_000]);
  const [account = ''] = accountIds;
  const home = { method: 'PATCH', key, body: { country: 'DE' } } as const;
  expect((await bank.call(`/v1/customers/${customerId}`, home)).status).toBe(200);
  const friend = { name: 'Armand Delvigne', country: 'NG' };
  const paid: string[] = [];
  for (const amount of [16_000, 21_000]) {
    paid.unshift((await payOut(account, amount, friend)).id);
    await payOut(account, 1_500, { name: 'Corner Grocer' });
  }
  const lastPayment = await payOut(account, 26_000, friend);
  const suspicion = await suspicionOf({ transactionId: lastPayment.id }, 'rising_payments');
  expect(suspicion?.transactionIds, JSON.stringify(lastPayment.risk)).toEqual([
    lastPayment.id,
    ...paid,
  ]);
  expect(suspicion.figures.map(({ name }: { name: string }) => name)).toEqual([
    'times_risen',
    'amount_to_mean',
  ]);
}, 60_000);

test('a suspicion about impossible travel names the last payment with a location', async () => {
  const account = await openRich();
  const locationAt = (lat: number, lon: number) => ({ context: { location: { lat, lon } } });
  const homePayment = await payOut(
    account,
    1_500,
    { name: 'Corner Grocer' },
    locationAt(52.5, 13.4),
  );
  await payOut(account, 1_500, { name: 'Corner Grocer' });
  const farPayment = await payOut(
    account,
    1_500,
    { name: 'Corner Grocer' },
    locationAt(-33.9, 151.2),
  );
  const suspicion = await suspicionOf({ transactionId: farPayment.id }, 'impossible_travel');
  expect(suspicion.transactionIds).toEqual([farPayment.id, homePayment.id]);
}, 60_000);

test('a name that could not be compared is a reason with a figure, like every other', async () => {
  const account = await openRich();
  const heldPayment = await payOut(account, 1_500, { name: 'மாணிக்கம்' });
  expect(heldPayment.status).toBe('pending_review');
  expect(heldPayment.risk.reasons[0].code).toBe('name_not_compared');
  expect(await suspicionOf({ transactionId: heldPayment.id }, 'name_not_compared')).toEqual({
    code: 'name_not_compared',
    message: 'A part of the name could not be compared with the sanctions lists',
    figures: [
      { name: 'name_compared', observed: 'a part', is: 'other_than', threshold: 'the whole' },
    ],
    transactionIds: [heldPayment.id],
  });
}, 60_000);

test('a simulated suspicion in the sandbox names the simulation', async () => {
  const account = await openRich();
  const heldPayment = await payOut(account, 66_602, { name: 'Corner Grocer' });
  expect(heldPayment.status).toBe('pending_review');
  const suspicion = await suspicionOf({ transactionId: heldPayment.id }, 'sandbox_simulated_hit');
  expect(suspicion.figures).toEqual([
    { name: 'decision', observed: 'block_and_review', is: 'other_than', threshold: 'approve' },
  ]);
}, 60_000);
