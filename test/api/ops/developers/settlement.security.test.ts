// No money is created: in production, money enters and leaves the bank with the name of the other
// party, after screening, and within the limit that an operator has set for the developer; or an
// operator records it.

import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openSharedCheckedBank,
  transferOf,
} from '../../../kit/bank/checked-bank.ts';
import { claimSecondOperatorKey } from '../../../kit/people/operators.ts';

const PARTY = { name: 'Grace Hopper', method: 'cash' };
let bank: CheckedBank;
let key: string;
let liveKey: string;
let developerId: string;
let accountId: string;
let otherAccountId: string;
let secondOperatorKey: string;

const asOperator = (path: string, body?: object, method?: string, operator = OPERATOR_KEY) =>
  bank.call(path, {
    key: operator,
    headers: { 'idempotency-key': crypto.randomUUID() },
    ...(body ? { body } : {}),
    ...(method ? { method } : {}),
  });
const post = (path: string, body: object, callerKey = liveKey) =>
  bank.call(path, { key: callerKey, body, headers: { 'idempotency-key': crypto.randomUUID() } });
const moveMoney = (type: string, amount: number, overrides: object = { externalParty: PARTY }) =>
  post('/v1/transactions?wait=10', {
    ...{ type, amount, currency: 'EUR', ...overrides },
    [type === 'deposit' ? 'destinationAccountId' : 'sourceAccountId']: accountId,
  });
const outcomeOf = ({ status, body }: Answer) => [status, body.code ?? body.status];
const setOrReadTerms = (body?: object) =>
  asOperator(`/v1/ops/developers/${developerId}/settlement`, body, body && 'PUT');
const setTerms = (prefunded: number, cap: number) =>
  setOrReadTerms({ currency: 'EUR', prefunded, cap, reason: 'Agreed on' });
const readPosted = async (id = accountId) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key: liveKey })).body.posted;

const readCustomerId = async (id: string): Promise<string> =>
  (await bank.call(`/v1/accounts/${id}`, { key: liveKey })).body.customerId;

async function openLiveAccount(): Promise<string> {
  const { body: customer } = await post('/v1/customers', { type: 'individual', name: 'Ada King' });
  const decision = { environment: 'production', decision: 'verified', reason: 'Passport seen' };
  await asOperator(`/v1/ops/customers/${customer.id}/kyc-decision`, decision);
  const account = { customerId: customer.id, type: 'checking', currency: 'EUR', name: 'Main' };
  return (await post('/v1/accounts', account)).body.id;
}

beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key, developerId } = await register(bank));
  liveKey = await claimLiveKey(bank, key);
  accountId = await openLiveAccount();
  otherAccountId = await openLiveAccount();
  secondOperatorKey = await claimSecondOperatorKey(bank);
});

