// Limits of an account: set, use, return and read them; approvals by a second person above a
// threshold.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

async function openAccountPair(funds = 100_000): Promise<[string, string]> {
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  return [accountIds[0] ?? '', accountIds[1] ?? ''];
}

const limitsOf = (id: string) => `/v1/accounts/${id}/limits`;
const putLimits = (id: string, body: object, headers = {}) =>
  bank.call(limitsOf(id), { method: 'PUT', key, body: { currency: 'EUR', ...body }, headers });
const readLimits = async (id: string) => (await bank.call(limitsOf(id), { key })).body;
const send = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
const readUsage = async (id: string) =>
  Object.fromEntries(
    (await readLimits(id)).limits.map((line: { period: string; used: number }) => [
      line.period,
      line.used,
    ]),
  );

describe('limits', () => {
  it('are replaced as a whole, versioned, and returned with the remaining amounts', async () => {
    const [from, to] = await openAccountPair();
    expect(await readLimits(from)).toMatchObject({ version: 0, limits: [], id: null });
    const isConfigured = async () =>
      (await bank.call(`/v1/accounts/${from}`, { key })).body.limitsConfigured;
    expect(await isConfigured()).toBe(false);
    const firstAnswer = await putLimits(from, { perTransaction: 500, daily: 1_000, dailyCount: 3 });
    expect([firstAnswer.status, firstAnswer.body.version, firstAnswer.headers.get('etag')]).toEqual(
      [200, 1, '"v1"'],
    );
    expect(await isConfigured()).toBe(true);
    await send(transferOf(from, to, 300));
    const { limits, controls } = await readLimits(from);
    expect(limits).toMatchObject([
      { period: 'transaction', maxAmount: 500, remaining: 500, used: null },
      { period: 'day', maxAmount: 1_000, used: 300, remaining: 700, utilizationPercent: 30 },
      { period: 'day_count', maxAmount: 3, used: 1, remaining: 2 },
    ]);
    expect(Date.parse(limits[1].resetAt)).toBeGreaterThan(Date.now());
    expect(controls.windows).toEqual([]);
    const secondAnswer = await putLimits(from, { weekly: 2_000 }, { 'if-match': '"v1"' });
    expect(secondAnswer.body).toMatchObject({ version: 2, id: firstAnswer.body.id });
    expect(secondAnswer.body.limits).toMatchObject([{ period: 'week', used: 300 }]);
    const staleTag = await putLimits(from, { weekly: 1 }, { 'if-match': '"v1"' });
    expect([staleTag.status, staleTag.body.code]).toEqual([412, 'version_conflict']);
  });

  it('count the debits made before the limits were set', async () => {
    const [from, to] = await openAccountPair();
    await send(transferOf(from, to, 400));
    await send({ ...transferOf(from, to, 100), capture: 'manual' });
    await putLimits(from, { daily: 1_000, monthly: 5_000, dailyCount: 10 });
    expect(await readUsage(from)).toEqual({ day: 500, month: 500, day_count: 2 });
  });

  it('name the limit that declined a payment, in the order of the catalogue', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { perTransaction: 300, daily: 500, dailyCount: 2 });
    const largeTransfer = await send(transferOf(from, to, 301));
    expect([largeTransfer.status, largeTransfer.body.code, largeTransfer.body.limit]).toEqual([
      422,
      'limit_exceeded',
      { period: 'transaction', maxAmount: 300, used: 0 },
    ]);
    expect((await send(transferOf(from, to, 300))).status).toBe(201);
    const dailyAnswer = await send(transferOf(from, to, 201));
    expect(dailyAnswer.body.limit).toEqual({ period: 'day', maxAmount: 500, used: 300 });
    const record = (await bank.call(`/v1/transactions/${dailyAnswer.body.transactionId}`, { key }))
      .body;
    expect(record).toMatchObject({
      status: 'declined',
      statusReason: { code: 'limit_exceeded', limit: { period: 'day' } },
    });
    expect((await send(transferOf(from, to, 200))).status).toBe(201);
    const countAnswer = await send(transferOf(from, to, 1));
    expect(countAnswer.body.limit).toEqual({ period: 'day_count', maxAmount: 2, used: 2 });
    // Declined payments used none of the limit.
    expect(await readUsage(from)).toEqual({ transaction: null, day: 500, day_count: 2 });
  });

  it('are used by a hold and restored by its release or by its uncaptured part', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000, dailyCount: 9 });
    const hold = async (amount: number) =>
      (await send({ ...transferOf(from, to, amount), capture: 'manual' })).body.id;
    const captured = await hold(600);
    const canceled = await hold(400);
    expect((await send(transferOf(from, to, 1))).body.code).toBe('limit_exceeded');
    await bank.call(`/v1/transactions/${canceled}/cancel`, { key, body: {} });
    expect(await readUsage(from)).toEqual({ day: 600, day_count: 1 });
    await bank.call(`/v1/transactions/${captured}/capture`, { key, body: { amount: 250 } });
    expect(await readUsage(from)).toEqual({ day: 250, day_count: 1 });
  });

  it('count gross amounts: incoming money restores no allowance', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    await send(transferOf(from, to, 900));
    await send(transferOf(to, from, 900));
    expect((await send(transferOf(from, to, 101))).body.code).toBe('limit_exceeded');
    expect((await send(transferOf(from, to, 100))).status).toBe(201);
  });

  it('forbid payments by category, counterparty, country and time', async () => {
    const [from, to] = await openAccountPair();
    const otherAccountId = (await openAccountPair())[1];
    const codeOf = async (body: object) => (await send(body)).body.code;
    await putLimits(from, {
      blockedCategories: ['games'],
      blockedCounterparties: [otherAccountId],
    });
    expect(await codeOf({ ...transferOf(from, to, 1), category: 'games' })).toBe(
      'category_blocked',
    );
    expect(await codeOf(transferOf(from, otherAccountId, 1))).toBe('counterparty_blocked');
    await putLimits(from, { allowedCategories: ['rent'], allowedCountries: ['DE'] });
    expect(await codeOf(transferOf(from, to, 1))).toBe('category_blocked');
    expect((await send({ ...transferOf(from, to, 1), category: 'rent' })).status).toBe(201);
    const withdrawal = {
      type: 'withdrawal',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: from,
      category: 'rent',
      externalParty: { name: 'Ada', country: 'US', method: 'book' },
    };
    expect(await codeOf(withdrawal)).toBe('country_not_allowed');
    const day = new Date().toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });
    const otherDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter(
      (value) => value !== day.toLowerCase(),
    );
    // Two days ahead, so that midnight may pass during the test.
    const farDay = otherDays[(otherDays.length + 3) % otherDays.length];
    const window = { days: [farDay], start: '00:00', end: '00:01', timezone: 'UTC' };
    await putLimits(from, { windows: [window] });
    expect(await codeOf(transferOf(from, to, 1))).toBe('outside_time_window');
  });

  it('can begin later, and can expire: the earlier limits then apply again', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    const until = new Date(Date.now() + 1_500).toISOString();
    await putLimits(from, { daily: 10, temporary: { until } });
    expect((await send(transferOf(from, to, 11))).body.code).toBe('limit_exceeded');
    const laterStart = new Date(Date.now() + 3_600_000).toISOString();
    await expect
      .poll(async () => (await readLimits(from)).limits[0].maxAmount, { timeout: 10_000 })
      .toBe(1_000);
    const { body } = await putLimits(from, { daily: 5_000, effectiveFrom: laterStart });
    expect(body.limits).toMatchObject([{ period: 'day', maxAmount: 1_000 }]);
    expect(body.pendingChange).toMatchObject({
      version: 3,
      daily: 5_000,
      effectiveFrom: laterStart,
    });
  });

  it('emit an event when they change, when the usage is near a limit and when a limit is exceeded', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 100 });
    for (const amount of [50, 30, 10, 11]) await send(transferOf(from, to, amount));
    const emitted = [];
    for (const type of ['limit.updated', 'limit.near', 'limit.exceeded']) {
      const page = await bank.call(`/v1/events?type=${type}&limit=100`, { key });
      emitted.push(...page.body.data);
    }
    const types = emitted
      .filter((event: { data: { object: { accountId?: string } } }) => {
        return event.data.object.accountId === from;
      })
      .map((event: { type: string }) => event.type);
    expect(types).toEqual(['limit.updated', 'limit.near', 'limit.exceeded']);
  });
});

