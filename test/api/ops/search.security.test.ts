// Operators list, search and read objects of all developers. Objects are found by details that
// people know, a read of personal data needs a reason, and lists have what a decision needs.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  hasModule,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let developerId: string;
let key: string;
let customerId: string;
let accountId: string;
let accountNumber: string;
let transactionId: string;
let holdId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  const owner = await register(bank);
  ({ key, developerId } = owner);
  const otherDeveloper = await register(bank);
  await openAccounts(bank, otherDeveloper.key, [10_000, 0]);
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [from = '', to = ''] = accountIds;
  accountId = from;
  const answer = await bank.call('/v1/customers', {
    key,
    body: {
      type: 'individual',
      name: 'Örjan Größenwahn',
      email: 'orjan@example.com',
      phone: '+4612345678',
    },
  });
  customerId = answer.body.id;
  accountNumber = (await bank.call(`/v1/accounts/${from}`, { key })).body.accountNumber;
  const paymentAnswer = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferOf(from, to, 777), reference: 'INV-4711', description: 'For the boat' },
  });
  transactionId = paymentAnswer.body.id;
  const heldPayment = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferOf(from, to, 55), capture: 'manual' },
  });
  holdId = heldPayment.body.hold.id;
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const headers = { 'x-audit-reason': 'Call 4711' };
const readAsOperator = (path: string, callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/${path}${path.includes('?') ? '&' : '?'}environment=sandbox`, {
    key: callerKey,
    headers,
  });
const findIds = async (plural: string, search: string) => {
  const { status, body } = await readAsOperator(`${plural}?search=${encodeURIComponent(search)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ id }: { id: string }) => id) as string[];
};

describe('a search by an operator', () => {
  it('finds a customer by id, name, e-mail and phone, in any case', async () => {
    for (const text of [
      customerId,
      'größenwahn',
      'GRößENWAHN',
      'GRÖSSENWAHN',
      'grossenwahn',
      'Orjan@EXAMPLE.com',
      '+4612345678',
    ]) {
      expect(await findIds('customers', text), text).toEqual([customerId]);
    }
    expect(await findIds('customers', 'nobody of that name')).toEqual([]);
  });

  it('finds an account by number, and a payment by reference, amount and text', async () => {
    expect(await findIds('accounts', accountNumber)).toEqual([accountId]);
    for (const text of [transactionId, 'INV-4711', '777', 'the BOAT']) {
      expect(await findIds('transactions', text), text).toEqual([transactionId]);
    }
    // An id is searched in the columns for ids of its kind, however old the payment is.
    expect(await findIds('transactions', accountId)).toContain(transactionId);
    const { body: account } = await bank.call(`/v1/accounts/${accountId}`, { key });
    expect(await findIds('accounts', account.customerId)).toContain(accountId);
    expect(await findIds('holds', '55')).toEqual([holdId]);
    expect(await findIds('holds', accountId)).toEqual([holdId]);
    expect(await findIds('events', transactionId)).not.toEqual([]);
  });

  it('finds events by their object, their request and their type, in any case', async () => {
    const { body } = await readAsOperator(`events?search=${transactionId}`);
    const [event] = body.data;
    expect(event.type).toBe('transaction.posted');
    const eventIds = body.data.map(({ id }: { id: string }) => id);
    for (const search of [transactionId, transactionId.toUpperCase()]) {
      expect(await findIds('events', search)).toEqual(eventIds);
    }
    expect(await findIds('events', event.id)).toEqual([event.id]);
    const answer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Asked For' },
    });
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^req_/);
    const [created = ''] = await findIds('events', requestId);
    expect((await readAsOperator(`events/${created}`)).body.type).toBe('customer.created');
    expect((await findIds('events', 'Customer.Created')).length).toBeGreaterThan(1);
  });

  it('finds a developer by id, company and e-mail', async () => {
    const { email } = (await bank.call('/v1/developer', { key })).body;
    for (const searchText of [developerId, email]) {
      const { body } = await bank.call(
        `/v1/ops/developers?search=${encodeURIComponent(searchText)}`,
        {
          key: OPERATOR_KEY,
          headers,
        },
      );
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([developerId]);
    }
    const path = `/v1/ops/developers/${developerId}`;
    const { body } = await bank.call(path, { key: OPERATOR_KEY, headers });
    expect(body.id).toBe(developerId);
  });
});

