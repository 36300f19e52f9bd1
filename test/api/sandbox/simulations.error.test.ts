// Simulations that are empty, or that the current state does not allow, are refused with a specific
// error, and nothing is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { hasModule, openAccounts, openTestBank, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let accountId: string;
let customerId: string;
let webhookEndpointId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [0]);
  customerId = opened.customerId;
  accountId = opened.accountIds[0] ?? '';
  const body = { url: 'https://example.com/hook', events: ['account.closed'] };
  webhookEndpointId = (await bank.call('/v1/webhook-endpoints', { key, body })).body.id;
});
afterAll(() => bank.close());

const simulate = (name: string, body: object, headers: Record<string, string> = {}) =>
  bank.call(`/v1/sandbox/simulations/${name}`, { key, body, headers });
const simulateUnwritten = (name: string, body: object) =>
  writesNothing(bank, () => simulate(name, body));

describe('an inbound transfer is refused', () => {
  it.each<[string, object, string, string]>([
    ['of nothing', { amount: 0 }, '/amount', 'amount_out_of_range'],
    ['of a fraction', { amount: 0.5 }, '/amount', 'amount_not_integer'],
    ['in no currency', { currency: 'XXX' }, '/currency', 'currency_not_supported'],
    ['with the field of another route', { type: 'deposit' }, '/type', 'unrecognized_keys'],
    ['without a name', { externalParty: {} }, '/externalParty/name', 'invalid_type'],
  ])('%s', async (_label, fields, pointer) => {
    const body = { accountId, amount: 5, currency: 'EUR', ...fields };
    const answer = await simulateUnwritten('inbound-transfer', body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('to an unknown account, with a pointer to accountId', async () => {
    const unknownAccount = { accountId: `${accountId}x`, amount: 5, currency: 'EUR' };
    const { status, body } = await simulateUnwritten('inbound-transfer', unknownAccount);
    expect([status, body.code]).toEqual([404, 'account_not_found']);
    expect(body.errors[0].pointer).toBe('/accountId');
  });

  it("in a currency other than the account's, with a declined record", async () => {
    const body = { accountId, amount: 5, currency: 'USD' };
    const answer = await simulate('inbound-transfer?wait=10', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'currency_mismatch']);
    expect(answer.body.transactionId).toMatch(/^txn_/);
  });

  it('when its key was used with another body, here or on a transaction', async () => {
    const body = { accountId, amount: 5, currency: 'EUR' };
    const headers = { 'idempotency-key': 'used-before' };
    await simulate('inbound-transfer?wait=10', body, headers);
    const otherAnswer = await simulate('inbound-transfer', { ...body, amount: 6 }, headers);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
    const deposit = {
      type: 'deposit',
      amount: 5,
      currency: 'EUR',
      destinationAccountId: accountId,
    };
    const transaction = await bank.call('/v1/transactions', { key, body: deposit, headers });
    expect(transaction.body.code).toBe('idempotency_key_reused');
  });
});

describe('a simulated identity decision is refused', () => {
  it('after a denial, whatever the decision', async () => {
    const answer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Ada Denied' },
    });
    for (const decision of ['verified', 'manual_review', 'awaiting_documents']) {
      const { status, body } = await simulateUnwritten('kyc-decision', {
        customerId: answer.body.id,
        decision,
      });
      expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
      expect(body.detail).toContain('denied');
    }
  });

  it('when it requires documents from a verified customer', async () => {
    const answer = await simulateUnwritten('kyc-decision', {
      customerId,
      decision: 'awaiting_documents',
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('when the decision or the customer does not exist', async () => {
    const noAssessment = await simulateUnwritten('kyc-decision', {
      customerId,
      decision: 'expired',
    });
    expect([noAssessment.status, noAssessment.body.errors[0].pointer]).toEqual([422, '/decision']);
    const unknownCustomerAnswer = await simulateUnwritten('kyc-decision', {
      customerId: 'cust_1',
      decision: 'denied',
    });
    expect([unknownCustomerAnswer.status, unknownCustomerAnswer.body.errors[0].pointer]).toEqual([
      404,
      '/customerId',
    ]);
  });
});

describe.runIf(hasModule('webhooks'))('a simulated webhook failure is refused', () => {
  it.each<[string, object, string]>([
    ['of no kind', { kind: 'slow' }, '/kind'],
    ['never', { kind: 'reset', times: 0 }, '/times'],
    ['too often', { kind: 'reset', times: 21 }, '/times'],
    ['by halves', { kind: 'reset', times: 1.5 }, '/times'],
    ['without its status', { kind: 'http_status' }, '/status'],
    ['with a status that it has not', { kind: 'reset', status: 500 }, '/status'],
    ['with a status of success', { kind: 'http_status', status: 204 }, '/status'],
    ['with a status that there is not', { kind: 'http_status', status: 600 }, '/status'],
  ])('%s', async (_label, fields, pointer) => {
    const answer = await simulateUnwritten('webhook-failure', { webhookEndpointId, ...fields });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('for a removed endpoint, and with a key already used for another body', async () => {
    const headers = { 'idempotency-key': 'one-failure' };
    const body = { webhookEndpointId, kind: 'reset' };
    expect((await simulate('webhook-failure', body, headers)).status).toBe(201);
    const otherAnswer = await simulate('webhook-failure', { ...body, times: 2 }, headers);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
    await bank.call(`/v1/webhook-endpoints/${webhookEndpointId}`, { key, method: 'DELETE' });
    const unwritten = await simulateUnwritten('webhook-failure', body);
    expect([unwritten.status, unwritten.body.errors[0].pointer]).toEqual([
      404,
      '/webhookEndpointId',
    ]);
  });
});

describe.runIf(hasModule('anchoring'))('a simulated reorganisation is refused', () => {
  it.each([[{ depth: 0 }], [{ depth: 17 }], [{ depth: 1.5 }], [{ depth: '3' }], [{}]])(
    'of %o',
    async (fields) => {
      const answer = await simulateUnwritten('chain-reorg', fields);
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/depth']);
    },
  );
});

it.runIf(hasModule('anchoring'))(
  'a simulated reorganisation without a development chain reports chain_not_configured',
  async () => {
    const { chain } = readConfig({ KONTOR_CHAIN: 'off' });
    for (const mode of ['off', 'rpc'] as const) {
      const otherBank = await openTestBank({ chain: { ...chain, mode } });
      const { key: ownKey } = await register(otherBank);
      const path = '/v1/sandbox/simulations/chain-reorg';
      const { status, body } = await otherBank.call(path, { key: ownKey, body: { depth: 1 } });
      expect([mode, status, body.code]).toEqual([mode, 503, 'chain_not_configured']);
      await otherBank.close();
    }
  },
);

it.runIf(hasModule('risk'))(
  "a simulated fraud hit needs the developer's own account and a valid decision",
  async () => {
    expect((await simulateUnwritten('fraud-hit', { accountId, decision: 'approve' })).status).toBe(
      422,
    );
    expect((await simulateUnwritten('fraud-hit', { accountId, times: 0 })).status).toBe(422);
    const unknownIdAnswer = await simulateUnwritten('fraud-hit', { accountId: 'acc_1' });
    expect([unknownIdAnswer.status, unknownIdAnswer.body.errors[0].pointer]).toEqual([
      404,
      '/accountId',
    ]);
    expect((await simulateUnwritten('fraud-hit', { accountId, score: 9 })).status).toBe(422);
  },
);
