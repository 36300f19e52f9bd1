// Spending analyses over HTTP: their data, the accounts they may read, and refused requests.

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/ai/spending-analysis';
let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [100_000]);
  ({ customerId } = opened);
  [from = ''] = opened.accountIds;
  for (const [amount, mcc, name] of [
    [2_550, '5411', 'Corner 12'],
    [1_450, undefined, 'Super Mart'],
    [3_000, undefined, 'J. Doe'],
  ] as const) {
    const externalParty = { name, method: 'book', ...(mcc ? { mcc } : {}) };
    const body = { type: 'withdrawal', currency: 'EUR', sourceAccountId: from, amount };
    const sendAnswer = await bank.call('/v1/transactions?wait=10', {
      ...{ key, body: { ...body, externalParty } },
    });
    expect(sendAnswer.body.status, JSON.stringify(sendAnswer.body)).toBe('posted');
  }
});
afterAll(() => bank.close());

const ask = (fields: object = {}, callerKey = key) =>
  bank.call(PATH, { key: callerKey, body: { customerId, ...fields } });

it('a spending analysis sums by merchant code and merchant name, and names the source of each category', async () => {
  const { status, body } = await ask({ timezone: 'Europe/Berlin' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    ...{ object: 'spending_analysis', livemode: false, currency: 'EUR', accountIds: [from] },
    totals: { inflow: 100_000, outflow: 7_000, net: 93_000, fees: 0, exchanged: 0 },
    history: { movements: 4, days: 1 },
    coverage: {
      ...{ transactions: 4, uncategorised: 1, uncategorisedAmount: 3_000 },
      categoryFrom: { stated: 0, mcc: 1, name: 1 },
    },
    forecast: [],
    forecastBasis: { status: 'not_enough_history', startBalance: 93_000 },
    model: { name: 'spending-analysis', kind: 'rules' },
  });
  expect(body.categories).toMatchObject([
    { name: 'groceries', amount: 4_000, percent: 57.14, count: 2, trend: 'not_enough_history' },
    { name: 'uncategorised', amount: 3_000, percent: 42.86, count: 1 },
  ]);
  for (const id of body.categories[0].evidence) {
    const citedTransaction = await bank.call(`/v1/transactions/${id}`, { key });
    expect([2_550, 1_450]).toContain(citedTransaction.body.amount);
  }
  expect(body.period.timezone).toBe('Europe/Berlin');
});

it('a spending analysis gives the same answer to the same question about the same transactions', async () => {
  const period = { from: '2026-01-01', to: '2026-12-31' };
  const [firstAnswer, otherAnswer] = [await ask({ period }), await ask({ period })];
  expect(otherAnswer.body.analysisId).toBe(firstAnswer.body.analysisId);
  const monthlyAnswer = await ask({ period, groupBy: 'month' });
  expect(monthlyAnswer.body.analysisId).not.toBe(firstAnswer.body.analysisId);
});

it.runIf(hasModule('language'))(
  'questions are answered by the category of the merchant code, too',
  async () => {
    const question = 'How much did I spend on groceries?';
    const { body } = await bank.call('/v1/ai/financial-qa', {
      key,
      body: { customerId, question },
    });
    expect(body.figures).toMatchObject([{ value: 4_000, currency: 'EUR' }]);
  },
);

test.each([
  [{ period: { from: '2026-02-01', to: '2026-01-01' } }, 400, '/period/to'],
  [{ period: { from: '2020-01-01', to: '2026-01-01' } }, 400, '/period/to'],
  [{ period: { from: '2026-02-30', to: '2026-03-01' } }, 422, '/period/from'],
  [{ timezone: 'Mars/Base' }, 422, '/timezone'],
  [{ groupBy: 'colour' }, 422, '/groupBy'],
  [{ currency: 'XXX' }, 422, '/currency'],
  [{ currency: 'USD' }, 422, '/currency'],
  [{ forecastDays: 91 }, 422, '/forecastDays'],
  [{ accountIds: [] }, 422, '/accountIds'],
  [{ accountIds: ['acc_06ayx0rw7mf5w0h1y6k2v3c4d5'] }, 404, '/accountIds/0'],
  [{ customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, '/customerId'],
  [{ extra: 1 }, 422, '/extra'],
])('a spending analysis refuses %j with %i at %s', async (fields, status, pointer) => {
  const answer = await ask(fields);
  expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
});

it("a spending analysis reads no other developer's data, and needs ai:invoke", async () => {
  const stranger = await register(bank);
  const foreignAnswer = await ask({}, stranger.key);
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'customer_not_found']);
  const foreignAccounts = await openAccounts(bank, key, [5]);
  const mixedAnswer = await ask({ accountIds: [from, foreignAccounts.accountIds[0]] });
  expect([mixedAnswer.status, mixedAnswer.body.errors[0].pointer]).toEqual([404, '/accountIds/1']);
  const narrowKeyAnswer = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Reader', scopes: ['accounts:read', 'transactions:read'] },
  });
  const refusedAnswer = await ask(
    {},
    narrowKeyAnswer.body.apiKey ?? narrowKeyAnswer.body.secret ?? narrowKeyAnswer.body.key,
  );
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});
