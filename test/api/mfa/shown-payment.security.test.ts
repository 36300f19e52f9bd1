// A person who confirms a payment sees payer and payee, whether the payee was paid before, and the
// remaining balance: the same on the page of the bank, for a passkey, and in an agent.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownPayment } from '../../../db/mfa/shown-payment.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { enrol, requestTransfer } from '../../kit/people/mfa.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
const runSql = (sql: string, ...values: string[]) =>
  ledgerOf()
    .database.raw.prepare(sql)
    .run(...values);

async function openPayee(name: string): Promise<{ customerId: string; accountId: string }> {
  const customer = await bank.call('/v1/customers', { key, body: { type: 'individual', name } });
  const customerId = customer.body.id;
  const account = await bank.call('/v1/accounts', {
    key,
    body: { customerId, type: 'checking', currency: 'EUR', name: 'Holiday fund' },
  });
  return { customerId, accountId: account.body.id };
}

async function readShownPayment(transactionId: string) {
  const answer = await bank.call(`/v1/transactions/${transactionId}/confirm`, { key });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.payment;
}

const requestWaitingPayment = async (payer: { from: string; to: string }, fields: object = {}) => {
  const transfer = await requestTransfer(bank, key, payer, fields);
  expect(transfer.body.status, JSON.stringify(transfer.body)).toBe('requires_confirmation');
  return transfer.body.id as string;
};

const makeWithdrawal = (externalParty: object) => ({
  type: 'withdrawal',
  destinationAccountId: undefined,
  externalParty,
});

