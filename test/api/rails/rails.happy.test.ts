// A payment on a network is held until the network has settled the payment by the developer's
// clock, or has returned it with a code, before or after its booking.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let sharedDeveloper: TestDeveloper;
beforeAll(async () => {
  bank = await openCheckedBank();
  sharedDeveloper = await openTestDeveloper(bank, 100_000);
});
afterAll(() => bank.close());

const FUNDS = 100_000;
const TRANSACTIONS_PATH = '/v1/transactions?wait=10';
/** Account numbers for which the simulated ACH network behaves as named. */
const MAGIC_ACCOUNT_NUMBERS = {
  returnedBeforeSettlement: '000111111101',
  returnedLate: '000222222210',
  rejected: '000333333304',
} as const;

interface PaymentFields {
  readonly type?: 'deposit' | 'withdrawal';
  readonly method?: string;
  readonly accountNumber?: string;
  readonly amount?: number;
  readonly fields?: object;
}

async function pay(developer: TestDeveloper, request: PaymentFields = {}) {
  const {
    type = 'withdrawal',
    method = 'ach',
    accountNumber,
    amount = 1_000,
    fields = {},
  } = request;
  const side = type === 'deposit' ? 'destinationAccountId' : 'sourceAccountId';
  const party = { name: 'Grace Hopper', method, ...(accountNumber ? { accountNumber } : {}) };
  const body = {
    type,
    amount,
    currency: 'EUR',
    [side]: developer.from,
    externalParty: party,
    ...fields,
  };
  return developer.call(TRANSACTIONS_PATH, body);
}

const readBalance = async (developer: TestDeveloper) =>
  (await developer.call(`/v1/accounts/${developer.from}/balance`)).body;
const readTransaction = async (developer: TestDeveloper, id: string) =>
  (await developer.call(`/v1/transactions/${id}`)).body;
const waitForSubmission = (developer: TestDeveloper, id: string) =>
  expect
    .poll(async () => (await readTransaction(developer, id)).stage, { timeout: 20_000 })
    .toBe('submitted');
const timelineOf = (body: {
  timeline: { status: string; stage: string; reason: string | null }[];
}) =>
  body.timeline.map(({ status, stage, reason }) =>
    [status, stage, ...(reason ? [reason] : [])].join('/'),
  );
const readEventTypes = async (developer: TestDeveloper, id: string) =>
  (await developer.call('/v1/events?limit=100')).body.data
    .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
    .map((event: { type: string }) => event.type);

