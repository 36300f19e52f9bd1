// Items of a batch that are paid by a network: the batch is complete once the network has accepted
// them, and it counts the network's later answers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { type Payroll, payrollOf } from '../../kit/money/batches.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((one) => one.violations > 0)).toEqual([]);
  await bank.close();
});

const FUNDS = 100_000;
const RETURNED = { early: '000111111101', late: '000222222210' } as const;

const wage = (own: Payroll, n: number, accountNumber?: string) =>
  own.item(n, {
    type: 'withdrawal',
    destinationAccountId: undefined,
    category: 'salary',
    externalParty: { name: 'Grace Hopper', method: 'ach', ...(accountNumber && { accountNumber }) },
  });

const advance = (own: Payroll, advanceBy: string) =>
  own.call('/v1/sandbox/clock?wait=30', { advanceBy });
const countsOf = async (own: Payroll, id: string) => (await own.read(id)).counts;
const statuses = async (own: Payroll, id: string) =>
  (await own.results(id)).map(({ status }: { status: string }) => status);

describe('a payroll to other banks', () => {
  it('completes when its payment networks have every item, and counts each item as posted when it settles', async () => {
    const own = await payrollOf(bank, FUNDS);
    const items = [wage(own, 1), own.item(2), wage(own, 3)];
    const made = await own.send('best_effort', items);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      status: 'completed',
      counts: { total: 3, pending: 2, posted: 1, declined: 0 },
    });
    expect(await statuses(own, id)).toEqual(['pending', 'posted', 'pending']);
    await advance(own, 'P7D');
    expect(await countsOf(own, id)).toMatchObject({ pending: 0, posted: 3, declined: 0 });
    expect(await statuses(own, id)).toEqual(['posted', 'posted', 'posted']);
    expect(await own.readPosted()).toBe(FUNDS - 30);
    const [item] = await own.results(id);
    const { body } = await own.call(`/v1/transactions/${item.transactionId}`);
    expect(body).toMatchObject({
      type: 'withdrawal',
      batchId: id,
      category: 'salary',
      reference: items[0]?.reference,
      rail: { network: 'ach', status: 'settled' },
      workflow: { id: `transfer/${item.transactionId}` },
    });
    expect(await own.news()).toEqual(['batch.created', 'batch.completed', 'batch.updated']);
  });

  it.each([
    ['before it was settled', RETURNED.early],
    ['days after it was posted', RETURNED.late],
  ])('marks an item that was returned %s as declined', async (_, account) => {
    const own = await payrollOf(bank, FUNDS);
    const { body } = await own.send('best_effort', [wage(own, 1), wage(own, 2, account)]);
    await advance(own, 'P30D');
    expect(await countsOf(own, body.id)).toMatchObject({ pending: 0, posted: 1, declined: 1 });
    const [kept, back] = await own.results(body.id);
    expect(kept).toMatchObject({ status: 'posted', error: null });
    expect(back).toMatchObject({ status: 'declined', error: { code: 'rail_returned' } });
    expect(await own.readPosted()).toBe(FUNDS - 10);
    expect(await own.news()).toContain('batch.updated');
  });

  it('counts an item that its client cancels before submission as declined', async () => {
    const own = await payrollOf(bank, FUNDS);
    const { body } = await own.send('best_effort', [wage(own, 1)]);
    const [item] = await own.results(body.id);
    const { status } = await own.call(`/v1/transactions/${item.transactionId}/cancel`, {});
    const expected = status === 200 ? { declined: 1, pending: 0 } : { declined: 0, pending: 1 };
    expect(await countsOf(own, body.id)).toMatchObject(expected);
  });

  it('is shown by a dry run with the sums to move, and refused by a dry run when atomic', async () => {
    const own = await payrollOf(bank, FUNDS);
    const items = [wage(own, 1), wage(own, 2)];
    const look = (mode: string) =>
      own.call('/v1/transactions/batch', { mode, items, dryRun: true });
    const best = await look('best_effort');
    expect(best.body, JSON.stringify(best.body)).toMatchObject({
      counts: { acceptable: 2, refused: 0 },
      sums: [{ currency: 'EUR', count: 2, amount: 20 }],
    });
    const atomic = await look('atomic');
    expect(atomic.body.refusals).toMatchObject([
      { code: 'rail_unavailable', pointer: '/items/0/externalParty/method' },
      { code: 'rail_unavailable' },
    ]);
  });
});

it.each([
  ['short', 2],
  ['long', 40],
])('in a %s atomic batch is refused as a whole, and nothing is booked', async (_, size) => {
  const own = await payrollOf(bank, FUNDS);
  const { status, body } = await own.send('atomic', [...own.items(size), wage(own, size)]);
  expect([status, body.code]).toEqual([422, 'rail_unavailable']);
  expect(body.errors[0].pointer).toBe(`/items/${size}/externalParty/method`);
  expect(await own.readPosted()).toBe(FUNDS);
});
