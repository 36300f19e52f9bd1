// Instructions in plain language that move money: only the payment that was shown, only with its
// token, once.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { enrol, generateCode } from '../../kit/people/mfa.ts';

const PATH = '/v1/transactions/ai-intent';
let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [100_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const messageBody = (message: string, fields: object = {}) => ({
  customerId,
  message,
  sourceAccountId: from,
  context: { recentContacts: [{ name: 'Maria', accountId: to }], timezone: 'Europe/Berlin' },
  ...fields,
});
const ask = (message: string, fields: object = {}, headers = {}) =>
  bank.call(`${PATH}?wait=10`, { key, headers, body: messageBody(message, fields) });
const confirm = (id: string, confirmationToken: string, credential = key) =>
  bank.call(`${PATH}/${id}/confirm?wait=10`, { key: credential, body: { confirmationToken } });
const readPosted = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted as number;
const read = async (id: string) => (await bank.call(`${PATH}/${id}`, { key })).body;
const eventsOf = async (id: string) => {
  const { body } = await bank.call(`/v1/events?objectId=${id}&limit=100`, { key });
  return body.data.map(({ type }: { type: string }) => type);
};

describe('a payment instruction', () => {
  it('moves nothing before its token is returned, and then exactly what was shown', async () => {
    const before = await readPosted(from);
    const { status, body } = await ask('Send 50 euros to Maria for rent');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'requires_confirmation', amount: 5000, currency: 'EUR' });
    expect(body.preview).toMatchObject({ wouldPost: true, rejection: null });
    expect(body.confirmation).toMatchObject({
      summary: {
        amount: 5000,
        currency: 'EUR',
        from: { accountId: from },
        to: { accountId: to, name: 'Maria' },
        fee: null,
      },
      mfaRequired: false,
    });
    expect(await readPosted(from)).toBe(before);
    const confirmation = await confirm(body.id, body.confirmation.token);
    expect(confirmation.status).toBe(201);
    expect(confirmation.body).toMatchObject({
      ...{ status: 'posted', amount: 5000, intentId: body.id, description: 'rent' },
      ...{ sourceAccountId: from, destinationAccountId: to },
    });
    expect(await readPosted(from)).toBe(before - 5000);
    const states = ['parsed', 'requires_confirmation', 'confirmed', 'executed'];
    const after = await read(body.id);
    expect(after).toMatchObject({ status: 'executed', transactionId: confirmation.body.id });
    expect(after.steps.map((item: { status: string }) => item.status)).toEqual(states);
    expect(await eventsOf(body.id)).toEqual(states.map((state) => `intent.${state}`));
  });

  it('is carried out once, however often its token is sent', async () => {
    const { body } = await ask('Send 7 euros to Maria');
    const before = await readPosted(from);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => confirm(body.id, body.confirmation.token)),
    );
    const ids = new Set(answers.map((answer) => answer.body.id));
    expect([...ids]).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const first = answers.filter(({ headers }) => !headers.get('idempotency-replayed'));
    expect(first).toHaveLength(1);
    const repeatedAnswer = await bank.call(PATH, {
      key,
      body: { intentId: body.id, confirmationToken: body.confirmation.token },
    });
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, [...ids][0]]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(await readPosted(from)).toBe(before - 700);
  });

  it('gives the same request the same instruction and the same token', async () => {
    const headers = { 'idempotency-key': 'ask-once' };
    const first = await ask('Send 3 euros to Maria', {}, headers);
    const second = await ask('Send 3 euros to Maria', {}, headers);
    expect(second.body.id).toBe(first.body.id);
    expect(second.body.confirmation.token).toBe(first.body.confirmation.token);
    const other = await ask('Send 4 euros to Maria', {}, headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('whose money was spent before the confirmation is declined, and its token moves nothing', async () => {
    const poor = await openAccounts(bank, key, [1_000]);
    const [wallet = ''] = poor.accountIds;
    const fields = { customerId: poor.customerId, sourceAccountId: wallet };
    const { body } = await ask('Send 9 euros to Maria', fields);
    await bank.call('/v1/transactions?wait=10', { key, body: transferOf(wallet, to, 500) });
    const confirmation = await confirm(body.id, body.confirmation.token);
    expect([confirmation.status, confirmation.body.code]).toEqual([422, 'insufficient_funds']);
    expect(await read(body.id)).toMatchObject({
      status: 'declined',
      statusReason: { code: 'insufficient_funds' },
      transactionId: confirmation.body.transactionId,
    });
    expect(await readPosted(wallet)).toBe(500);
  });

  it('for a later day becomes a schedule, once', async () => {
    const { body } = await ask('Send 20 euros to Maria tomorrow');
    expect(body).toMatchObject({ intent: 'schedule_transfer', status: 'requires_confirmation' });
    expect(body.confirmation.summary.startDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    const [first, second] = await Promise.all(
      [1, 2].map(() => confirm(body.id, body.confirmation.token)),
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(first?.body).toMatchObject({ object: 'schedule', amount: { value: 2000 } });
    expect(second?.body.id).toBe(first?.body.id);
    expect(await read(body.id)).toMatchObject({ status: 'executed', scheduleId: first?.body.id });
  });

  it('shows both names, the new payee and the remaining balance while it waits', async () => {
    const customer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Mallory Miller' },
    });
    const opened = await bank.call('/v1/accounts', {
      key,
      body: { customerId: customer.body.id, type: 'checking', currency: 'EUR', name: 'Maria' },
    });
    const context = { recentContacts: [{ name: 'Maria', accountId: opened.body.id }] };
    const { body } = await ask('Send 50 euros to Maria', { context });
    const now = await readPosted(from);
    expect(body.payment).toMatchObject({
      payer: { name: 'Ada Lovelace', isOwn: true },
      payee: { name: 'Mallory Miller', accountName: null, isOwn: false },
      payeeStanding: { status: 'new' },
      balances: [{ accountId: from, available: now, availableAfter: now - 5000 }],
    });
    expect((await read(body.id)).payment).toEqual(body.payment);
    const monthly = await ask('Send 20 euros to Maria every month from tomorrow', { context });
    expect(monthly.body.status).toBe('requires_confirmation');
    const { frequency, startsOn, balances, text } = monthly.body.payment;
    expect([frequency, balances[0].availableAfter]).toEqual([
      expect.stringMatching(/^monthly/),
      null,
    ]);
    expect(text[0]).toBe(`Payment: transfer of 20.00 EUR, ${frequency} from ${startsOn}`);
    expect(text.at(-1)).toMatch(/: not known today; [\d.]+ EUR now$/);
    await confirm(body.id, body.confirmation.token);
    expect((await read(body.id)).payment).toBeNull();
  });

  it.runIf(hasModule('access'))(
    "above the second-factor threshold needs the customer's code with the token",
    async () => {
      const richCustomer = await enrol(bank, key);
      const fields = { customerId: richCustomer.customerId, sourceAccountId: richCustomer.from };
      const { body } = await ask('Send 50 euros to Maria', fields);
      expect(body.confirmation.mfaRequired).toBe(true);
      const confirmationToken = body.confirmation.token;
      const waiting = await confirm(body.id, confirmationToken);
      expect([waiting.status, waiting.body.status]).toEqual([202, 'requires_confirmation']);
      expect((await read(body.id)).status).toBe('confirmed');
      const confirmation = await bank.call(`${PATH}/${body.id}/confirm?wait=10`, {
        key,
        body: { confirmationToken, mfaToken: generateCode(richCustomer.secret, 1) },
      });
      expect([confirmation.status, confirmation.body.status]).toEqual([201, 'posted']);
      expect((await read(body.id)).status).toBe('executed');
    },
  );

  it('is carried out without a question only below the amount that the caller set', async () => {
    const smallOrder = await ask('Send 2 euros to Maria', { autoConfirmBelow: 500 });
    expect(smallOrder.body).toMatchObject({
      status: 'executed',
      transaction: { status: 'posted' },
    });
    const largeOrder = await ask('Send 5 euros to Maria', { autoConfirmBelow: 500 });
    expect(largeOrder.body).toMatchObject({ status: 'requires_confirmation', transaction: null });
  });

  it('with a misspelt name waits for its token, whatever the amount', async () => {
    const context = { recentContacts: [{ name: 'Wilhelmina', accountId: to }] };
    const { body } = await ask('Send 2 euros to Wilhelmima', { context, autoConfirmBelow: 500 });
    expect(body).toMatchObject({ status: 'requires_confirmation', transaction: null });
    expect(body.warnings).toContain('recipient_spelling_assumed');
    expect(body.confirmation.summary.to).toEqual({ accountId: to, name: 'Wilhelmina' });
  });

  it.each([
    ['Juergen', 'Jürgen Müller'],
    ['JURGEN MULLER', 'Jürgen Müller'],
    ['Müller', 'Hannelore Mueller'],
    ['Мюллер', 'Jürgen Müller'],
    ['jean luc', 'Jean-Luc Ducasse'],
    ['OBrien', 'Sinead O’Brien'],
    ['Nguyen', 'Nguyễn Văn An'],
    ['Wang Wei', '王伟'],
    ['王伟', 'Wang Wei'],
  ])('to %s is one to the contact %s', async (body, name) => {
    const context = { recentContacts: [{ name, accountId: to }], timezone: 'Europe/Berlin' };
    for (const message of [`Send 2 euros to ${body}`, `pay ${body} 2 euros`]) {
      const { body } = await ask(message, { context });
      expect(body.confirmation?.summary.to, JSON.stringify(body)).toEqual({ accountId: to, name });
    }
  });

  it.each([
    ['Miller', ['Jürgen Müller']],
    ['Müller', ['Jürgen Müller', 'Jurgen Muller']],
    ['Zoé', ['Zoë']],
    ['Nguyễn', ['Nguyen Van An']],
    ['王维', ['王伟']],
    ['Wang Wei', ['王伟', '王维']],
    ['Coca', ['Соса']],
    ['Ahmеd', ['Ahmed']],
  ])('to %s asks who is meant beside %j', async (text, names) => {
    const recentContacts = names.map((name) => ({ name, accountId: to }));
    const { body } = await ask(`Send 2 euros to ${text}`, { context: { recentContacts } });
    expect(body.confirmation ?? null, JSON.stringify(body)).toBeNull();
  });

  it('to 王伟 is one to him, although the characters of 王维 sound the same', async () => {
    const recentContacts = [
      { name: '王维', accountId: to },
      { name: '王伟', accountId: to },
    ];
    const { body } = await ask('Send 2 euros to 王伟', { context: { recentContacts } });
    expect(body.confirmation?.summary.to).toEqual({ accountId: to, name: '王伟' });
  });

  it('to a contact outside the bank is a withdrawal to that party, today or on a later day', async () => {
    const externalParty = { method: 'book', accountNumber: 'NL-7781' };
    const name = 'Osterhuis Roofing';
    const context = { recentContacts: [{ name, externalParty }], timezone: 'Europe/Berlin' };
    const { body } = await ask('Pay Osterhuis Roofing 12 euros', {
      context,
      autoConfirmBelow: 5000,
    });
    expect(body).toMatchObject({ status: 'requires_confirmation', transaction: null });
    expect(body.confirmation.summary.to).toEqual({ accountId: null, name });
    const confirmation = await confirm(body.id, body.confirmation.token);
    expect(confirmation.body, JSON.stringify(confirmation.body)).toMatchObject({
      type: 'withdrawal',
      amount: 1200,
      externalParty: { name, ...externalParty },
    });
    const later = await ask('Pay Osterhuis Roofing 12 euros in two weeks', { context });
    const { startDate } = later.body.confirmation.summary;
    expect(later.body.operation.body).toMatchObject({ effectiveDate: startDate });
    const set = await confirm(later.body.id, later.body.confirmation.token);
    expect([set.status, set.body.status], JSON.stringify(set.body)).toEqual([202, 'pending']);
  });
});

describe('a confirmation token', () => {
  it('is refused for other terms, other instructions and other developers', async () => {
    const first = (await ask('Send 5 euros to Maria')).body;
    const second = (await ask('Send 900 euros to Maria')).body;
    const before = await readPosted(from);
    const { token } = first.confirmation;
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const other = await register(bank);
    const refused = await Promise.all([
      confirm(second.id, token),
      confirm(first.id, altered),
      confirm(first.id, 'cnf_'),
      confirm(first.id, token, other.key),
      confirm('int_06ayx0rw7mf5w0h1y6k2v3c4d5', token),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'confirmation_mismatch'],
      [422, 'confirmation_mismatch'],
      [422, 'confirmation_mismatch'],
      [404, 'intent_not_found'],
      [404, 'intent_not_found'],
    ]);
    expect(refused[0]?.body.errors[0].pointer).toBe('/confirmationToken');
    expect(await readPosted(from)).toBe(before);
    expect((await read(first.id)).status).toBe('requires_confirmation');
  });

  it('is void once the instruction was withdrawn', async () => {
    const { body } = await ask('Send 5 euros to Maria');
    const canceled = await bank.call(`${PATH}/${body.id}/cancel`, { method: 'POST', key });
    expect(canceled.body.status).toBe('canceled');
    const repeatedAnswer = await bank.call(`${PATH}/${body.id}/cancel`, { method: 'POST', key });
    expect([repeatedAnswer.status, repeatedAnswer.body.version]).toEqual([
      200,
      canceled.body.version,
    ]);
    const confirmation = await confirm(body.id, body.confirmation.token);
    expect([confirmation.status, confirmation.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });

  it('moves nothing after its expiry', async () => {
    // A developer of its own: its clock moves.
    const owner = await register(bank);
    const opened = await openAccounts(bank, owner.key, [10_000, 0]);
    const [payer = '', payee = ''] = opened.accountIds;
    const { body } = await bank.call(PATH, {
      key: owner.key,
      body: messageBody('Send 6 euros to Maria', {
        customerId: opened.customerId,
        sourceAccountId: payer,
        context: { recentContacts: [{ name: 'Maria', accountId: payee }] },
      }),
    });
    const { token } = body.confirmation;
    const clock = '/v1/sandbox/clock?wait=30';
    const moved = await bank.call(clock, { key: owner.key, body: { advanceBy: 'PT6M' } });
    expect(moved.status).toBe(200);
    const confirmation = await confirm(body.id, token, owner.key);
    expect([confirmation.status, confirmation.body.code]).toEqual([422, 'confirmation_expired']);
    const after = await bank.call(`${PATH}/${body.id}`, { key: owner.key });
    expect(after.body).toMatchObject({ status: 'expired', transactionId: null });
  });

  it('needs a key that may move money, also on the path of the message', async () => {
    const answer = await bank.call('/v1/developer/keys', {
      key,
      body: { name: 'Reader', scopes: ['intents:write', 'transactions:read'] },
    });
    const reader = answer.body.apiKey;
    const { body } = await bank.call(PATH, {
      key: reader,
      body: messageBody('Send 5 euros to Maria'),
    });
    expect(body.status).toBe('requires_confirmation');
    const { token } = body.confirmation;
    const answers = await Promise.all([
      confirm(body.id, token, reader),
      bank.call(PATH, { key: reader, body: { intentId: body.id, confirmationToken: token } }),
      bank.call(PATH, {
        key: reader,
        body: messageBody('Send 1 euro to Maria', { autoConfirmBelow: 10_000 }),
      }),
    ]);
    expect(answers.map((answer) => answer.body.code)).toEqual(
      Array.from({ length: 3 }, () => 'insufficient_scope'),
    );
  });
});

test.each([
  ['Send money to Maria', 'requires_clarification', 'amount'],
  ['Do not send 50 euros to Maria', 'requires_clarification', 'message'],
  ['Send 50 euros to Bob', 'requires_clarification', 'recipient'],
  ['What is the weather like today?', 'unsupported', null],
  ['Send 99999 euros to Maria', 'refused', null],
])('%s: %s', async (message, status, field) => {
  const { body } = await ask(message);
  expect(body.status).toBe(status);
  expect(body.confirmation).toBeNull();
  expect(body.clarification?.field ?? null).toBe(field);
  if (status === 'refused') expect(body.statusReason.code).toBe('insufficient_funds');
  expect(await eventsOf(body.id)).toEqual(['intent.parsed', `intent.${status}`]);
});

test('the body of a message or a confirmation is refused with the field at fault', async () => {
  const expectRefusal = async (body: object) => {
    const answer = await bank.call(PATH, { key, body });
    expect(answer.status).toBe(422);
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
  };
  expect(await expectRefusal({})).toEqual(['/customerId', '/message']);
  expect(await expectRefusal({ intentId: 'int_1' })).toEqual(['/confirmationToken']);
  const bothForms = { intentId: 'int_1', confirmationToken: 'cnf_1', message: 'Send 5' };
  expect(await expectRefusal(bothForms)).toEqual(['/message']);
  expect(await expectRefusal({ ...messageBody('Send 5'), mfaToken: '123456' })).toEqual([
    '/mfaToken',
  ]);
});

test('the list of instructions can be filtered by customer and status', async () => {
  const path = `${PATH}?customerId=${customerId}&status=executed&limit=2`;
  const { body } = await bank.call(path, { key });
  expect(body.data.length).toBeGreaterThan(0);
  for (const item of body.data) expect(item).toMatchObject({ customerId, status: 'executed' });
  const emptyList = await bank.call(`${PATH}?customerId=cust_none`, { key });
  expect(emptyList.body.data).toEqual([]);
});