describe("a second person's approval", () => {
  async function createLarge(
    fields: object = {},
  ): Promise<{ id: string; from: string; to: string }> {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 50_000, requireApprovalAbove: 1_000 });
    const answer = await send({ ...transferOf(from, to, 5_000), ...fields });
    expect([answer.status, answer.body.status]).toEqual([202, 'pending_approval']);
    expect(answer.headers.get('location')).toBe(`/v1/transactions/${answer.body.id}`);
    return { id: answer.body.id, from, to };
  }
  const decide = (id: string, decision: string) =>
    bank.call(`/v1/ops/approvals/${id}/decision`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', decision, reason: 'Called them.' },
    });
  const statusOf = async (id: string) =>
    (await bank.call(`/v1/transactions/${id}`, { key })).body.status;
  const readBalance = async (id: string) =>
    (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;

  it('is requested only above the threshold, and the money is held meanwhile', async () => {
    const { id, from, to } = await createLarge();
    expect(await readBalance(from)).toMatchObject({ posted: 100_000, held: 5_000 });
    expect((await send(transferOf(from, to, 1_000))).status).toBe(201);
    const openApprovals = await bank.call(
      '/v1/ops/approvals?environment=sandbox&status=requested',
      {
        key: OPERATOR_KEY,
      },
    );
    const openApproval = openApprovals.body.data.find(
      (item: { transactionId: string }) => item.transactionId === id,
    );
    expect(openApproval).toMatchObject({ status: 'requested', transaction: { amount: 5_000 } });
  });

  it('books the transaction once, however often the approval is sent', async () => {
    const { id, from, to } = await createLarge();
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'granted')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toMatchObject({
      status: 'granted',
      transaction: { status: 'posted' },
    });
    expect([await statusOf(id), (await readBalance(from)).posted]).toEqual(['posted', 95_000]);
    expect(await readBalance(to)).toMatchObject({ posted: 5_000, pendingIn: 0 });
    expect((await readBalance(from)).held).toBe(0);
    expect((await decide(id, 'denied')).body.code).toBe('invalid_state_transition');
  });

  it('when denied declines the transaction, books nothing and frees the limit', async () => {
    const { id, from } = await createLarge();
    expect((await decide(id, 'denied')).body.transaction.status).toBe('declined');
    const { status, statusReason } = (await bank.call(`/v1/transactions/${id}`, { key })).body;
    expect([status, statusReason.code]).toEqual(['declined', 'approval_denied']);
    expect(await readBalance(from)).toMatchObject({ posted: 100_000, held: 0 });
    expect(await readUsage(from)).toEqual({ day: 0 });
  });

  it('of a manual capture leaves the transaction pending until it is captured', async () => {
    const { id } = await createLarge({ capture: 'manual' });
    const earlyCapture = await bank.call(`/v1/transactions/${id}/capture`, { key, body: {} });
    expect([earlyCapture.status, earlyCapture.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    expect((await decide(id, 'granted')).body.transaction.status).toBe('pending');
    const finalAnswer = await bank.call(`/v1/transactions/${id}/capture`, {
      key,
      body: { amount: 2_000 },
    });
    expect([finalAnswer.status, finalAnswer.body.status]).toEqual([201, 'posted']);
  });

  it('is refused once the client has canceled the transaction', async () => {
    const { id, from } = await createLarge();
    expect((await bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} })).status).toBe(200);
    const lateAnswer = await decide(id, 'granted');
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
    expect(await readBalance(from)).toMatchObject({ posted: 100_000, held: 0 });
  });

  it('declines the transaction and releases its hold when the account was frozen meanwhile', async () => {
    const { id, from } = await createLarge();
    await bank.call(`/v1/accounts/${from}/freeze`, { key, body: {} });
    expect((await decide(id, 'granted')).body.transaction.status).toBe('declined');
    expect(await readBalance(from)).toMatchObject({ posted: 100_000, held: 0 });
  });

  test('that is never made lets the hold expire', async () => {
    const { id, from } = await createLarge({
      capture: 'manual',
      holdExpiresAt: new Date(Date.now() + 1_500).toISOString(),
    });
    await expect.poll(() => statusOf(id), { timeout: 15_000 }).toBe('expired');
    expect(await readBalance(from)).toMatchObject({ held: 0 });
    expect((await decide(id, 'granted')).status).toBe(409);
  });
});

test('a hundred concurrent payments never exceed a limit', async () => {
  const [from, to] = await openAccountPair();
  await putLimits(from, { daily: 1_000 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => send(transferOf(from, to, 100))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ body }) => body.code === 'limit_exceeded')).toHaveLength(90);
  expect(await readUsage(from)).toEqual({ day: 1_000 });
});
