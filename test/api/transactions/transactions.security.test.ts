// Concurrent requests for the same money: each amount is paid once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}) => bank.call(path, { key, body });
const sendTransaction = (body: object) => post('/v1/transactions?wait=10', body);
const outcomeOf = ({ status, body }: Answer) => `${status} ${body.code ?? body.status}`;
const repeatAtOnce = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Counts the answers by outcome. */
function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const answer of answers) result[outcomeOf(answer)] = (result[outcomeOf(answer)] ?? 0) + 1;
  return result;
}

async function openHold(amount: number) {
  const { accountIds } = await openAccounts(bank, key, [amount, 0]);
  const [from = '', to = ''] = accountIds;
  const { body } = await sendTransaction({ ...transferOf(from, to, amount), capture: 'manual' });
  return { from, to, id: body.id as string, path: `/v1/transactions/${body.id}` };
}

const readPosted = async (id: string) => (await get(`/v1/accounts/${id}/balance`)).body.posted;

describe('money that concurrent requests ask for', () => {
  it('is paid out once: of 64 withdrawals of the whole balance exactly one is posted', async () => {
    const { accountIds } = await openAccounts(bank, key, [640]);
    const [from = ''] = accountIds;
    const body = { type: 'withdrawal', amount: 640, currency: 'EUR', sourceAccountId: from };
    const answers = await repeatAtOnce(64, () => sendTransaction(body));
    expect(countOutcomes(answers)).toEqual({ '201 posted': 1, '422 insufficient_funds': 63 });
    expect(await readPosted(from)).toBe(0);
  });

  it('is held or paid once: holds and transfers together never exceed the balance', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [from = '', to = ''] = accountIds;
    const answers = await repeatAtOnce(40, (index) =>
      sendTransaction({
        ...transferOf(from, to, 100),
        capture: index % 2 ? 'manual' : 'automatic',
      }),
    );
    const counts = countOutcomes(answers);
    expect((counts['201 posted'] ?? 0) + (counts['201 pending'] ?? 0)).toBe(10);
    expect(counts['422 insufficient_funds']).toBe(30);
    const { body } = await get(`/v1/accounts/${from}/balance`);
    expect([body.available, body.posted - body.held]).toEqual([0, 0]);
  });

  it('that is transferred in a circle keeps its total', async () => {
    const { accountIds } = await openAccounts(bank, key, [100, 100, 100, 100]);
    const answers = await repeatAtOnce(60, (index) =>
      sendTransaction(
        transferOf(accountIds[index % 4] ?? '', accountIds[(index + 1) % 4] ?? '', 60),
      ),
    );
    for (const answer of answers) {
      expect(['201 posted', '422 insufficient_funds']).toContain(outcomeOf(answer));
    }
    const balances = await Promise.all(accountIds.map(readPosted));
    expect(balances.reduce((sum, posted) => sum + posted, 0)).toBe(400);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  });
});

