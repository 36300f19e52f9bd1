// How a developer gets to production: an operator approves the developer's application, then
// verifies a customer, and then money is deposited.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { approveApplication } from '../../kit/people/operators.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });
const outcomeOf = ({ status, body }: Answer) => [status, body.code ?? body.status];

describe('access to production', () => {
  let sandboxKey: string;
  let liveKey: string;
  let applicationId: string;
  let developerId: string;
  let claimCode: string;
  let customerId: string;
  let accountId: string;
  let requestCount = 0;

  const post = (path: string, body: object, key = liveKey) =>
    bank.call(path, { key, body, headers: { 'idempotency-key': `step-${requestCount++}` } });
  const deposit = (amount: number, method: string) =>
    post('/v1/transactions?wait=10', {
      type: 'deposit',
      amount,
      currency: 'EUR',
      destinationAccountId: accountId,
      externalParty: { name: 'Ada Lovelace', method },
    });

  it('starts with an application that an operator finds and approves', async () => {
    const owner = await register(bank, { useCase: 'Payouts to sellers' });
    sandboxKey = owner.key;
    developerId = owner.developerId;
    const pendingAnswer = await asOperator('/v1/ops/applications?status=pending');
    const ownApplication = pendingAnswer.body.data.find(
      ({ id }: { id: string }) => id === owner.developerId,
    );
    applicationId = ownApplication.application.id;
    const path = `/v1/ops/applications/${applicationId}/decision`;
    const body = { decision: 'approved', reason: 'Known to us' };
    const approvalAnswer = await approveApplication(bank, applicationId, body);
    expect(approvalAnswer.body.application).toMatchObject({
      status: 'approved',
      reason: 'Known to us',
    });
    claimCode = approvalAnswer.body.claim.code;
    const listAnswer = await asOperator('/v1/ops/applications?status=approved&limit=1');
    expect(listAnswer.body.data[0].id).toBe(owner.developerId);
    const repeatedAnswer = await asOperator(path, { decision: 'approved' });
    expect(repeatedAnswer.body).toEqual(approvalAnswer.body);
  });

  it('yields a separate key, which cannot see objects of the sandbox', async () => {
    await openAccounts(bank, sandboxKey, [100]);
    const body = { name: 'Live', claimCode };
    const answer = await bank.call('/v1/developer/keys/claim', { body });
    liveKey = answer.body.apiKey;
    expect(liveKey).toMatch(/^sk_live_/);
    for (const path of ['/v1/customers', '/v1/accounts', '/v1/transactions']) {
      expect((await bank.call(path, { key: liveKey })).body.data, path).toEqual([]);
    }
    const { data } = (await bank.call('/v1/events', { key: liveKey })).body;
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['api_key.created']);
  });

  it('opens accounts as pending for an unverified customer', async () => {
    const customer = await post('/v1/customers', { type: 'individual', name: 'Ada Lovelace' });
    expect(customer.body).toMatchObject({ livemode: true, kycStatus: 'unverified' });
    customerId = customer.body.id;
    const account = await post('/v1/accounts', {
      customerId,
      type: 'checking',
      currency: 'EUR',
      name: 'Main',
    });
    accountId = account.body.id;
    expect(account.body).toMatchObject({ livemode: true, status: 'pending', activatedAt: null });
    expect(outcomeOf(await deposit(100, 'cash'))).toEqual([422, 'account_pending']);
  });

  it('activates the account once an operator has verified the customer', async () => {
    const path = `/v1/ops/customers/${customerId}/kyc-decision`;
    const decision = { environment: 'production', decision: 'verified', reason: 'Passport seen' };
    expect((await asOperator(path, decision)).body.kycStatus).toBe('verified');
    expect((await asOperator(path, decision)).status).toBe(200);
    const { body } = await bank.call(`/v1/accounts/${accountId}`, { key: liveKey });
    expect(body).toMatchObject({ status: 'active', statusReason: null });
    expect(body.activatedAt).not.toBeNull();
  });

  it('refuses payment networks that are not connected, and books cash deposits', async () => {
    for (const method of ['ach', 'wire', 'card']) {
      expect(outcomeOf(await deposit(100, method)), method).toEqual([422, 'rail_not_configured']);
    }
    expect(outcomeOf(await deposit(100, 'cash'))).toEqual([422, 'settlement_cap_exceeded']);
    await bank.call(`/v1/ops/developers/${developerId}/settlement`, {
      key: OPERATOR_KEY,
      method: 'PUT',
      body: { currency: 'EUR', prefunded: 100, cap: 0, reason: 'Paid in' },
    });
    const cash = await deposit(100, 'cash');
    expect(outcomeOf(cash)).toEqual([201, 'posted']);
    expect(cash.body.livemode).toBe(true);
    const balance = await bank.call(`/v1/accounts/${accountId}/balance`, { key: liveKey });
    expect(balance.body).toMatchObject({ livemode: true, posted: 100 });
  });

  it('writes an event for each act into a separate log, numbered from 1', async () => {
    const { body } = await bank.call('/v1/events?limit=100', { key: liveKey });
    expect(body.data.map(({ type }: { type: string }) => type).slice(0, 7)).toEqual([
      'api_key.created',
      'customer.created',
      'account.created',
      'transaction.created',
      'transaction.declined',
      'customer.kyc.verified',
      'account.activated',
    ]);
    const sequences = body.data.map(({ sequence }: { sequence: number }) => sequence);
    expect(sequences).toEqual(sequences.map((_: number, index: number) => index + 1));
  });

  it('keeps its accounts and customers out of reach of the sandbox key', async () => {
    await writesNothing(bank, async () => {
      for (const path of [`/v1/accounts/${accountId}`, `/v1/customers/${customerId}`]) {
        expect((await bank.call(path, { key: sandboxKey })).status, path).toBe(404);
      }
      const answer = await post(
        '/v1/transactions',
        transferOf(accountId, accountId, 1),
        sandboxKey,
      );
      expect(outcomeOf(answer)).toEqual([422, 'same_account']);
      const freezeAnswer = await post(`/v1/accounts/${accountId}/freeze`, {}, sandboxKey);
      expect(outcomeOf(freezeAnswer)).toEqual([404, 'account_not_found']);
    });
  });
});

