// Applications that are refused or assessed without the model: each has its code, and no score is
// invented.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, openTestBank, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import {
  type ApplicationFields,
  applicationOf,
  BORDERLINE,
  HOPELESS_LOAN,
} from '../../kit/people/credit.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  key = (await register(bank)).key;
  customerId = (await openAccounts(bank, key, [0])).customerId;
});
afterAll(() => bank.close());

const PATH = '/v1/ai/credit-assessment';
const ask = (application: ApplicationFields, customer = customerId) =>
  bank.call(PATH, { key, body: applicationOf(customer, application) });
const createCustomer = async (body: object) =>
  (await bank.call('/v1/customers', { key, body })).body.id;

const REFUSED_REQUESTS: readonly (readonly [string, ApplicationFields, number, string, string])[] =
  [
    [
      'a product that the bank does not offer',
      { product: { type: 'mortgage' } },
      422,
      'validation_failed',
      '/product/type',
    ],
    [
      'an amount with a fraction',
      { product: { amount: 1.5 } },
      422,
      'amount_not_integer',
      '/product/amount',
    ],
    [
      'a negative income',
      { applicant: { income: -1 } },
      422,
      'amount_out_of_range',
      '/applicant/income',
    ],
    [
      'an amount below the smallest loan, by a sound applicant',
      { product: { amount: 49_999, currency: 'USD' } },
      422,
      'validation_failed',
      '/product/amount',
    ],
    [
      'an amount below the smallest loan, by an applicant who would be denied',
      { ...HOPELESS_LOAN, product: { ...HOPELESS_LOAN.product, amount: 20_000 } },
      422,
      'validation_failed',
      '/product/amount',
    ],
    [
      'a term of two months',
      { product: { termMonths: 2 } },
      422,
      'validation_failed',
      '/product/termMonths',
    ],
    ['an unknown purpose', { purpose: 'gambling' }, 422, 'validation_failed', '/purpose'],
    [
      'the age of the applicant',
      { applicant: { age: 40 } },
      422,
      'validation_failed',
      '/applicant/age',
    ],
    [
      'a protected attribute in the metadata',
      { metadata: { maritalStatus: 'single' } },
      422,
      'validation_failed',
      '/metadata/maritalStatus',
    ],
    [
      'a proxy of a protected attribute in the metadata',
      { metadata: { zip_code: '10115' } },
      422,
      'validation_failed',
      '/metadata/zip_code',
    ],
    [
      'the use of account data without consent',
      { alternativeData: { cashflow: true } },
      422,
      'consent_missing',
      '/alternativeData/consentId',
    ],
    [
      'the use of account data of an empty account',
      { alternativeData: { consentId: 'c-1', cashflow: true } },
      422,
      'insufficient_history',
      '/alternativeData',
    ],
    [
      'a currency without a rate',
      { product: { currency: 'KWD' } },
      422,
      'rate_not_available',
      '/product/currency',
    ],
    [
      'an unknown currency',
      { product: { currency: 'XXY' } },
      422,
      'currency_not_supported',
      '/product/currency',
    ],
  ];

it.each(REFUSED_REQUESTS)(
  'an application with %s is refused, and nothing is written',
  async (_, application, status, code, pointer) => {
    const answer = await writesNothing(bank, () => ask(application));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(
      pointer,
    );
  },
);

it('an unverified customer, a business or an unknown customer gets no assessment', async () => {
  const unverifiedCustomer = await createCustomer({ type: 'individual', name: 'Ada Review' });
  const business = await createCustomer({ type: 'business', name: 'Ada Ltd' });
  await writesNothing(bank, async () => {
    expect((await ask({}, unverifiedCustomer)).body.code).toBe('kyc_required');
    expect((await ask({}, business)).body.errors[0].pointer).toBe('/customerId');
    const missingAnswer = await ask({}, 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5');
    expect([missingAnswer.status, missingAnswer.body.code]).toEqual([404, 'customer_not_found']);
  });
});

it('an idempotency key accepts one body only', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = (application: ApplicationFields) =>
    bank.call(PATH, { key, body: applicationOf(customerId, application), headers });
  expect((await send({})).status).toBe(201);
  const otherAnswer = await send({ purpose: 'venture' });
  expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
});

