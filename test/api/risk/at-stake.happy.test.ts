// The amount at stake determines the effect of a suspicion: recoverable payments continue, payments
// with a final loss wait, the customer may confirm some, and a larger amount is never treated more
// leniently than a smaller one.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { RISK_DECISIONS } from '../../../ledger/decisions/risk.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { generateCode } from '../../kit/people/mfa.ts';
import { addPasskey, PUBLIC_SETTINGS, signOptions } from '../../kit/people/passkeys.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank(PUBLIC_SETTINGS);
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const send = async (body: object) =>
  (await bank.call('/v1/transactions?wait=10', { key, body })).body;
const payOut = (sourceAccountId: string, amount: number, party: object) =>
  send({
    ...{ type: 'withdrawal', currency: 'EUR', sourceAccountId, amount },
    externalParty: { method: 'book', ...party },
  });
const reasonCodesOf = ({ risk }: { risk: { reasons: { code: string }[] } }) =>
  risk.reasons.map(({ code }) => code);

/**
 * Opens a customer who has paid a shop and a supplier, with a second factor when `isEnrolled`.
 */
async function openPayer(isEnrolled: boolean) {
  const { customerId, accountIds } = await openAccounts(bank, key, [4_000_000, 0]);
  const [accountId = '', savingsAccountId = ''] = accountIds;
  let secret = '';
  if (isEnrolled) {
    const answer = await bank.call('/v1/auth/mfa/enable', { key, body: { customerId } });
    secret = answer.body.secret;
    const body = { customerId, code: generateCode(secret) };
    expect((await bank.call('/v1/auth/mfa/verify', { key, body })).status).toBe(200);
  }
  for (let index = 0; index < 12; index += 1)
    await payOut(accountId, 1_500 + index, { name: 'Corner Grocer' });
  for (const amount of [40_000, 41_000]) {
    const payment = await payOut(accountId, amount, SUPPLIER);
    expect(payment.status, JSON.stringify(payment.risk)).toBe('posted');
  }
  return { customerId, account: accountId, savings: savingsAccountId, secret };
}
const SUPPLIER = { name: 'Nordholm Timber', accountNumber: 'DE89370400440532013000' };
const REDIRECTED_PAYEE = { ...SUPPLIER, accountNumber: 'GB82WEST12345698765432' };

test.runIf(hasModule('access'))(
  'a customer with a second factor can confirm a held payment, unless its hit was planned in the sandbox',
  async () => {
    const { account, secret } = await openPayer(true);
    const heldPayment = await payOut(account, 42_000, REDIRECTED_PAYEE);
    expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('requires_confirmation');
    const path = `/v1/transactions/${heldPayment.id}/confirm`;
    const wrongCodeAnswer = await bank.call(path, { key, body: { code: '000000' } });
    expect(wrongCodeAnswer.status).toBeGreaterThanOrEqual(400);
    const confirmationAnswer = await bank.call(path, {
      key,
      body: { code: generateCode(secret, 1) },
    });
    expect([confirmationAnswer.status, confirmationAnswer.body.status]).toEqual([201, 'posted']);
    expect(confirmationAnswer.body.risk.decision).toBe('review');
    expect(reasonCodesOf(confirmationAnswer.body)).toContain('redirected_payee');
    // An operator decides about payments of a customer without a second factor.
    const otherPayer = await openPayer(false);
    const paymentInReview = await payOut(otherPayer.account, 42_000, REDIRECTED_PAYEE);
    expect([paymentInReview.status, paymentInReview.risk.decision]).toEqual([
      'pending_review',
      'block_and_review',
    ]);
    // The customer can never confirm a hit that the developer planned in the sandbox.
    const hit = { accountId: account, decision: 'block_and_review', times: 1 };
    await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: hit });
    expect((await payOut(account, 1_500, { name: 'Corner Grocer' })).status).toBe('pending_review');
  },
  60_000,
);