describe('an operator', () => {
  it('sees that the books of both environments balance', async () => {
    for (const environment of ['sandbox', 'production']) {
      const verdict = await asOperator(`/v1/ops/invariants?environment=${environment}`);
      expect(verdict.body).toMatchObject({ environment, ok: true });
      const balance = await asOperator(`/v1/ops/trial-balance?environment=${environment}`);
      const sums = new Map<string, bigint>();
      for (const { currency, debit, credit } of balance.body.rows) {
        sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(debit) - BigInt(credit));
      }
      expect([...sums]).toEqual([['EUR', 0n]]);
      const work = await asOperator(`/v1/ops/workflows?environment=${environment}`);
      expect(work.body).toMatchObject({ environment, accepted: 0, stuck: [] });
    }
  });

  it('lists the applications page by page', async () => {
    const application = { useCase: 'Payouts to sellers' };
    await Promise.all([1, 2, 3].map(() => register(bank, application)));
    const allEntries = (await asOperator('/v1/ops/applications?limit=100')).body.data;
    const pagedEntries = [];
    let cursor = '';
    do {
      const { body } = await asOperator(`/v1/ops/applications?limit=1${cursor}`);
      pagedEntries.push(...body.data);
      cursor = body.nextCursor ? `&startingAfter=${body.nextCursor}` : '';
    } while (cursor);
    expect(pagedEntries).toEqual(allEntries);
    expect(pagedEntries.length).toBeGreaterThan(3);
  });
});