describe('a withdrawal through a network', () => {
  it('is held once its network has it, and booked at settlement by the sandbox clock', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const creationAnswer = await pay(developer);
    expect([creationAnswer.status, creationAnswer.body.status]).toEqual([202, 'pending']);
    expect(creationAnswer.headers.get('location')).toBe(
      `/v1/transactions/${creationAnswer.body.id}`,
    );
    const { id } = creationAnswer.body;
    await waitForSubmission(developer, id);
    const pendingPayment = await readTransaction(developer, id);
    expect(pendingPayment).toMatchObject({
      status: 'pending',
      cancelable: false,
      entries: [],
      hold: { status: 'active', amount: 1_000, expiresAt: null },
      rail: { network: 'ach', status: 'submitted', returnCode: null, settledAt: null },
    });
    expect(pendingPayment.rail.reference).toMatch(/^ACH-/);
    expect(await readBalance(developer)).toMatchObject({ posted: FUNDS, held: 1_000 });
    const { settlesAt } = pendingPayment.rail;
    await developer.call('/v1/sandbox/clock?wait=30', {
      advanceTo: new Date(Date.parse(settlesAt) - 60_000).toISOString(),
    });
    expect((await readTransaction(developer, id)).status).toBe('pending');
    await developer.advance('PT2M');
    const bookedPayment = await readTransaction(developer, id);
    expect(bookedPayment).toMatchObject({
      status: 'posted',
      hold: { status: 'captured' },
      rail: { status: 'settled', settlesAt, settledAt: settlesAt },
    });
    expect(timelineOf(bookedPayment)).toEqual([
      'pending/accepted',
      'pending/submitting',
      'pending/submitted',
      'posted/done',
    ]);
    expect(await readBalance(developer)).toMatchObject({ posted: FUNDS - 1_000, held: 0 });
    expect(await readEventTypes(developer, id)).toEqual([
      'transaction.created',
      'transaction.pending',
      'transaction.submitted',
      'transaction.captured',
      'transaction.posted',
    ]);
  });

  it('that is returned before its settlement is declined, and its money released', async () => {
    const developer = await openTestDeveloper(bank, FUNDS);
    const { id } = (
      await pay(developer, { accountNumber: MAGIC_ACCOUNT_NUMBERS.returnedBeforeSettlement })
    ).body;
    await developer.advance('P7D');
    const returnedPayment = await readTransaction(developer, id);
    expect(returnedPayment).toMatchObject({
      status: 'declined',
      statusReason: { code: 'rail_returned' },
      hold: { status: 'released' },
      rail: { status: 'returned', returnCode: 'R01', returnTransactionId: null },
      entries: [],
    });
    expect(returnedPayment.statusReason.message).toContain('R01');
    expect(timelineOf(returnedPayment).at(-1)).toBe('declined/done/rail_returned');
    expect(await readBalance(developer)).toMatchObject({
      posted: FUNDS,
      held: 0,
      available: FUNDS,
    });
    expect((await readEventTypes(developer, id)).slice(-2)).toEqual([
      'transaction.declined',
      'transaction.returned',
    ]);
  });

  it('that its network rejects is declined with the code of the network', async () => {
    const { id } = (await pay(sharedDeveloper, { accountNumber: MAGIC_ACCOUNT_NUMBERS.rejected }))
      .body;
    await expect
      .poll(async () => (await readTransaction(sharedDeveloper, id)).status, { timeout: 20_000 })
      .toBe('declined');
    expect(await readTransaction(sharedDeveloper, id)).toMatchObject({
      statusReason: { code: 'rail_rejected' },
      rail: { status: 'rejected', returnCode: 'R04', reference: null },
      hold: { status: 'released' },
    });
  });
});