describe('external payments in production', () => {
  it('need a named party, on every path; the sandbox does not require one', async () => {
    for (const type of ['deposit', 'withdrawal']) {
      const missingPartyAnswer = await moveMoney(type, 9_007_199_254_740_991, {});
      expect(outcomeOf(missingPartyAnswer)).toEqual([422, 'external_party_required']);
      expect(missingPartyAnswer.body.errors[0].pointer).toBe('/externalParty');
    }
    const item = { type: 'deposit', amount: 1, currency: 'EUR', destinationAccountId: accountId };
    const batch = { mode: 'best_effort', items: [{ ...item, reference: 'one' }] };
    const refusedAnswer = await post('/v1/transactions/batch', batch);
    expect(outcomeOf(refusedAnswer)).toEqual([422, 'external_party_required']);
    expect(refusedAnswer.body.errors[0].pointer).toBe('/items/0/externalParty');
    const unlimitedAccounts = await openAccounts(bank, key, [9_007_199_254_740_991]);
    const { body } = await bank.call(`/v1/accounts/${unlimitedAccounts.accountIds[0]}/balance`, {
      key,
    });
    expect(body.posted).toBe(9_007_199_254_740_991);
  });

  it('are declined until an operator has set terms, on every path', async () => {
    expect((await setOrReadTerms()).body.currencies).toEqual([]);
    const refusal = [422, 'settlement_cap_exceeded'];
    expect(outcomeOf(await moveMoney('deposit', 1))).toEqual(refusal);
    expect(
      outcomeOf(await moveMoney('deposit', 1, { externalParty: PARTY, dryRun: true }))[0],
    ).toBe(200);
    const heldPayment = await moveMoney('deposit', 1, { externalParty: PARTY, capture: 'manual' });
    expect(outcomeOf(heldPayment)).toEqual(refusal);
    const item = { type: 'deposit', amount: 1, currency: 'EUR', destinationAccountId: accountId };
    const items = [{ ...item, externalParty: PARTY, reference: 'two' }];
    const atomic = await post('/v1/transactions/batch?wait=10', { mode: 'atomic', items });
    expect(outcomeOf(atomic)).toEqual(refusal);
    expect(await readPosted()).toBe(0);
  });

  it('are booked up to prefunded balance and cap together, also under concurrent requests', async () => {
    const { body } = await setTerms(60, 40);
    expect(body.currencies).toEqual([
      {
        ...{ developerId, currency: 'EUR', prefunded: '60', cap: '40', version: 1 },
        ...{ takenIn: '0', roomIn: '100', roomOut: '100' },
      },
    ]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => moveMoney('deposit', 30)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[201, 201, 201],
      ...[422, 422, 422, 422, 422],
    ]);
    expect(await readPosted()).toBe(90);
    expect((await setOrReadTerms()).body.currencies[0]).toMatchObject({
      takenIn: '90',
      roomIn: '10',
    });
  });

  it('count holds too, and do not restrict transfers within the bank', async () => {
    const heldPayment = await moveMoney('deposit', 10, { externalParty: PARTY, capture: 'manual' });
    expect(heldPayment.status).toBe(201);
    expect(outcomeOf(await moveMoney('deposit', 1))).toEqual([422, 'settlement_cap_exceeded']);
    expect((await post(`/v1/transactions/${heldPayment.body.id}/cancel`, {})).status).toBe(200);
    expect(
      (await post('/v1/transactions?wait=10', transferOf(accountId, otherAccountId, 90))).status,
    ).toBe(201);
    expect(
      (await post('/v1/transactions?wait=10', transferOf(otherAccountId, accountId, 90))).status,
    ).toBe(201);
  });

  it('also apply to reversals, so that reversing a withdrawal does not bypass them', async () => {
    const withdrawal = await moveMoney('withdrawal', 90);
    expect(withdrawal.status).toBe(201);
    expect((await moveMoney('deposit', 100)).status).toBe(201);
    const reversal = await post(`/v1/transactions/${withdrawal.body.id}/reverse?wait=10`, {
      reason: 'Error',
    });
    expect(outcomeOf(reversal)).toEqual([422, 'settlement_cap_exceeded']);
    expect(await readPosted()).toBe(100);
  });

  it.runIf(hasModule('risk'))(
    'are screened: a payment to a listed payee is held for a person',
    async () => {
      const externalParty = { name: 'Balthasar Xerxes Quostrov', method: 'cash' };
      const heldAnswer = await moveMoney('withdrawal', 10, { externalParty });
      expect(outcomeOf(heldAnswer)).toEqual([202, 'pending_review']);
      expect(heldAnswer.body.risk.decision).toBe('block_and_review');
    },
  );
});