test.runIf(hasModule('access'))(
  'a held payment can be confirmed with a passkey, but only with a challenge for that payment',
  async () => {
    const { account, customerId } = await openPayer(false);
    const owner = { bank, key, customerId };
    const { device } = await addPasskey(owner);
    const heldPayment = await payOut(account, 42_000, REDIRECTED_PAYEE);
    expect(heldPayment.status, JSON.stringify(heldPayment.risk)).toBe('requires_confirmation');
    const optionsWithoutPayment = await signOptions(owner);
    const path = `/v1/transactions/${heldPayment.id}/confirm`;
    const confirmWith = ({ body }: typeof optionsWithoutPayment) => {
      const passkey = { challengeId: body.id, credential: device.sign(body.publicKey) };
      return bank.call(path, { key, body: { passkey } });
    };
    expect((await confirmWith(optionsWithoutPayment)).status).toBeGreaterThanOrEqual(400);
    const optionsForPayment = await signOptions(owner, { transactionId: heldPayment.id });
    expect(optionsForPayment.body.transaction.payment.payeeStanding).toMatchObject({
      status: 'new',
      elsewhere: 2,
    });
    const confirmation = await confirmWith(optionsForPayment);
    expect([confirmation.status, confirmation.body.status]).toEqual([201, 'posted']);
    expect(confirmation.body.risk.decision).toBe('review');
    expect(reasonCodesOf(confirmation.body)).toContain('redirected_payee');
  },
  60_000,
);

test('a suspected payment is booked when the money can be recovered, and held when the loss would be final', async () => {
  const { account } = await openPayer(false);
  const [newAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
  for (let count = 0; count < 3; count += 1) {
    const body = { type: 'withdrawal', currency: 'EUR', sourceAccountId: account, amount: 1_900 };
    const externalParty = { name: 'Corner Grocer', method: 'book' };
    await send({ ...body, externalParty, context: { deviceId: 'phone' } });
  }
  const context = { deviceId: 'laptop' };
  const transferAnswer = await send({ ...transferOf(account, newAccountId, 45_000), context });
  expect([transferAnswer.status, transferAnswer.risk.decision]).toEqual(['posted', 'review']);
  expect(reasonCodesOf(transferAnswer)).toContain('new_device');
  const withdrawal = {
    type: 'withdrawal',
    currency: 'EUR',
    sourceAccountId: account,
    amount: 45_000,
  };
  const withdrawalAnswer = await send({
    ...withdrawal,
    externalParty: { name: 'Harbour Yachts', method: 'book' },
    context,
  });
  expect([withdrawalAnswer.status, withdrawalAnswer.risk.decision]).toEqual([
    'pending_review',
    'block_and_review',
  ]);
  expect(reasonCodesOf(withdrawalAnswer)).toEqual(
    expect.arrayContaining(['new_device', 'final_loss']),
  );
}, 60_000);

test('a payment between accounts of one customer never counts as fraud, whatever the amount', async () => {
  const { account, savings } = await openPayer(false);
  for (const amount of [1_000, 90_000, 900_000, 1_900_000]) {
    const answer = await send(transferOf(account, savings, amount));
    expect([answer.status, answer.risk]).toMatchObject([
      'posted',
      { decision: 'approve', score: 0, reasons: [] },
    ]);
  }
}, 60_000);

test('a larger amount is never treated more leniently than a smaller one', async () => {
  const { account } = await openPayer(false);
  const [newAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
  const withdrawal = { type: 'withdrawal', currency: 'EUR', sourceAccountId: account };
  const payments: readonly (readonly [string, object])[] = [
    ['a new external payee', { ...withdrawal, externalParty: { name: 'Harbour Yachts' } }],
    ['a shop paid before', { ...withdrawal, externalParty: { name: 'Corner Grocer' } }],
    [
      'a known supplier at another account number',
      { ...withdrawal, externalParty: REDIRECTED_PAYEE },
    ],
    ['a new payee of this bank', transferOf(account, newAccountId, 1)],
  ];
  const amounts = [100, 900, 2_900, 4_900, 5_100, 9_900, 24_900, 30_000, 99_000, 250_000];
  for (const [name, payment] of payments) {
    let previousRank = 0;
    for (const amount of [...amounts, 490_000, 501_000, 1_000_000, 1_600_000, 3_000_000]) {
      const body = { transaction: { ...payment, amount } };
      const answer = await bank.call('/v1/ai/risk-score', { key, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const rank = RISK_DECISIONS.indexOf(answer.body.decision);
      expect(rank, `${name}, ${amount}`).toBeGreaterThanOrEqual(previousRank);
      previousRank = rank;
    }
  }
}, 120_000);