describe('a deposit through a network', () => {
  it('is pending until its settlement, and a late return is a linked transaction', async () => {
    const developer = await openTestDeveloper(bank, 500);
    const { id } = (
      await pay(developer, { type: 'deposit', accountNumber: MAGIC_ACCOUNT_NUMBERS.returnedLate })
    ).body;
    await waitForSubmission(developer, id);
    expect(await readBalance(developer)).toMatchObject({
      posted: 500,
      pendingIn: 1_000,
      available: 500,
    });
    const { settlesAt } = (await readTransaction(developer, id)).rail;
    await developer.call('/v1/sandbox/clock?wait=30', { advanceTo: settlesAt });
    expect(await readTransaction(developer, id)).toMatchObject({
      status: 'posted',
      rail: { status: 'settled' },
    });
    expect(await readBalance(developer)).toMatchObject({ posted: 1_500, pendingIn: 0 });
    // The customer has spent it when the network takes it back: the account goes below zero.
    await developer.call(TRANSACTIONS_PATH, {
      type: 'transfer',
      amount: 1_400,
      currency: 'EUR',
      sourceAccountId: developer.from,
      destinationAccountId: developer.to,
    });
    await developer.advance('P7D');
    const reversedPayment = await readTransaction(developer, id);
    expect(reversedPayment).toMatchObject({
      status: 'reversed',
      statusReason: { code: 'rail_returned' },
      amountReversed: 1_000,
      rail: { status: 'returned', returnCode: 'R10' },
    });
    expect(reversedPayment.reversedBy).toEqual([reversedPayment.rail.returnTransactionId]);
    const returnTransaction = await readTransaction(
      developer,
      reversedPayment.rail.returnTransactionId,
    );
    expect(returnTransaction).toMatchObject({
      type: 'reversal',
      status: 'posted',
      reversalOf: id,
      amount: 1_000,
      context: { reasonCode: 'rail_return', returnCode: 'R10' },
    });
    expect(await readBalance(developer)).toMatchObject({ posted: -900 });
    expect((await readEventTypes(developer, id)).slice(-2)).toEqual([
      'transaction.reversed',
      'transaction.returned',
    ]);
  });

  it('can arrive through each network, and is settled by a simulation', async () => {
    const developer = await openTestDeveloper(bank, 0);
    for (const method of ['ach', 'wire', 'card', 'sepa']) {
      const inboundTransfer = await developer.call('/v1/sandbox/simulations/inbound-transfer', {
        accountId: developer.from,
        amount: 100,
        currency: 'EUR',
        externalParty: { name: 'Grace Hopper', method },
      });
      expect([method, inboundTransfer.status]).toEqual([method, 202]);
      const settlementAnswer = await developer.call('/v1/sandbox/simulations/rail-settle', {
        transactionId: inboundTransfer.body.id,
      });
      expect([method, settlementAnswer.status, settlementAnswer.body.status]).toEqual([
        method,
        200,
        'posted',
      ]);
    }
    expect(await readBalance(developer)).toMatchObject({ posted: 400 });
  });

  it('can be returned by a simulation, before or after its settlement', async () => {
    const developer = await openTestDeveloper(bank, 0);
    const simulate = (name: string, body: object) =>
      developer.call(`/v1/sandbox/simulations/${name}`, body);
    const firstDepositId = (await pay(developer, { type: 'deposit', method: 'sepa' })).body.id;
    const earlyReturn = await simulate('rail-return', {
      transactionId: firstDepositId,
      code: 'AC04',
    });
    expect(earlyReturn.body).toMatchObject({ status: 'declined', rail: { returnCode: 'AC04' } });
    const secondDepositId = (await pay(developer, { type: 'deposit', method: 'sepa' })).body.id;
    await simulate('rail-settle', { transactionId: secondDepositId });
    const lateAnswer = await simulate('rail-return', {
      transactionId: secondDepositId,
      code: 'MS03',
    });
    expect(lateAnswer.body).toMatchObject({ status: 'reversed', rail: { returnCode: 'MS03' } });
    expect(await readBalance(developer)).toMatchObject({ posted: 0, pendingIn: 0 });
  });
});

it('book and cash payments are booked at once', async () => {
  for (const method of ['book', 'cash']) {
    const { status, body } = await pay(sharedDeveloper, { method, amount: 1 });
    expect([method, status, body.status, body.rail]).toEqual([method, 201, 'posted', null]);
  }
});

it('only the captured amount goes to the network, and the remaining hold is released at settlement', async () => {
  const developer = await openTestDeveloper(bank, FUNDS);
  const heldPayment = await pay(developer, { fields: { capture: 'manual' } });
  expect([heldPayment.status, heldPayment.body.stage, heldPayment.body.rail]).toEqual([
    201,
    'place_hold',
    null,
  ]);
  const { id } = heldPayment.body;
  const captureAnswer = await developer.call(`/v1/transactions/${id}/capture`, { amount: 300 });
  expect([captureAnswer.status, captureAnswer.body.status]).toEqual([202, 'pending']);
  const settlementAnswer = await developer.call('/v1/sandbox/simulations/rail-settle', {
    transactionId: id,
  });
  expect(settlementAnswer.body).toMatchObject({ status: 'posted', hold: { capturedAmount: 300 } });
  expect(await readBalance(developer)).toMatchObject({ posted: FUNDS - 300, held: 0 });
});

it('a payment is processing until its network has settled the transaction', async () => {
  const developer = await openTestDeveloper(bank, FUNDS);
  const { status, body } = await developer.call('/v1/payments?wait=10', {
    amount: 700,
    currency: 'EUR',
    sourceAccountId: developer.from,
    externalParty: { name: 'Shop', method: 'wire' },
  });
  expect([status, body.status]).toEqual([202, 'processing']);
  await developer.call('/v1/sandbox/simulations/rail-settle', {
    transactionId: body.transactionId,
  });
  expect((await developer.call(`/v1/payments/${body.id}`)).body.status).toBe('completed');
});