describe('a payment that waits for its customer', () => {
  it('is shown with both names, the amount, a new payee and the remaining balance', async () => {
    const payer = await enrol(bank, key);
    const maria = await openPayee('Maria Miller');
    const payment = await readShownPayment(
      await requestWaitingPayment({ from: payer.from, to: maria.accountId }),
    );
    const ownAnswer = await bank.call(`/v1/customers/${payer.customerId}`, { key });
    expect(payment).toMatchObject({
      amount: 5_000,
      currency: 'EUR',
      payer: { kind: 'account', name: ownAnswer.body.name, accountId: payer.from, isOwn: true },
      payee: { kind: 'account', name: 'Maria Miller', accountId: maria.accountId, isOwn: false },
      payeeStanding: { status: 'new', payments: 0, lastPaidAt: null, elsewhere: 0 },
      balances: [{ accountId: payer.from, available: 100_000, availableAfter: 95_000 }],
    });
    expect(payment.text[0]).toBe('Payment: transfer of 50.00 EUR');
    expect(payment.text[2]).toMatch(/^To: "Maria Miller", account \d+$/);
    expect(payment.text[3]).toBe('Payee: NEW: never paid before');
    expect(payment.text[4]).toMatch(/^Available after it on .*: 950.00 EUR; 1000.00 EUR now$/);
    // No line is only an id, and the name that Maria gave her account is private.
    expect(payment.text.join()).not.toMatch(/acc_|cus_|txn_|Holiday fund/);
  });

  it('shows how often and when a known payee was paid, from any account of the customer', async () => {
    const payer = await enrol(bank, key);
    const maria = await openPayee('Maria Miller');
    const makeTransfer = (from: string) => transferOf(from, maria.accountId, 500);
    await bank.call('/v1/transactions?wait=10', { key, body: makeTransfer(payer.from) });
    const secondAnswer = await bank.call('/v1/accounts', {
      key,
      body: { customerId: payer.customerId, type: 'savings', currency: 'EUR', name: 'Second' },
    });
    await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(payer.from, secondAnswer.body.id, 900),
    });
    await bank.call('/v1/transactions?wait=10', { key, body: makeTransfer(secondAnswer.body.id) });
    const payment = await readShownPayment(
      await requestWaitingPayment({ from: payer.from, to: maria.accountId }),
    );
    expect(payment.payeeStanding).toMatchObject({ status: 'known', payments: 2, elsewhere: null });
    expect(payment.text[3]).toMatch(/^Payee: known: paid 2 times, last on \d{4}-\d\d-\d\d$/);
    // A transfer between accounts of one customer has no new payee.
    const ownPayment = await readShownPayment(
      await requestWaitingPayment({ from: payer.from, to: secondAnswer.body.id }),
    );
    expect(ownPayment.payeeStanding.status).toBe('own');
    expect(ownPayment.balances).toHaveLength(2);
    expect(
      ownPayment.balances
        .map(({ available, availableAfter }: Record<string, number>) => {
          return (availableAfter ?? 0) - (available ?? 0);
        })
        .sort(),
    ).toEqual([-5_000, 5_000]);
  });

  it('shows that a known name is new at another account number', async () => {
    const payer = await enrol(bank, key, { requireMfaAbove: 1_000 });
    const pay = (accountNumber: string, amount: number) =>
      requestTransfer(bank, key, payer, {
        ...makeWithdrawal({ name: 'Landlord Ltd', accountNumber }),
        amount,
      });
    expect((await pay('GB00 1111', 900)).body.status).toBe('posted');
    const knownPayment = await readShownPayment((await pay('gb001111', 5_000)).body.id);
    expect(knownPayment.payeeStanding).toMatchObject({ status: 'known', payments: 1 });
    const otherShownPayment = await readShownPayment((await pay('GB00 2222', 5_000)).body.id);
    expect(otherShownPayment.payeeStanding).toMatchObject({
      status: 'new',
      payments: 0,
      elsewhere: 1,
    });
    expect(otherShownPayment.text).toContain(
      'Payee: NEW: this account was never paid before; the same name at another account once',
    );
    expect(otherShownPayment.text).toContain(
      'To: "Landlord Ltd" (outside this bank, the name is not checked), account GB00 2222',
    );
  });

  it('shows a missing or erased name in words, and not as an id', async () => {
    const payer = await enrol(bank, key);
    const payee = await openPayee('Gone Tomorrow');
    const id = await requestWaitingPayment({ from: payer.from, to: payee.accountId });
    runSql(
      `INSERT INTO customer_erasures (customer_id, tenant_id, status, part, at_account, at_key, rows,
         requested_by, approved_by, reason, request_id, started_at)
       SELECT id, tenant_id, 'running', 0, '', '', 0, 'x', 'y', 'z', 'r', 1 FROM customers
       WHERE id = ?`,
      payee.customerId,
    );
    const payment = await readShownPayment(id);
    expect(payment.payee.name).toBeNull();
    expect(payment.text[2]).toMatch(/^To: somebody whose name is not on record, account \d+$/);
    const cashPayment = await readShownPayment(
      await requestWaitingPayment(payer, makeWithdrawal({ name: 'x' })),
    );
    expect(cashPayment.text[2]).toBe(
      'To: "x" (outside this bank, the name is not checked), no account number',
    );
    const { tenantId } = readTenant(id);
    const request = { tenantId, customerId: payer.customerId, type: 'withdrawal', amount: 1 };
    const base = { ...request, currency: 'EUR', sourceAccountId: payer.from, received: null };
    const otherFields = { startsOn: null, frequency: null, destinationAccountId: null };
    const namelessPayment = shownPayment(ledgerOf(), {
      ...base,
      ...otherFields,
      externalParty: {},
    });
    expect(namelessPayment.payee).toMatchObject({ kind: 'outside', name: null });
    expect(namelessPayment.payeeStanding).toMatchObject({ status: 'unknown', payments: null });
    // The balance after an amount in another currency is left out, because it cannot be known.
    const foreignPayment = {
      ...base,
      ...otherFields,
      currency: 'JPY',
      externalParty: { name: 'x' },
    };
    expect(shownPayment(ledgerOf(), foreignPayment).balances[0]).toMatchObject({
      available: 100_000,
      availableAfter: null,
    });
  });

  const readTenant = (id: string) =>
    ledgerOf()
      .database.raw.prepare<[string], { tenantId: string }>(
        'SELECT tenant_id AS tenantId FROM transactions WHERE id = ?',
      )
      .get(id) as { tenantId: string };

  it('keeps a name on its line: neither quotation marks nor controls make it another line', async () => {
    const payer = await enrol(bank, key);
    const hostilePayee = await openPayee('Eve", account 1\\ To: "Bob');
    // The check of names refuses characters that change the text direction: SQL writes them.
    runSql(
      `UPDATE customers SET name = name || char(8238) || 'yrraM' || char(10) || 'Payee: known'
       WHERE id = ?`,
      hostilePayee.customerId,
    );
    const payment = await readShownPayment(
      await requestWaitingPayment({ from: payer.from, to: hostilePayee.accountId }),
    );
    expect(payment.text).toHaveLength(5);
    expect(payment.text[2]).toMatch(
      /^To: "Eve\\", account 1\\\\ To: \\"Bob\ufffdyrraM\\nPayee: known", account \d+$/,
    );
    expect(payment.text[3]).toBe('Payee: NEW: never paid before');
  });

  it('shows no account of another developer, and is shown to no other developer', async () => {
    const payer = await enrol(bank, key);
    const id = await requestWaitingPayment(payer);
    const otherDeveloper = await register(bank);
    const foreignAccounts = await openAccounts(bank, otherDeveloper.key, [7_777]);
    const foreignAnswer = await bank.call(`/v1/transactions/${id}/confirm`, {
      key: otherDeveloper.key,
    });
    expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'transaction_not_found']);
    const rowPayment = shownPayment(ledgerOf(), {
      ...readTenant(id),
      customerId: payer.customerId,
      type: 'transfer',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: payer.from,
      destinationAccountId: foreignAccounts.accountIds[0] ?? '',
      externalParty: null,
      received: null,
      startsOn: null,
      frequency: null,
    });
    expect(rowPayment.payee).toMatchObject({ name: null, accountNumber: null, isOwn: false });
    expect(rowPayment.payeeStanding.status).toBe('unknown');
    expect(JSON.stringify(rowPayment)).not.toContain('7777');
  });

  it('never shows the balance of another customer', async () => {
    const payer = await enrol(bank, key);
    const { accountIds } = await openAccounts(bank, key, [424_242]);
    const payment = await readShownPayment(
      await requestWaitingPayment({ from: payer.from, to: accountIds[0] ?? '' }),
    );
    expect(JSON.stringify(payment)).not.toContain('424242');
    expect(payment.balances).toHaveLength(1);
  });

  it('shows the current balance, and a negative balance as negative', async () => {
    const payer = await enrol(bank, key);
    const id = await requestWaitingPayment(payer, { amount: 60_000 });
    expect((await readShownPayment(id)).balances[0].availableAfter).toBe(40_000);
    for (let index = 0; index < 2; index += 1) {
      await requestTransfer(bank, key, payer, makeWithdrawal({ name: 'Shop' }));
    }
    runSql('UPDATE accounts SET posted = 50000 WHERE id = ?', payer.from);
    const payment = await readShownPayment(id);
    expect(payment.balances[0]).toMatchObject({ available: 50_000, availableAfter: -10_000 });
    expect(payment.text[4]).toMatch(/: -100.00 EUR, below zero; 500.00 EUR now$/);
  });

  it('is not shown after it has ended, nor to a key without the scope', async () => {
    const payer = await enrol(bank, key);
    const id = await requestWaitingPayment(payer);
    await bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} });
    const canceledAnswer = await bank.call(`/v1/transactions/${id}/confirm`, { key });
    expect([canceledAnswer.status, canceledAnswer.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    const { body } = await bank.call('/v1/developer/keys', {
      key,
      body: { name: 'Accounts', scopes: ['accounts:read'] },
    });
    const deniedAnswer = await bank.call(`/v1/transactions/${id}/confirm`, { key: body.apiKey });
    expect([deniedAnswer.status, deniedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
    const operator = await createOperator(bank, ['support']);
    expect((await bank.call(`/v1/transactions/${id}/confirm`, { key: operator.key })).status).toBe(
      403,
    );
  });
});