describe('an operator', () => {
  const recordMoney = (type: 'deposit' | 'withdrawal', amount: number, callerKey = OPERATOR_KEY) =>
    asOperator(
      `/v1/ops/${type}s?wait=10`,
      {
        ...{ environment: 'production', accountId: otherAccountId, amount, currency: 'EUR' },
        ...{ externalParty: { name: 'Grace Hopper', method: 'wire' }, reason: 'Came by wire' },
      },
      undefined,
      callerKey,
    );

  it('can record money beyond the cap, with a reason, and the books show it', async () => {
    const answer = await recordMoney('deposit', 5_000);
    expect(outcomeOf(answer)).toEqual([201, 'posted']);
    expect(outcomeOf(await recordMoney('withdrawal', 1_000))).toEqual([201, 'posted']);
    expect(await readPosted(otherAccountId)).toBe(4_000);
    const { body } = await asOperator('/v1/ops/trial-balance?environment=production');
    const ownItem = body.settlement.find(
      (item: { developerId: string }) => item.developerId === developerId,
    );
    expect(ownItem).toMatchObject({ currency: 'EUR', takenIn: '4100', roomIn: '0' });
  });

  it('needs a second person for an amount above the limit of one person', async () => {
    const answer = await recordMoney('deposit', 1_000_001);
    expect(outcomeOf(answer)).toEqual([202, 'pending_approval']);
    const path = `/v1/ops/approvals/${answer.body.id}/decision`;
    const decision = { environment: 'production', decision: 'granted', reason: 'Seen' };
    expect((await asOperator(path, decision)).status).toBe(409);
    expect(await readPosted(otherAccountId)).toBe(4_000);
    expect((await asOperator(path, decision, undefined, secondOperatorKey)).status).toBe(200);
    await expect.poll(() => readPosted(otherAccountId), { timeout: 20_000 }).toBe(1_004_001);
  });

  it('needs a second person for a split payment too, counted by customer and day, over accounts and currencies', async () => {
    const [firstAccountId, secondAccountId] = [await openLiveAccount(), await openLiveAccount()];
    const currencies = new Map<string, string>();
    const recordAt = (
      id: string,
      type: 'deposit' | 'withdrawal',
      amount: number,
      callerKey = OPERATOR_KEY,
    ) =>
      asOperator(
        `/v1/ops/${type}s?wait=10`,
        {
          ...{ environment: 'production', accountId: id, amount },
          currency: currencies.get(id) ?? 'EUR',
          ...{ externalParty: { name: 'Grace Hopper', method: 'wire' }, reason: 'Came by wire' },
        },
        undefined,
        callerKey,
      );
    const statuses = [];
    for (const amount of [600_000, 400_000, 1, 999_999]) {
      statuses.push((await recordAt(firstAccountId, 'deposit', amount)).body.status);
    }
    expect(statuses).toEqual(['posted', 'posted', 'pending_approval', 'pending_approval']);
    // Both directions count towards the limit of the operator for a customer. Each customer has
    // a limit of its own.
    expect((await recordAt(firstAccountId, 'withdrawal', 1)).body.status).toBe('pending_approval');
    expect((await recordAt(secondAccountId, 'deposit', 1_000_000)).body.status).toBe('posted');
    // The same customer may have any number of accounts, in any currencies.
    const customerId = await readCustomerId(firstAccountId);
    for (const currency of ['EUR', 'USD']) {
      const accountBody = { customerId, type: 'savings', currency, name: 'More' };
      const { id } = (await post('/v1/accounts', accountBody)).body;
      currencies.set(id, currency);
      expect((await recordAt(id, 'deposit', 100)).body.status, currency).toBe('pending_approval');
    }
    // Each operator has a limit of their own.
    expect((await recordAt(firstAccountId, 'deposit', 5, secondOperatorKey)).body.status).toBe(
      'posted',
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => recordAt(otherAccountId, 'withdrawal', 300_000)),
    );
    const postedAnswers = answers.filter(({ body }) => body.status === 'posted');
    expect(postedAnswers.length).toBeLessThanOrEqual(3);
    const { body } = await asOperator('/v1/ops/operator-sums?environment=production');
    expect(body.data).toContainEqual(
      expect.objectContaining({
        ...{ act: 'payment', objectId: customerId, units: 10_000, percent: 100 },
      }),
    );
    const listedIds = body.data.map(({ objectId }: { objectId: string }) => objectId);
    expect(listedIds).toContain(await readCustomerId(secondAccountId));
  });

  it('needs a second person for terms or limits split over currencies', async () => {
    const { key: ownKey, developerId } = await register(bank);
    await claimLiveKey(bank, ownKey);
    const setCap = (currency: string, cap: number) =>
      asOperator(
        `/v1/ops/developers/${developerId}/settlement`,
        { currency, prefunded: 0, cap, reason: 'Agreed on' },
        'PUT',
      );
    expect((await setCap('EUR', 600_000)).status).toBe(200);
    // Setting the same terms again uses nothing of the operator's limit.
    expect((await setCap('EUR', 600_000)).status).toBe(200);
    expect((await setCap('USD', 400_000)).status).toBe(200);
    expect((await setCap('GBP', 1)).status).toBe(202);
    const setLimits = (id: string, daily: number) =>
      asOperator(
        `/v1/ops/accounts/${id}/limits`,
        { environment: 'production', currency: 'EUR', daily, reason: 'Asked for' },
        'PUT',
      );
    const account = await openLiveAccount();
    expect((await setLimits(account, 1)).status).toBe(200);
    expect((await setLimits(account, 900_000)).status).toBe(200);
    expect((await setLimits(account, 1)).status).toBe(200);
    expect((await setLimits(account, 200_000)).status).toBe(202);
    const { body } = await asOperator('/v1/ops/operator-sums?environment=production');
    expect(body.data).toContainEqual(
      expect.objectContaining({ act: 'settlement', objectId: developerId, units: 10_000 }),
    );
    expect(body.data).toContainEqual(
      expect.objectContaining({ act: 'limits', objectId: account, units: 9_000, percent: 90 }),
    );
  });

  it('gets the field at fault, and no other role may set terms', async () => {
    const missingPartyAnswer = await asOperator('/v1/ops/deposits', {
      ...{
        environment: 'production',
        accountId: otherAccountId,
        amount: 1,
        currency: 'EUR',
        reason: 'x',
      },
    });
    expect(missingPartyAnswer.body.errors[0].pointer).toBe('/externalParty');
    expect((await post('/v1/ops/deposits', {})).status).toBe(404);
    const unknownDeveloperAnswer = await asOperator('/v1/ops/developers/dev_none/settlement');
    expect(unknownDeveloperAnswer.status).toBe(404);
  });
});
