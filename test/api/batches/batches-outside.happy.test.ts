// Items of a batch that are paid by a network: the batch is complete once the network has accepted
// them, and it counts the network's later answers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openPayroll, type Payroll } from '../../kit/money/batches.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const FUNDS = 100_000;
const RETURNING_NUMBERS = { early: '000111111101', late: '000222222210' } as const;

const makeWageItem = (payroll: Payroll, n: number, accountNumber?: string) =>
  payroll.item(n, {
    type: 'withdrawal',
    destinationAccountId: undefined,
    category: 'salary',
    externalParty: { name: 'Grace Hopper', method: 'ach', ...(accountNumber && { accountNumber }) },
  });

const advance = (payroll: Payroll, advanceBy: string) =>
  payroll.call('/v1/sandbox/clock?wait=30', { advanceBy });
const countsOf = async (payroll: Payroll, id: string) => (await payroll.read(id)).counts;
const readStatuses = async (payroll: Payroll, id: string) =>
  (await payroll.results(id)).map(({ status }: { status: string }) => status);

describe('a payroll to other banks', () => {
  it('completes when its payment networks have accepted every item, and counts each item as posted when it settles', async () => {
    const payroll = await openPayroll(bank, FUNDS);
    const items = [makeWageItem(payroll, 1), payroll.item(2), makeWageItem(payroll, 3)];
    const creationAnswer = await payroll.send('best_effort', items);
    expect(creationAnswer.status, JSON.stringify(creationAnswer.body)).toBe(201);
    const { id } = creationAnswer.body;
    expect(creationAnswer.body).toMatchObject({
      status: 'completed',
      counts: { total: 3, pending: 2, posted: 1, declined: 0 },
    });
    expect(await readStatuses(payroll, id)).toEqual(['pending', 'posted', 'pending']);
    await advance(payroll, 'P7D');
    expect(await countsOf(payroll, id)).toMatchObject({ pending: 0, posted: 3, declined: 0 });
    expect(await readStatuses(payroll, id)).toEqual(['posted', 'posted', 'posted']);
    expect(await payroll.readPosted()).toBe(FUNDS - 30);
    const [item] = await payroll.results(id);
    const { body } = await payroll.call(`/v1/transactions/${item.transactionId}`);
    expect(body).toMatchObject({
      type: 'withdrawal',
      batchId: id,
      category: 'salary',
      reference: items[0]?.reference,
      rail: { network: 'ach', status: 'settled' },
      workflow: { id: `transfer/${item.transactionId}` },
    });
    expect(await payroll.readEventTypes()).toEqual([
      'batch.created',
      'batch.completed',
      'batch.updated',
    ]);
  });

  it.each([
    ['before it was settled', RETURNING_NUMBERS.early],
    ['days after it was posted', RETURNING_NUMBERS.late],
  ])('marks an item that was returned %s as declined', async (_, account) => {
    const payroll = await openPayroll(bank, FUNDS);
    const { body } = await payroll.send('best_effort', [
      makeWageItem(payroll, 1),
      makeWageItem(payroll, 2, account),
    ]);
    await advance(payroll, 'P30D');
    expect(await countsOf(payroll, body.id)).toMatchObject({ pending: 0, posted: 1, declined: 1 });
    const [storedResult, repeatedResult] = await payroll.results(body.id);
    expect(storedResult).toMatchObject({ status: 'posted', error: null });
    expect(repeatedResult).toMatchObject({ status: 'declined', error: { code: 'rail_returned' } });
    expect(await payroll.readPosted()).toBe(FUNDS - 10);
    expect(await payroll.readEventTypes()).toContain('batch.updated');
  });

  it('counts an item that its client cancels before submission as declined', async () => {
    const payroll = await openPayroll(bank, FUNDS);
    const { body } = await payroll.send('best_effort', [makeWageItem(payroll, 1)]);
    const [item] = await payroll.results(body.id);
    const { status } = await payroll.call(`/v1/transactions/${item.transactionId}/cancel`, {});
    const expected = status === 200 ? { declined: 1, pending: 0 } : { declined: 0, pending: 1 };
    expect(await countsOf(payroll, body.id)).toMatchObject(expected);
  });

  it('is shown by a dry run with the sums to move, and refused by a dry run when atomic', async () => {
    const payroll = await openPayroll(bank, FUNDS);
    const items = [makeWageItem(payroll, 1), makeWageItem(payroll, 2)];
    const dryRun = (mode: string) =>
      payroll.call('/v1/transactions/batch', { mode, items, dryRun: true });
    const bestEffortAnswer = await dryRun('best_effort');
    expect(bestEffortAnswer.body, JSON.stringify(bestEffortAnswer.body)).toMatchObject({
      counts: { acceptable: 2, refused: 0 },
      sums: [{ currency: 'EUR', count: 2, amount: 20 }],
    });
    const atomic = await dryRun('atomic');
    expect(atomic.body.refusals).toMatchObject([
      { code: 'rail_unavailable', pointer: '/items/0/externalParty/method' },
      { code: 'rail_unavailable' },
    ]);
  });
});

it.each([
  ['short', 2],
  ['long', 40],
])(
  'a payment to another bank in a %s atomic batch is refused as a whole, and nothing is booked',
  async (_, size) => {
    const payroll = await openPayroll(bank, FUNDS);
    const { status, body } = await payroll.send('atomic', [
      ...payroll.items(size),
      makeWageItem(payroll, size),
    ]);
    expect([status, body.code]).toEqual([422, 'rail_unavailable']);
    expect(body.errors[0].pointer).toBe(`/items/${size}/externalParty/method`);
    expect(await payroll.readPosted()).toBe(FUNDS);
  },
);
