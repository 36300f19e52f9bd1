// POST /v1/ai/parse-intent over HTTP: real accounts of a real customer, and no others.

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/ai/parse-intent';
let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [10_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
});
afterAll(() => bank.close());

const contacts = () => [{ name: 'Maria', accountId: to, relationship: 'landlord' }];
const ask = (body: object, credential = key) => bank.call(PATH, { key: credential, body });
const rent = () => ({
  customerId,
  message: 'Send 50 to Maria for rent',
  context: { recentContacts: contacts(), timezone: 'Europe/Berlin' },
  sourceAccountId: from,
});

it('parsing a message proposes the requested transfer, with amounts in minor units', async () => {
  const { status, body } = await ask(rent());
  expect(status).toBe(200);
  expect(body.operation).toMatchObject({
    method: 'POST',
    path: '/transactions',
    body: { type: 'transfer', amount: 5000, sourceAccountId: from, destinationAccountId: to },
  });
  expect(body).toMatchObject({ intent: 'transfer', requiresConfirmation: true, degraded: false });
  expect(body.model).toMatchObject({ name: 'intent-parsing', version: '1.8.0' });
});

it("parsing a message ignores another developer's accounts, as payee or as source", async () => {
  const other = await register(bank);
  const foreignAccounts = await openAccounts(bank, other.key, [0, 0]);
  const [foreignAccountId = ''] = foreignAccounts.accountIds;
  const recentContacts = [{ name: 'Maria', accountId: foreignAccountId }];
  const { body } = await ask({ ...rent(), context: { recentContacts } });
  expect(body.operation).toBeNull();
  expect(body.warnings).toContain('contact_account_not_found');
  const source = await ask({ ...rent(), sourceAccountId: foreignAccountId });
  expect([source.status, source.body.code]).toEqual([404, 'account_not_found']);
  const stranger = await ask(rent(), other.key);
  expect([stranger.status, stranger.body.code]).toEqual([404, 'customer_not_found']);
});

test.each([
  ['überweise 50 Euro an Maria', 'fr', 'This looks like German'],
  // Several languages have this word: the caller's own decides.
  ['paga 50 euro a Maria', 'it-IT, en;q=0.5', 'This looks like Italian'],
  ['paga 50 euro a Maria', 'en', 'The message is not in English'],
])(
  'parsing a message reports the language of %s, beside "%s"',
  async (message, language, fields) => {
    const body = { ...rent(), message };
    const headers = { 'accept-language': language };
    const answer = await bank.call('/v1/ai/parse-intent', { key, body, headers });
    expect(answer.body).toMatchObject({ supported: false, operation: null });
    expect(answer.body.explanation).toContain(fields);
    expect(answer.headers.get('content-language')).toBe('en');
  },
);

it('parsing reads the longest message with the most contacts', async () => {
  const recentContacts = Array.from({ length: 200 }, (_, index) => ({
    name: `Contact ${index} Long`,
  }));
  const message = 'send 50 euros to somebody '.repeat(38);
  const { body } = await ask({ customerId, message, context: { recentContacts } });
  expect(body.operation).toBeNull();
});
