// Behavior analyses over HTTP: their data, anonymous peers, and refused requests.

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { trustPayments } from '../../kit/models/deployments.ts';
import { advanceDays } from '../../kit/models/ledger-training.ts';

const PATH = '/v1/ai/behavior-analysis';
let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;

async function pay(callerKey: string, account: string, amounts: readonly number[]) {
  for (const amount of amounts) {
    const externalParty = { name: 'Super Mart', method: 'book' };
    const body = { type: 'withdrawal', currency: 'EUR', sourceAccountId: account, amount };
    await bank.call('/v1/transactions?wait=10', {
      key: callerKey,
      body: { ...body, externalParty },
    });
  }
}

beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  await trustPayments(bank, key);
  const opened = await openAccounts(bank, key, [100_000]);
  ({ customerId } = opened);
  [from = ''] = opened.accountIds;
  await pay(key, from, [1_000, 2_000, 3_000, 4_000, 5_000]);
});
afterAll(() => bank.close());

const ask = (fields: object = {}, callerKey = key) =>
  bank.call(PATH, { key: callerKey, body: { customerId, ...fields } });

it('a behavior analysis profiles booked payments, and reports too little history to compare', async () => {
  const { status, body } = await ask({ session: { country: 'DE' } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    ...{ object: 'behavior_analysis', status: 'not_enough_history', anomalyScore: null },
    ...{ level: null, baseline: null, anomalies: [], recommendation: 'none', sampleSize: 5 },
    profile: {
      ...{ payments: 5, totalAmount: 15_000, avgAmount: 3_000, medianAmount: 3_000 },
      topCounterparties: [{ name: 'Super Mart', count: 5, amount: 15_000 }],
      velocity: { h1: 5, h24: 5, d7: 5 },
    },
    peerGroup: { status: 'not_asked' },
    session: { country: 'not_enough_history', device: 'not_given' },
    leastHistory: { payments: 20, days: 30 },
  });
});

it('a behavior analysis compares with peers of the same developer only, and not with fewer than ten', async () => {
  const ownAnswer = await ask({ compareTo: 'peer_group' });
  expect(ownAnswer.body.peerGroup).toEqual({ status: 'not_available', leastMembers: 10 });
  // Another developer with ten customers does not fill the group.
  const otherDeveloper = await register(bank);
  for (let index = 0; index < 10; index++) {
    const opened = await openAccounts(bank, otherDeveloper.key, [50_000]);
    await pay(otherDeveloper.key, opened.accountIds[0] ?? '', [100, 100, 100, 100, 100 + index]);
  }
  const peerAnswer = await ask({ compareTo: 'peer_group' });
  expect(peerAnswer.body.peerGroup).toEqual({ status: 'not_available', leastMembers: 10 });
  const memberAccounts = await openAccounts(bank, otherDeveloper.key, [50_000]);
  await pay(otherDeveloper.key, memberAccounts.accountIds[0] ?? '', [900, 900, 900, 900, 900]);
  const foreignAnswer = await bank.call(PATH, {
    key: otherDeveloper.key,
    body: { customerId: memberAccounts.customerId, compareTo: 'peer_group' },
  });
  expect(foreignAnswer.body.peerGroup).toMatchObject({ status: 'computed', membersAtLeast: 10 });
  const amountMetric = foreignAnswer.body.peerGroup.metrics[1];
  expect(amountMetric).toMatchObject({ name: 'amount', own: 4_500, ownQuarter: 'highest' });
}, 60_000);

it.runIf(hasModule('risk'))(
  'a behavior analysis with a high score influences the risk decision on payments while it is open',
  async () => {
    const opened = await openAccounts(bank, key, [300_000]);
    const [account = ''] = opened.accountIds;
    await pay(
      key,
      account,
      Array.from({ length: 24 }, (_, index) => 1_000 + 100 * index),
    );
    await advanceDays(bank, key, 65);
    const paymentBody = { type: 'withdrawal', currency: 'EUR', sourceAccountId: account };
    const payNew = async (name: string, amount: number) => {
      const body = { ...paymentBody, amount, externalParty: { name, method: 'book' } };
      return (await bank.call('/v1/transactions?wait=10', { key, body })).body;
    };
    const firstPayment = await payNew('Quartz Outlet 44', 200_000);
    expect([firstPayment.status, firstPayment.risk.decision]).toEqual(['posted', 'approve']);
    expect((await payNew('Green Grocer', 900)).status).toBe('posted');
    const result = await ask({ customerId: opened.customerId });
    expect(result.body).toMatchObject({ level: 'high', recommendation: 'review' });
    expect(result.body.suspicions).toContainEqual({
      code: 'new_counterparty_large',
      message: 'More than this customer usually pays, to somebody never paid before',
      figures: [
        { name: 'amount', observed: 200_000, is: 'at_least', threshold: expect.any(Number) },
        { name: 'z_score', observed: expect.any(Number), is: 'at_least', threshold: null },
      ],
      transactionIds: [firstPayment.id],
    });
    expect(Date.parse(result.body.heardUntil)).toBeGreaterThan(Date.parse(result.body.asOf));
    const heldPayment = await payNew('Cobalt Gifts 9', 700);
    expect([heldPayment.status, heldPayment.risk.reasons[0].code]).toEqual([
      'pending_review',
      'open_doubt',
    ]);
    // A known payee is paid as usual, and after a day the analysis has no effect any more.
    expect((await payNew('Super Mart', 900)).status).toBe('posted');
    await advanceDays(bank, key, 2);
    expect((await payNew('Velvet Prints 3', 700)).status).toBe('posted');
  },
  60_000,
);

test.each([
  [{ period: { from: '2026-02-01', to: '2026-01-01' } }, 400, '/period/to'],
  [{ compareTo: 'everybody' }, 422, '/compareTo'],
  [{ session: { country: 'Germany' } }, 422, '/session/country'],
  [{ session: { ip: '1' } }, 422, '/session/ip'],
  [{ currency: 'USD' }, 422, '/currency'],
  [{ accountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, '/accountId'],
  [{ customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, '/customerId'],
])('a behavior analysis refuses %j with %i at %s', async (fields, status, pointer) => {
  const answer = await ask(fields);
  expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
});

it("a behavior analysis reads no other developer's data, and needs ai:invoke", async () => {
  const stranger = await register(bank);
  const foreignAnswer = await ask({}, stranger.key);
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'customer_not_found']);
  const narrowKeyAnswer = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Reader', scopes: ['accounts:read'] },
  });
  const refusedAnswer = await ask(
    {},
    narrowKeyAnswer.body.apiKey ?? narrowKeyAnswer.body.secret ?? narrowKeyAnswer.body.key,
  );
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});
