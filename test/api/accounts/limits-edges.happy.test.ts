// Edge cases of limits: amounts exactly at the limit, usage after reversals and declines, changes
// that begin later or end, and concurrent payments near a limit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

const CALLERS = 100;

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
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
const putLimits = (id: string, body: object, headers: Record<string, string> = {}) =>
  bank.call(limitsOf(id), { method: 'PUT', key, body: { currency: 'EUR', ...body }, headers });
const readLimits = async (id: string) => (await bank.call(limitsOf(id), { key })).body;
const send = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
const act = (id: string, name: string, body: object = {}) =>
  bank.call(`/v1/transactions/${id}/${name}?wait=10`, { key, body });
const atOnce = (ask: (caller: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, caller) => ask(caller)));
const countWinners = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 201).length;

describe('a limit', () => {
  it.each(['daily', 'weekly', 'monthly'])(
    '%s permits exactly its amount and no more',
    async (name) => {
      const [from, to] = await openAccountPair();
      await putLimits(from, { [name]: 1_000 });
      expect((await send(transferOf(from, to, 999))).status).toBe(201);
      expect((await send(transferOf(from, to, 2))).body.code).toBe('limit_exceeded');
      expect((await send(transferOf(from, to, 1))).status).toBe(201);
      const [line] = (await readLimits(from)).limits;
      expect(line).toMatchObject({ used: 1_000, remaining: 0, utilizationPercent: 100 });
      expect((await send(transferOf(from, to, 1))).body.code).toBe('limit_exceeded');
    },
  );

  it('on the count counts completed debits and ignores declined ones', async () => {
    const [from, to] = await openAccountPair(1_000);
    await putLimits(from, { dailyCount: 2 });
    expect((await send(transferOf(from, to, 5_000))).body.code).toBe('insufficient_funds');
    expect((await send(transferOf(from, to, 1))).status).toBe(201);
    expect((await send(transferOf(from, to, 1))).status).toBe(201);
    expect((await send(transferOf(from, to, 1))).body.limit).toMatchObject({ period: 'day_count' });
  });

  it('counts gross amounts: a reversal neither restores nor uses the allowance', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    await putLimits(to, { daily: 1 });
    const { body } = await send(transferOf(from, to, 900));
    expect((await act(body.id, 'reverse', { reason: 'Returned.' })).status).toBe(201);
    expect((await readLimits(from)).limits[0]).toMatchObject({ used: 900, remaining: 100 });
    expect((await readLimits(to)).limits[0]).toMatchObject({ used: 0, remaining: 1 });
    expect((await send(transferOf(from, to, 101))).body.code).toBe('limit_exceeded');
    expect((await send(transferOf(from, to, 100))).status).toBe(201);
  });

  it('that is lowered below the amount used leaves a remainder of 0 and reports the utilisation', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    await send(transferOf(from, to, 600));
    const { body } = await putLimits(from, { daily: 100 });
    expect(body.limits[0]).toMatchObject({ used: 600, remaining: 0, utilizationPercent: 600 });
    expect((await send(transferOf(from, to, 1))).body.code).toBe('limit_exceeded');
  });

  it('blocks an external party by account number, not only accounts of the bank', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { blockedCounterparties: ['DE89370400440532013000'] });
    const withdrawalTo = (accountNumber: string) => ({
      type: 'withdrawal',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: { name: 'Bob', accountNumber, method: 'book' },
    });
    expect((await send(withdrawalTo('DE89370400440532013000'))).body.code).toBe(
      'counterparty_blocked',
    );
    expect((await send(withdrawalTo('DE02120300000000202051'))).status).toBe(201);
  });

  it('with a later start leaves the current limit in force until its start', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    const timeAhead = (ms: number) => new Date(Date.now() + ms).toISOString();
    const effectiveFrom = timeAhead(600_000);
    const { body } = await putLimits(from, { daily: 50, effectiveFrom });
    expect(body).toMatchObject({ version: 2, pendingChange: { daily: 50, effectiveFrom } });
    expect((await send(transferOf(from, to, 60))).status).toBe(201);
    await putLimits(from, { daily: 50, effectiveFrom: timeAhead(1_500) });
    const counts = async () => (await readLimits(from)).limits[0].maxAmount;
    await expect.poll(counts, { timeout: 15_000 }).toBe(50);
    expect((await send(transferOf(from, to, 1))).body.code).toBe('limit_exceeded');
    expect((await readLimits(from)).pendingChange).toBeNull();
  });

  it('replaced by many requests at the same version is changed by one of them, and the others get 412', async () => {
    const [from] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    const answers = await atOnce((caller) =>
      putLimits(from, { daily: 1_000 + caller }, { 'if-match': '"v1"' }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'version_conflict')).toHaveLength(
      CALLERS - 1,
    );
    expect((await readLimits(from)).version).toBe(2);
  });
});

describe(`${CALLERS} concurrent requests`, () => {
  it('that pay never exceed a count limit', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { dailyCount: 7 });
    expect(countWinners(await atOnce(() => send(transferOf(from, to, 1))))).toBe(7);
  });

  it('that pay, or that capture and cancel holds, never exceed a limit', async () => {
    const [from, to] = await openAccountPair();
    await putLimits(from, { daily: 1_000 });
    const answers = await atOnce(async (caller) => {
      const capture = caller % 3 === 0 ? 'automatic' : 'manual';
      const sendAnswer = await send({ ...transferOf(from, to, 90), capture });
      if (sendAnswer.status !== 201 || capture === 'automatic') return sendAnswer;
      const action = caller % 3 === 1 ? 'cancel' : 'capture';
      return act(sendAnswer.body.id, action, action === 'capture' ? { amount: 50 } : {});
    });
    const balance = (await bank.call(`/v1/accounts/${to}/balance`, { key })).body.posted;
    expect(balance).toBeLessThanOrEqual(1_000);
    expect(countWinners(answers)).toBeGreaterThan(5);
    expect((await readLimits(from)).limits[0].used).toBe(balance);
  });

  it('that pay and that replace the limit leave a recorded use equal to the money moved', async () => {
    const [from, to] = await openAccountPair();
    await atOnce((caller) =>
      caller % 4 === 0
        ? putLimits(from, { daily: 2_000 + caller })
        : send(transferOf(from, to, 10)),
    );
    const balance = (await bank.call(`/v1/accounts/${to}/balance`, { key })).body.posted;
    expect((await readLimits(from)).limits[0].used).toBe(balance);
  });
});