describe('a hold with concurrent acts on it', () => {
  it('is captured once: 100 captures of one amount have one effect and one answer', async () => {
    const { from, to, path } = await openHold(500);
    const answers = await repeatAtOnce(100, () => post(`${path}/capture`, { amount: 300 }));
    expect(countOutcomes(answers)).toEqual({ '201 posted': 1, '200 posted': 99 });
    const firstBody = answers.find(({ status }) => status === 201)?.body;
    for (const { body } of answers) expect(body).toEqual(firstBody);
    expect([await readPosted(to), await readPosted(from)]).toEqual([300, 200]);
  });

  it('is captured once: of 100 different amounts one is booked, and 99 get 409', async () => {
    const { from, to, path } = await openHold(500);
    const answers = await repeatAtOnce(100, (index) =>
      post(`${path}/capture`, { amount: 500 - index }),
    );
    expect(countOutcomes(answers)).toEqual({ '201 posted': 1, '409 already_captured': 99 });
    const capturedTransaction = answers.find(({ status }) => status === 201)?.body;
    expect(await readPosted(to)).toBe(capturedTransaction.hold.capturedAmount);
    expect(await readPosted(from)).toBe(500 - capturedTransaction.hold.capturedAmount);
  });

  it('is captured or canceled, and the losing request gets 409', async () => {
    for (let round = 0; round < 5; round++) {
      const { from, to, path } = await openHold(50);
      const answers = await repeatAtOnce(10, (index) =>
        post(`${path}/${index % 2 ? 'capture' : 'cancel'}`),
      );
      const { status, hold } = (await get(path)).body;
      const isCaptured = status === 'posted';
      expect(countOutcomes(answers), status).toEqual(
        isCaptured
          ? { '201 posted': 1, '200 posted': 4, '409 invalid_state_transition': 5 }
          : { '200 canceled': 5, '409 invalid_state_transition': 5 },
      );
      expect(hold.status).toBe(isCaptured ? 'captured' : 'released');
      expect([await readPosted(from), await readPosted(to)]).toEqual(
        isCaptured ? [0, 50] : [50, 0],
      );
    }
  });

  it('is not captured by a foreign key, however many the requests', async () => {
    const { path } = await openHold(50);
    const stranger = await register(bank);
    const answers = await repeatAtOnce(10, (index) =>
      bank.call(`${path}/${index % 2 ? 'capture' : 'cancel'}`, { key: stranger.key, body: {} }),
    );
    expect(countOutcomes(answers)).toEqual({ '404 transaction_not_found': 10 });
    expect((await get(path)).body.status).toBe('pending');
  });
});

describe('an account that closes while money arrives', () => {
  it('is either closed and empty, or open with the money in it', async () => {
    for (let round = 0; round < 5; round++) {
      const { accountIds } = await openAccounts(bank, key, [0]);
      const [id = ''] = accountIds;
      const deposit = { type: 'deposit', amount: 7, currency: 'EUR', destinationAccountId: id };
      const [firstAnswer, closeAnswer, secondAnswer] = await Promise.all([
        sendTransaction(deposit),
        post(`/v1/accounts/${id}/close`),
        sendTransaction(deposit),
      ]);
      const { status, balance } = (await get(`/v1/accounts/${id}`)).body;
      const postedCount = [firstAnswer, secondAnswer].filter(
        (answer) => answer.status === 201,
      ).length;
      expect(balance.posted).toBe(postedCount * 7);
      expect([closeAnswer.status, status]).toEqual(
        postedCount === 0 ? [200, 'closed'] : [409, 'active'],
      );
      if (postedCount === 0) expect(outcomeOf(firstAnswer)).toBe('422 account_closed');
    }
  });

  it('is not closed while a hold exists, and a freeze in between stops the debit', async () => {
    const { from, path } = await openHold(50);
    const closeAnswers = await repeatAtOnce(5, () => post(`/v1/accounts/${from}/close`));
    expect(countOutcomes(closeAnswers)).toEqual({ '409 account_not_empty': 5 });
    const [freezeAnswer, captureAnswer] = await Promise.all([
      post(`/v1/accounts/${from}/freeze`),
      post(`${path}/capture`),
    ]);
    expect(freezeAnswer.status).toBe(200);
    expect(['201 posted', '422 account_frozen']).toContain(outcomeOf(captureAnswer));
  });
});

describe('after all these tests', () => {
  it('the books balance and no workflow is stuck', async () => {
    const callAsOperator = (path: string) => bank.call(path, { key: OPERATOR_KEY });
    const { body } = await callAsOperator('/v1/ops/invariants?environment=sandbox');
    expect(body.checks.filter((check: { violations: number }) => check.violations > 0)).toEqual([]);
    expect(body.ok).toBe(true);
    const openWorkflows = await callAsOperator('/v1/ops/workflows?environment=sandbox');
    expect([openWorkflows.body.accepted, openWorkflows.body.stuck]).toEqual([0, []]);
  });
});
