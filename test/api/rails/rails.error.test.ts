// Refused payments on a network, and production without networks: the answer names the field at
// fault, and no money moves.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { accountNumberOf } from '../../../ledger/account.ts';
import { OPERATOR_KEY } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let sharedDeveloper: TestDeveloper;
beforeAll(async () => {
  bank = await openCheckedBank();
  sharedDeveloper = await openTestDeveloper(bank, 100_000);
});
afterAll(() => bank.close());

const NETWORKS = ['ach', 'wire', 'card', 'sepa'];
const makeWithdrawal = (method: string, fields: object = {}) => ({
  type: 'withdrawal',
  amount: 100,
  currency: 'EUR',
  sourceAccountId: sharedDeveloper.from,
  externalParty: { name: 'Grace Hopper', method },
  ...fields,
});
const pay = async (method: string, fields: object = {}) =>
  (await sharedDeveloper.call('/v1/transactions?wait=10', makeWithdrawal(method, fields))).body;
const simulate = (name: string, body: object) =>
  sharedDeveloper.call(`/v1/sandbox/simulations/${name}`, body);
const waitForSubmission = (id: string) =>
  expect
    .poll(async () => (await sharedDeveloper.call(`/v1/transactions/${id}`)).body.stage, {
      timeout: 20_000,
    })
    .toBe('submitted');

describe('a transaction through a network', () => {
  it('can no longer be canceled once its network has the transaction, nor after a capture', async () => {
    const { id } = await pay('ach');
    await waitForSubmission(id);
    const { status, body } = await sharedDeveloper.call(`/v1/transactions/${id}/cancel`, {});
    expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    expect(body.detail).toMatch(/network has the transaction/);
    const repeatedAnswer = await sharedDeveloper.call(`/v1/transactions/${id}/capture`, {});
    expect([repeatedAnswer.status, repeatedAnswer.body.status]).toEqual([200, 'pending']);
  });

  it('can be canceled while it still waits for its capture', async () => {
    const { id } = await pay('ach', { capture: 'manual' });
    const { status, body } = await sharedDeveloper.call(`/v1/transactions/${id}/cancel`, {});
    expect([status, body.status, body.rail]).toEqual([200, 'canceled', null]);
  });

  it('is never captured above its hold', async () => {
    const { id } = await pay('card', { capture: 'manual', allowOvercapturePercent: 20 });
    const { status, body } = await sharedDeveloper.call(`/v1/transactions/${id}/capture`, {
      amount: 110,
    });
    expect([status, body.code]).toEqual([422, 'capture_exceeds_hold']);
    await sharedDeveloper.call(`/v1/transactions/${id}/cancel`, {});
  });
});