it('a decision of a review must respect the floor, the requested amount and the reasons, and is made once', async () => {
  const { body: referredAssessment } = await ask(BORDERLINE);
  const decide = (body: object) =>
    bank.call(`/v1/ops/credit-reviews/${referredAssessment.id}/decision`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'Seen.', ...body },
    });
  const pointerOf = async (body: object) => (await decide(body)).body.errors?.[0].pointer;
  await writesNothing(bank, async () => {
    expect(await pointerOf({ decision: 'denied' })).toBe('/reasonCodes');
    const reasonFields = { reasonCodes: ['purpose'] };
    expect(await pointerOf({ decision: 'approved', ...reasonFields })).toBe('/reasonCodes');
    expect(await pointerOf({ decision: 'approved', approvedAmount: 55_000 })).toBe('/reasonCodes');
    expect(await pointerOf({ decision: 'approved', approvedAmount: 60_001 })).toBe(
      '/approvedAmount',
    );
    const lowOffer = { decision: 'approved', approvedAmount: 49_999, ...reasonFields };
    expect((await decide(lowOffer)).body.errors[0].code).toBe('affordability_floor');
    expect(await pointerOf({ decision: 'denied', approvedAmount: 1, ...reasonFields })).toBe(
      '/approvedAmount',
    );
  });
  expect((await decide({ decision: 'approved' })).status).toBe(200);
  const repeatedAnswer = await decide({ decision: 'denied', reasonCodes: ['purpose'] });
  expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
});

it('an assessment decided by the engine cannot be decided again by a person', async () => {
  const { body } = await ask(HOPELESS_LOAN);
  const answer = await bank.call(`/v1/ops/credit-reviews/${body.id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', reason: 'Friend.', decision: 'approved' },
  });
  expect([answer.status, answer.body.errors?.[0].code ?? answer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
});

it('an incomplete application cannot be approved because its rules cannot be checked', async () => {
  const { body } = await ask({ applicant: { expenses: undefined } });
  const answer = await bank.call(`/v1/ops/credit-reviews/${body.id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', reason: 'Fine.', decision: 'approved' },
  });
  expect(answer.body.errors[0].code).toBe('affordability_floor');
});

it('without the model file nothing is approved and no score is invented', async () => {
  const bankWithoutModels = await openTestBank();
  try {
    const { key: ownKey } = await register(bankWithoutModels);
    const { customerId: id } = await openAccounts(bankWithoutModels, ownKey, [0]);
    rmSync(join(bankWithoutModels.dataDir, 'models'), { recursive: true });
    const { status, body } = await bankWithoutModels.call(PATH, {
      key: ownKey,
      body: applicationOf(id),
    });
    expect([status, body.decision, body.humanReview.reason]).toEqual([
      201,
      'manual_review',
      'model_unavailable',
    ]);
    expect(body).toMatchObject({ degraded: true, score: null, probabilityOfDefault: null });
  } finally {
    await bankWithoutModels.close();
  }
});

it('without exchange rates only applications in dollars are assessed', async () => {
  const exchangeWithoutFile = exchangeConfig({ from: '/nowhere/rates.csv' });
  const bankWithoutRates = await openTestBank({ exchange: exchangeWithoutFile });
  try {
    const { key: ownKey } = await register(bankWithoutRates);
    const { customerId: id } = await openAccounts(bankWithoutRates, ownKey, [0]);
    const application = { product: { currency: 'EUR' } };
    const euroAnswer = await bankWithoutRates.call(PATH, {
      key: ownKey,
      body: applicationOf(id, application),
    });
    expect([euroAnswer.status, euroAnswer.body.code]).toEqual([503, 'rates_unavailable']);
    expect(
      (await bankWithoutRates.call(PATH, { key: ownKey, body: applicationOf(id) })).status,
    ).toBe(201);
  } finally {
    await bankWithoutRates.close();
  }
});
