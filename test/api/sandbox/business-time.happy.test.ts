// The sandbox clock dates everything that a customer can see. Ids, keys and deliveries use real
// time.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../ledger/durations.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';
import { applicationOf } from '../../kit/people/credit.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
});
afterAll(() => bank.close());

const CLOCK = '/v1/sandbox/clock';
const readBody = async (developer: TestDeveloper, path: string) =>
  (await developer.call(path)).body;
const dayOf = (time: string) => time.slice(0, 10);
const pay = async (developer: TestDeveloper, amount: number) =>
  (
    await developer.call(
      '/v1/transactions?wait=10',
      transferOf(developer.from, developer.to, amount),
    )
  ).body;
const moveTo = async (developer: TestDeveloper, advanceTo: string) => {
  const { status, body } = await developer.call(`${CLOCK}?wait=30`, { advanceTo });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe('an occurrence of 2027-01-31', () => {
  let developer: TestDeveloper;
  let payment: ReturnType<typeof JSON.parse>;
  beforeAll(async () => {
    developer = await openTestDeveloper(bank);
    const recurrence = { frequency: 'monthly', count: 2 };
    const { id } = await developer.schedule({ amount: 700, startDate: '2027-01-31', recurrence });
    await moveTo(developer, '2027-02-01T12:00:00Z');
    [payment] = await developer.listTransfers(id);
  });

  it('is booked on 2027-01-31, also in its timeline and its events', async () => {
    expect(payment).toMatchObject({
      status: 'posted',
      createdAt: '2027-01-31T00:00:00.000Z',
      postedAt: '2027-01-31T00:00:00.000Z',
      effectiveDate: '2027-01-31',
    });
    const { timeline } = await readBody(developer, `/v1/transactions/${payment.id}`);
    expect(timeline.map(({ at }: { at: string }) => dayOf(at))).toEqual(
      timeline.map(() => '2027-01-31'),
    );
    const { data } = await readBody(developer, `/v1/events?objectId=${payment.id}&order=desc`);
    expect(data.length).toBeGreaterThan(0);
    for (const event of data) expect(dayOf(event.createdAt)).toBe('2027-01-31');
  });

  it('appears in the statement of January and in no other', async () => {
    const january = 'from=2027-01-01&to=2027-01-31';
    const { body } = await developer.call(`/v1/accounts/${developer.from}/statements?${january}`);
    expect(body).toMatchObject({ opening: 100_000, closing: 99_300 });
    expect(body.movements.data).toMatchObject([{ transactionId: payment.id, date: '2027-01-31' }]);
    const dayAfterQuery = 'from=2027-02-01&to=2027-02-01';
    const february = await developer.call(
      `/v1/accounts/${developer.from}/statements?${dayAfterQuery}`,
    );
    expect(february.body).toMatchObject({ opening: 99_300, closing: 99_300 });
    expect(february.body.movements.data).toEqual([]);
  });

  it('is included in balances as of later moments, and not of earlier ones', async () => {
    const balanceAt = async (asOf: string) =>
      (await developer.call(`/v1/accounts/${developer.from}/balance?asOf=${asOf}`)).body.posted;
    expect(await balanceAt('2027-01-30T23:59:59.999Z')).toBe(100_000);
    expect(await balanceAt('2027-01-31T00:00:00Z')).toBe(99_300);
    const futureBalance = await developer.call(
      `/v1/accounts/${developer.from}/balance?asOf=2027-03-01T00:00:00Z`,
    );
    expect([futureBalance.status, futureBalance.body.code]).toEqual([400, 'invalid_parameter']);
    expect(dayOf((await readBody(developer, `/v1/accounts/${developer.from}/balance`)).asOf)).toBe(
      '2027-02-01',
    );
  });

  it('is found by its day, in the lists of transactions and of events', async () => {
    const sameDayQuery = 'startDate=2027-01-31&endDate=2027-01-31';
    const { data } = await readBody(developer, `/v1/transactions?${sameDayQuery}`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([payment.id]);
    const emptyList = await readBody(developer, '/v1/transactions?startDate=2027-02-01');
    expect(emptyList.data).toEqual([]);
    const day = 'from=2027-01-31T00:00:00Z&to=2027-01-31T00:00:00Z';
    const events = await readBody(developer, `/v1/events?${day}&type=transaction.posted`);
    expect(events.data).toHaveLength(1);
  });

  it("has an id in the order of real time, and does not move other developers' time", async () => {
    const otherDeveloper = await openTestDeveloper(bank);
    const { createdAt } = await readBody(otherDeveloper, `/v1/accounts/${otherDeveloper.from}`);
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(DAY_MS);
    const currentPayment = await pay(otherDeveloper, 5);
    // Ids are in the order of real time, whatever the sandbox clocks show.
    expect(currentPayment.id > payment.id).toBe(true);
    expect(currentPayment.postedAt < payment.postedAt).toBe(true);
    expect(currentPayment.ledgerSequence).toBeGreaterThan(payment.ledgerSequence);
  });
});

describe('a daily limit in sandbox time', () => {
  it('is used up, and free again two days later by the sandbox clock', async () => {
    const developer = await openTestDeveloper(bank);
    const limitsPath = `/v1/accounts/${developer.from}/limits`;
    await developer.call(limitsPath, { currency: 'EUR', daily: 1_000 }, { method: 'PUT' });
    expect((await pay(developer, 1_000)).status).toBe('posted');
    expect((await pay(developer, 1)).code).toBe('limit_exceeded');
    await developer.advance('P2D');
    const readDayLimit = async () =>
      (await readBody(developer, limitsPath)).limits.find(
        ({ period }: { period: string }) => period === 'day',
      );
    expect(await readDayLimit()).toMatchObject({ used: 0, remaining: 1_000 });
    expect((await pay(developer, 1_000)).status).toBe('posted');
    const { now } = await readBody(developer, CLOCK);
    const tomorrow = new Date(Date.parse(dayOf(now)) + DAY_MS).toISOString();
    expect(await readDayLimit()).toMatchObject({ used: 1_000, remaining: 0, resetAt: tomorrow });
  });

  it('counts each date of a schedule on its own day', async () => {
    const developer = await openTestDeveloper(bank);
    await developer.call(
      `/v1/accounts/${developer.from}/limits`,
      { currency: 'EUR', daily: 600 },
      { method: 'PUT' },
    );
    const recurrence = { frequency: 'daily', count: 5 };
    const { id } = await developer.schedule({ amount: 500, recurrence });
    await developer.advance('P7D');
    const occurrences = await developer.listOccurrences(id);
    expect(occurrences.map(({ status }: { status: string }) => status)).toEqual(
      Array(5).fill('posted'),
    );
  });
});

describe('a customer created before the sandbox clock advanced by a year', () => {
  let developer: TestDeveloper;
  let payeeAccountId: string;
  beforeAll(async () => {
    developer = await openTestDeveloper(bank);
    // The payee is another customer, because payments between accounts of one customer are not
    // judged.
    payeeAccountId = (await openAccounts(bank, developer.key, [0])).accountIds[0] ?? '';
    await developer.call(
      '/v1/transactions?wait=10',
      transferOf(developer.from, payeeAccountId, 300),
    );
    await developer.advance('P200D');
    for (const amount of [1, 2, 3]) await developer.deposit(amount);
    await developer.advance('P165D');
  });

  it.runIf(hasModule('risk'))(
    'has been a customer for a year in the features of the fraud model',
    async () => {
      await developer.call(`/v1/accounts/${developer.from}/reactivate`, {});
      const { body } = await developer.call('/v1/ai/risk-score', {
        transaction: transferOf(developer.from, payeeAccountId, 400),
        options: { includeFeatures: true },
      });
      expect(body.features.accountAgeDays).toBeGreaterThanOrEqual(365);
      expect(body.features.accountAgeDays).toBeLessThan(366);
      expect(body.features.payeeAgeDays).toBeGreaterThanOrEqual(365);
      expect(body.features).toMatchObject({ outCount24h: 0, outCount90d: 0, paidBefore: 1 });
      expect(body.features.hoursSinceLastOut).toBeGreaterThan(364 * 24);
      const { now } = await readBody(developer, CLOCK);
      expect(Math.abs(Date.parse(body.asOf) - Date.parse(now))).toBeLessThan(DAY_MS);
    },
  );

  it.runIf(hasModule('credit'))('has a history of a year for credit', async () => {
    const { customerId } = await readBody(developer, `/v1/accounts/${developer.from}`);
    const { body } = await developer.call('/v1/ai/credit-assessment', {
      ...applicationOf(customerId, {
        product: { currency: 'EUR' },
        alternativeData: { consentId: 'c-1', cashflow: true },
      }),
    });
    expect(body.code, JSON.stringify(body)).toBeUndefined();
    const used = body.alternativeDataUsed as { name: string; value: number }[];
    const days = used.find(({ name }) => name === 'historyDays')?.value;
    expect(days).toBeGreaterThanOrEqual(364);
  });

  it.runIf(hasModule('aml'))(
    'has moved nothing in the last ninety days for the AML monitor',
    async () => {
      const { customerId } = await readBody(developer, `/v1/accounts/${developer.from}`);
      const { body } = await developer.call('/v1/ai/aml-monitor', { scope: { customerId } });
      const { now } = await readBody(developer, CLOCK);
      expect(dayOf(body.period.to)).toBe(dayOf(now));
      expect(body.transactionsExamined).toBe(0);
    },
  );
});

it('production uses the real time: a payment is booked on the day of its request', async () => {
  const { key } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [500, 0]);
  const [from = '', to = ''] = accountIds;
  const { ledger } = bank.bank.environments.production;
  expect(Math.abs(ledger.clock('nobody') - Date.now())).toBeLessThan(DAY_MS);
  expect(ledger.clock('nobody', 17)).toBe(17);
  const body = transferOf(from, to, 5);
  const paid = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
  expect(Math.abs(Date.parse(paid.postedAt) - Date.now())).toBeLessThan(DAY_MS);
});