describe('a simulation of a network', () => {
  it('that is invalid is refused with the field at fault or the wrong state, and writes nothing', async () => {
    const { id } = await pay('ach');
    await waitForSubmission(id);
    await writesNothing(bank, async () => {
      const wrongCodeAnswer = await simulate('rail-return', { transactionId: id, code: 'AC04' });
      expect([wrongCodeAnswer.status, wrongCodeAnswer.body.errors?.[0]?.pointer]).toEqual([
        422,
        '/code',
      ]);
      expect(wrongCodeAnswer.body.errors[0].message).toContain('R01');
      const settlementWithCode = await simulate('rail-settle', { transactionId: id, code: 'R01' });
      expect([settlementWithCode.status, settlementWithCode.body.errors?.[0]?.pointer]).toEqual([
        422,
        '/code',
      ]);
      const unknownTransactionAnswer = await simulate('rail-settle', { transactionId: 'txn_1' });
      expect([unknownTransactionAnswer.status, unknownTransactionAnswer.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
    });
    const { id: bookPaymentId } = await pay('book');
    const bookPaymentReturn = await simulate('rail-return', { transactionId: bookPaymentId });
    expect([bookPaymentReturn.status, bookPaymentReturn.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });

  it('takes effect once', async () => {
    const { id } = await pay('wire');
    expect((await simulate('rail-settle', { transactionId: id })).body.status).toBe('posted');
    const secondSettlement = await simulate('rail-settle', { transactionId: id });
    expect([secondSettlement.status, secondSettlement.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    expect((await simulate('rail-return', { transactionId: id })).body.status).toBe('reversed');
    const secondReturn = await simulate('rail-return', { transactionId: id });
    expect([secondReturn.status, secondReturn.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    expect(secondReturn.body.detail).toMatch(/returned/);
  });
});

it('an atomic batch with an item that has to wait for a network is refused, and the item is named', async () => {
  const items = [{ ...makeWithdrawal('ach'), reference: 'rail-1' }];
  const { status, body } = await sharedDeveloper.call('/v1/transactions/batch?wait=10', {
    ...{ mode: 'atomic', items },
  });
  expect([status, body.code]).toEqual([422, 'rail_unavailable']);
  expect(body.errors[0].pointer).toBe('/items/0/externalParty/method');
});

it('SEPA accepts euros only: a deposit in dollars is declined', async () => {
  const openingAnswer = await sharedDeveloper.call('/v1/accounts', {
    customerId: (await sharedDeveloper.call(`/v1/accounts/${sharedDeveloper.from}`)).body
      .customerId,
    type: 'checking',
    currency: 'USD',
    name: 'Dollars',
  });
  const { body } = await sharedDeveloper.call('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 100,
    currency: 'USD',
    destinationAccountId: openingAnswer.body.id,
    externalParty: { name: 'Grace Hopper', method: 'sepa' },
  });
  const readTransaction = async () =>
    (await sharedDeveloper.call(`/v1/transactions/${body.id}`)).body;
  await expect
    .poll(async () => (await readTransaction()).status, { timeout: 20_000 })
    .toBe('declined');
  expect((await readTransaction()).rail).toMatchObject({ status: 'rejected', returnCode: 'AM03' });
});

it('a deposit to an account that was closed meanwhile is returned to its sender', async () => {
  const developer = await openTestDeveloper(bank, 0);
  const { body } = await developer.call('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 100,
    currency: 'EUR',
    destinationAccountId: developer.to,
    externalParty: { name: 'Grace Hopper', method: 'ach', accountNumber: '000999999999' },
  });
  const closeAnswer = await developer.call(`/v1/accounts/${developer.to}/close`, {});
  expect([closeAnswer.status, closeAnswer.body.status]).toEqual([200, 'closed']);
  const settlementAnswer = await developer.call('/v1/sandbox/simulations/rail-settle', {
    transactionId: body.id,
  });
  expect(settlementAnswer.body).toMatchObject({
    status: 'declined',
    statusReason: { code: 'account_closed' },
    rail: { status: 'returned', returnCode: 'R02', returnTransactionId: null },
  });
});

it('production refuses a deposit through each network that is not connected', async () => {
  const liveKey = await claimLiveKey(bank, sharedDeveloper.key);
  const call = (path: string, body: object) =>
    bank.call(path, { key: liveKey, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const { body: customer } = await call('/v1/customers', { type: 'individual', name: 'Ada Love' });
  const { body: account } = await call('/v1/accounts', {
    customerId: customer.id,
    type: 'checking',
    currency: 'EUR',
    name: 'Main',
  });
  for (const method of NETWORKS) {
    const { status, body } = await call('/v1/transactions?wait=10', {
      type: 'deposit',
      amount: 1,
      currency: 'EUR',
      destinationAccountId: account.id,
      externalParty: { name: 'Grace Hopper', method },
    });
    expect([method, status, body.code]).toEqual([method, 422, 'rail_not_configured']);
    expect(body.errors[0].pointer).toBe('/externalParty/method');
  }
});

describe('a settled payment through a network', () => {
  const reverse = (id: string, body: object = {}) =>
    sharedDeveloper.call(`/v1/transactions/${id}/reverse`, { reason: 'I want it back', ...body });
  const settleNow = async (id: string) =>
    (await simulate('rail-settle', { transactionId: id })).body;

  it.each(['withdrawal', 'deposit'])(
    'cannot be reversed by the developer or an operator, only returned by the network: a %s',
    async (type) => {
      const developer = await openTestDeveloper(bank, 100_000);
      const side = type === 'deposit' ? 'destinationAccountId' : 'sourceAccountId';
      const externalParty = { name: 'Nora Varga', method: 'ach', accountNumber: '12345678' };
      const paymentBody = {
        type,
        amount: 10_000,
        currency: 'EUR',
        [side]: developer.from,
        externalParty,
      };
      const { body } = await developer.call('/v1/transactions?wait=10', paymentBody);
      const simulationBody = { transactionId: body.id };
      const settledPayment = (
        await developer.call('/v1/sandbox/simulations/rail-settle', simulationBody)
      ).body;
      expect([settledPayment.status, settledPayment.reversible]).toEqual(['posted', false]);
      const postedBefore = (await developer.call(`/v1/accounts/${developer.from}/balance`)).body
        .posted;
      const path = `/v1/transactions/${body.id}/reverse`;
      await writesNothing(bank, async () => {
        for (const fields of [{}, { amount: 4_000 }, { dryRun: true }]) {
          const reversalAnswer = await developer.call(path, {
            reason: 'I want it back',
            ...fields,
          });
          expect([reversalAnswer.status, reversalAnswer.body.code]).toEqual([
            409,
            'not_reversible',
          ]);
          expect(reversalAnswer.body.detail).toMatch(/ach network has moved the money/);
        }
        const operatorReversal = await bank.call(`/v1/ops/transactions/${body.id}/reverse`, {
          key: OPERATOR_KEY,
          body: { environment: 'sandbox', reason: 'They asked for it.' },
        });
        expect([operatorReversal.status, operatorReversal.body.code]).toEqual([
          409,
          'not_reversible',
        ]);
      });
      expect((await developer.call(`/v1/accounts/${developer.from}/balance`)).body.posted).toBe(
        postedBefore,
      );
      const returnAnswer = await developer.call(
        '/v1/sandbox/simulations/rail-return',
        simulationBody,
      );
      expect(returnAnswer.body).toMatchObject({ status: 'reversed', amountReversed: 10_000 });
      expect((await developer.call(`/v1/accounts/${developer.from}/balance`)).body.posted).toBe(
        100_000,
      );
    },
  );

  it('cannot be refunded as a payment either, while a book payment can', async () => {
    const payOut = async (method: string) =>
      (
        await sharedDeveloper.call('/v1/payments?wait=10', {
          ...{ amount: 100, currency: 'EUR', sourceAccountId: sharedDeveloper.from },
          externalParty: { name: 'Nora Varga', method },
        })
      ).body;
    const cardPayment = await payOut('card');
    await settleNow(cardPayment.transactionId);
    const refund = await sharedDeveloper.call(`/v1/payments/${cardPayment.id}/refund`, {
      reason: 'Broken',
    });
    expect([refund.status, refund.body.code]).toEqual([409, 'not_reversible']);
    const bookedPayment = await payOut('book');
    const refundAnswer = await sharedDeveloper.call(`/v1/payments/${bookedPayment.id}/refund`, {
      reason: 'Broken',
    });
    expect([refundAnswer.status, refundAnswer.body.status]).toEqual([201, 'refunded']);
    expect((await reverse(cardPayment.transactionId)).body.code).toBe('not_reversible');
  });

  it('that is returned to a closed account is booked as a loss and announced', async () => {
    const developer = await openTestDeveloper(bank, 0);
    const deposit = {
      ...{ type: 'deposit', amount: 500, currency: 'EUR', destinationAccountId: developer.to },
      externalParty: { name: 'Grace Hopper', method: 'ach' },
    };
    const { body } = await developer.call('/v1/transactions?wait=10', deposit);
    const settlementBody = { transactionId: body.id };
    await developer.call('/v1/sandbox/simulations/rail-settle', settlementBody);
    const withdrawal = {
      type: 'withdrawal',
      amount: 500,
      currency: 'EUR',
      sourceAccountId: developer.to,
    };
    expect((await developer.call('/v1/transactions?wait=10', withdrawal)).body.status).toBe(
      'posted',
    );
    await developer.call(`/v1/accounts/${developer.to}/close`, {});
    const returnedDeposit = (
      await developer.call('/v1/sandbox/simulations/rail-return', settlementBody)
    ).body;
    expect([returnedDeposit.status, returnedDeposit.rail.status]).toEqual(['posted', 'returned']);
    const { body: events } = await developer.call('/v1/events?type=transaction.written_off');
    expect(events.data).toHaveLength(1);
    const lossEventObject = events.data[0].data.object;
    expect(lossEventObject).toMatchObject({
      ...{ type: 'withdrawal', status: 'posted', amount: 500, category: 'write_off' },
      context: { reasonCode: 'rail_return', returnCode: 'R01', transactionId: body.id },
    });
    expect(
      lossEventObject.entries.map((entry: { ledgerAccount: string; direction: string }) => [
        entry.ledgerAccount,
        entry.direction,
      ]),
    ).toEqual([
      ['write_off_loss/EUR', 'debit'],
      ['settlement/EUR', 'credit'],
    ]);
    const { checks } = checkInvariants(
      bank.bank.environments.sandbox.ledger.database.raw,
      Date.now(),
    );
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });
});

describe('an account number of this bank', () => {
  it.each(['book', undefined])('is refused as an external party: method %s', async (method) => {
    const developer = await openTestDeveloper(bank, 1_000);
    const { accountNumber } = (await developer.call(`/v1/accounts/${developer.to}`)).body;
    const spacedNumber = accountNumber.replace(/(\d{4})/g, '$1 ').trim();
    const externalParty = {
      name: 'Ada Lovelace',
      accountNumber: spacedNumber,
      ...(method ? { method } : {}),
    };
    const commonFields = { amount: 100, currency: 'EUR', externalParty };
    await writesNothing(bank, async () => {
      const withdrawal = {
        type: 'withdrawal',
        sourceAccountId: developer.from,
        ...commonFields,
      };
      const deposit = { type: 'deposit', destinationAccountId: developer.from, ...commonFields };
      for (const [body, field] of [
        [withdrawal, 'destinationAccountId'],
        [deposit, 'sourceAccountId'],
      ] as const) {
        const { status, body: answer } = await developer.call('/v1/transactions?wait=10', body);
        expect([status, answer.errors?.[0]?.pointer]).toEqual([422, `/${field}`]);
        expect(answer.errors[0].message).toContain(developer.to);
      }
      const payment = { sourceAccountId: developer.from, ...commonFields };
      const paymentAnswer = await developer.call('/v1/payments?wait=10', {
        ...payment,
        externalParty: { method: 'book', ...externalParty },
      });
      expect([paymentAnswer.status, paymentAnswer.body.errors?.[0]?.pointer]).toEqual([
        422,
        '/destinationAccountId',
      ]);
    });
  });

  it("that is another developer's or unused is refused, with the same answer for both", async () => {
    const developer = await openTestDeveloper(bank, 1_000);
    const otherDeveloper = await openTestDeveloper(bank, 0);
    const foreignNumber = (await otherDeveloper.call(`/v1/accounts/${otherDeveloper.to}`)).body
      .accountNumber;
    const withdraw = (accountNumber: string, method?: string) =>
      developer.call('/v1/transactions?wait=10', {
        ...{ type: 'withdrawal', sourceAccountId: developer.from, amount: 100, currency: 'EUR' },
        externalParty: { name: 'Somebody', accountNumber, ...(method ? { method } : {}) },
      });
    const inventedNumber = accountNumberOf(9_876_543_210);
    const refusals = [];
    for (const [number, method] of [
      [foreignNumber, 'book'],
      [foreignNumber.replace(/(\d{4})/g, '$1 '), undefined],
      [foreignNumber.replace(/(\d{4})/g, '$1‑'), 'book'],
      [
        foreignNumber.replace(/\d/g, (digit: string) =>
          String.fromCharCode(0xff10 + Number(digit)),
        ),
        'book',
      ],
      [inventedNumber, 'book'],
    ]) {
      const { status, body } = await withdraw(number, method);
      expect([status, body.errors?.[0].pointer]).toEqual([422, '/externalParty/accountNumber']);
      refusals.push(body.errors);
    }
    // The answer does not reveal whether the number is in use.
    expect(new Set(refusals.map((errors) => JSON.stringify(errors))).size).toBe(1);
    expect((await withdraw(`${inventedNumber.slice(0, -1)}x`, 'book')).status).toBe(201);
  });
});