describe("an operators' list", () => {
  const PLURALS = [
    'customers',
    'accounts',
    'transactions',
    'holds',
    'schedules',
    'batches',
    'webhooks',
    'events',
    'executions',
    'models?status=any',
  ].filter((plural) => OPERATIONS.some(({ path }) => path === `/v1/ops/${plural.split('?')[0]}`));

  it.each(PLURALS)('of all %s covers all developers, page by page', async (plural) => {
    const separator = plural.includes('?') ? '&' : '?';
    const allEntries = (await readAsOperator(`${plural}${separator}limit=100`)).body.data as {
      id: string;
    }[];
    const pagedEntries: { id: string }[] = [];
    let cursor = '';
    do {
      const { body } = await readAsOperator(`${plural}${separator}limit=3${cursor}`);
      pagedEntries.push(...body.data);
      cursor = body.nextCursor ? `&startingAfter=${body.nextCursor}` : '';
    } while (cursor && pagedEntries.length < 200);
    expect(pagedEntries.slice(0, 100)).toEqual(allEntries);
    const [firstEntry] = allEntries;
    // A single object may have more fields than its entry in the list: a transaction has its
    // timeline.
    if (firstEntry)
      expect((await readAsOperator(`${plural.split('?')[0]}/${firstEntry.id}`)).body).toMatchObject(
        firstEntry,
      );
  });

  it('can be narrowed to a developer, a status and a time', async () => {
    const { body } = await readAsOperator(`accounts?developerId=${developerId}&limit=100`);
    expect(new Set(body.data.map((item: { developerId: string }) => item.developerId))).toEqual(
      new Set([developerId]),
    );
    expect((await readAsOperator('transactions?status=posted&limit=1')).body.data).toHaveLength(1);
    expect((await readAsOperator('transactions?status=failed')).body.data).toEqual([]);
    expect((await readAsOperator('transactions?endDate=2020-01-01')).body.data).toEqual([]);
  });

  it('shows nothing of the other environment, and refuses unknown filters', async () => {
    const path = `/v1/ops/customers/${customerId}?environment=production`;
    const otherAnswer = await bank.call(path, { key: OPERATOR_KEY, headers });
    expect(outcomeOf(otherAnswer)).toEqual([404, 'customer_not_found']);
    for (const badValue of ['who=me', 'limit=1000', 'startingAfter=x', 'search=']) {
      expect((await readAsOperator(`customers?${badValue}`)).status, badValue).toBe(400);
    }
    const missingEnvironmentAnswer = await bank.call('/v1/ops/customers', {
      key: OPERATOR_KEY,
      headers,
    });
    expect(outcomeOf(missingEnvironmentAnswer)).toEqual([400, 'invalid_parameter']);
  });
});

describe.runIf(hasModule('models'))('a model', () => {
  it('is found by name, file and ids in any status, and is read with its card', async () => {
    const { body } = await readAsOperator('models?status=any&search=fraud');
    const [version] = body.data;
    expect(version).toMatchObject({ name: 'fraud-detection', developerId: 'platform' });
    for (const searchText of [version.artifact.sha256, version.id, version.modelId]) {
      const { data } = (await readAsOperator(`models?status=any&search=${searchText}`)).body;
      expect(data.map(({ id }: { id: string }) => id)).toContain(version.id);
      expect(data.every(({ name }: { name: string }) => name === version.name)).toBe(true);
    }
    const model = (await readAsOperator(`models/${version.id}`)).body;
    expect(model.card.intendedFor).toEqual(expect.any(String));
    expect((await readAsOperator('models')).body.data).toEqual([]);
    const unknownIdAnswer = await readAsOperator('models/mdv_06ayx0rw7mf5w0h1y6k2v3c4d5');
    expect(outcomeOf(unknownIdAnswer)).toEqual([404, 'model_not_found']);
    expect((await readAsOperator('models?status=maybe')).status).toBe(400);
  });
});

describe("an operator's read of a customer", () => {
  it("needs a reason, which the audit log keeps with the customer's id", async () => {
    const { id, key: ownKey } = await createOperator(bank, ['support']);
    const path = `/v1/ops/customers/${customerId}?environment=sandbox`;
    const missingReasonAnswer = await bank.call(path, { key: ownKey });
    expect(outcomeOf(missingReasonAnswer)).toEqual([400, 'missing_parameter']);
    expect(missingReasonAnswer.body.errors[0].pointer).toBe('X-Audit-Reason');
    expect((await bank.call(path, { key: ownKey, headers })).body.name).toBe('Örjan Größenwahn');
    const log = await bank.call(`/v1/ops/audit?actor=${id}`, { key: OPERATOR_KEY });
    expect(log.body.data).toHaveLength(2);
    expect(log.body.data[0]).toMatchObject({
      action: 'read.getCustomerAsOperator',
      objectId: customerId,
      environment: 'sandbox',
      detail: { reason: 'Call 4711', shown: [customerId] },
    });
  });
});

describe('a list of waiting decisions', () => {
  it.runIf(hasModule('kyc'))('names the customer of a KYC review', async () => {
    const person = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Ms Review', email: 'review@example.com' },
    });
    await bank.call('/v1/ai/kyc-assessment', {
      key,
      body: { customerId: person.body.id, verificationLevel: 'basic' },
    });
    for (const stage of ['manual_review', 'awaiting_documents', 'checking']) {
      const { body } = await readAsOperator(`kyc?stage=${stage}`);
      for (const item of body.data) {
        expect(item).toMatchObject({ developerId, customer: { id: item.customerId } });
        expect(item.customer.name).not.toBe('');
      }
    }
  });

  it.runIf(hasModule('risk'))('names payer, payee and purpose of a payment in review', async () => {
    const [from = '', to = ''] = (await openAccounts(bank, key, [10_000, 0])).accountIds;
    await bank.call('/v1/sandbox/simulations/fraud-hit', {
      key,
      body: { accountId: from, decision: 'block_and_review' },
    });
    const body = { ...transferOf(from, to, 4_000), description: 'For a bicycle' };
    const paymentAnswer = await bank.call('/v1/transactions?wait=10', { key, body });
    const reviews = (await readAsOperator('reviews?status=open')).body.data;
    const ownReview = reviews.find(
      (review: { transactionId: string }) => review.transactionId === paymentAnswer.body.id,
    );
    expect(ownReview).toMatchObject({
      payment: { description: 'For a bicycle', sourceAccountId: from, destinationAccountId: to },
      payer: { name: 'Ada Lovelace' },
      payee: { name: 'Ada Lovelace' },
    });
  });
});
