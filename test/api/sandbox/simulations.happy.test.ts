// Events that a developer of the sandbox can trigger: they take the same paths as real ones.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule, openAccounts } from '../../kit/bank/bank.ts';
import { type HookedBank, openHookedBank } from '../../kit/outside/hooked-bank.ts';
import { BEHAVIOURS } from '../../kit/outside/receiver.ts';

let hooked: HookedBank;
beforeAll(async () => {
  hooked = await openHookedBank();
});
afterAll(() => hooked.close());

const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
  hooked.bank.call(path, { key: hooked.key, headers, ...(body ? { body } : {}) });
const simulate = (name: string, body: object, headers?: Record<string, string>) =>
  call(`/v1/sandbox/simulations/${name}`, body, headers);
const eventsOf = async (id: string): Promise<string[]> =>
  (await call(`/v1/events?objectId=${id}`)).body.data.map(({ type }: { type: string }) => type);

describe('a simulated inbound transfer', () => {
  it('is a booked deposit, with its workflow, its events and its payer', async () => {
    const [accountId = ''] = (await openAccounts(hooked.bank, hooked.key, [0])).accountIds;
    const externalParty = { name: 'Bob', country: 'GB', method: 'book' };
    const body = { accountId, amount: 700, currency: 'EUR', externalParty, reference: 'wages' };
    const { status, body: created } = await simulate('inbound-transfer?wait=10', body);
    expect(status).toBe(201);
    expect(created).toMatchObject({
      type: 'deposit',
      status: 'posted',
      livemode: false,
      amount: 700,
      destinationAccountId: accountId,
      externalParty,
      reference: 'wages',
    });
    expect(created.ledgerSequence).toBeGreaterThan(0);
    expect((await call(`/v1/accounts/${accountId}/balance`)).body.posted).toBe(700);
    expect(await eventsOf(created.id)).toEqual(['transaction.created', 'transaction.posted']);
    expect((await call(`/v1/transactions/${created.id}`)).body.externalParty).toEqual(
      externalParty,
    );
  });

  it('arrives once under one key, also for concurrent requests', async () => {
    const [accountId = ''] = (await openAccounts(hooked.bank, hooked.key, [0])).accountIds;
    const body = { accountId, amount: 5, currency: 'EUR' };
    const headers = { 'idempotency-key': 'arrives-once' };
    const ask = () => simulate('inbound-transfer?wait=10', body, headers);
    const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()];
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers[3]?.headers.get('idempotency-replayed')).toBe('true');
    expect(answers[0]?.body.externalParty).toEqual({ name: 'Simulated payer' });
    expect((await call(`/v1/accounts/${accountId}/balance`)).body.posted).toBe(5);
  });

  it('is answered at once when the caller does not wait', async () => {
    const [accountId = ''] = (await openAccounts(hooked.bank, hooked.key, [0])).accountIds;
    const body = { accountId, amount: 5, currency: 'EUR' };
    const { status, headers } = await simulate('inbound-transfer?wait=0', body);
    expect(status).toBe(202);
    const path = headers.get('location') ?? '';
    const statusOf = async () => (await call(path)).body.status;
    await expect.poll(statusOf, { timeout: 30_000 }).toBe('posted');
  });
});

describe('a simulated identity decision', () => {
  const customer = async (name: string) =>
    (await call('/v1/customers', { type: 'individual', name })).body.id as string;
  const account = async (customerId: string) =>
    (await call('/v1/accounts', { customerId, type: 'checking', currency: 'EUR', name: 'Main' }))
      .body.id as string;
  const decide = (customerId: string, decision: string) =>
    simulate('kyc-decision', { customerId, decision });

  it('opens the waiting accounts and emits its event', async () => {
    const customerId = await customer('Ada Review');
    const accountId = await account(customerId);
    expect((await call(`/v1/accounts/${accountId}`)).body.status).toBe('pending');
    const { status, body } = await decide(customerId, 'verified');
    expect([status, body.kycStatus, body.version]).toEqual([200, 'verified', 2]);
    expect((await call(`/v1/accounts/${accountId}`)).body.status).toBe('active');
    expect(await eventsOf(customerId)).toEqual(['customer.created', 'customer.kyc.verified']);
    // A repeated decision changes nothing.
    expect((await decide(customerId, 'verified')).body.version).toBe(2);
  });

  it('rejects the waiting accounts when it is a denial', async () => {
    const customerId = await customer('Ada Documents');
    const accountId = await account(customerId);
    expect((await decide(customerId, 'denied')).body.kycStatus).toBe('denied');
    expect((await call(`/v1/accounts/${accountId}`)).body.status).toBe('rejected');
  });

  it('may request documents or a person first; accounts keep waiting', async () => {
    const customerId = await customer('Ada Review');
    const accountId = await account(customerId);
    for (const decision of ['awaiting_documents', 'manual_review']) {
      expect((await decide(customerId, decision)).body.kycStatus).toBe(decision);
      expect((await call(`/v1/accounts/${accountId}`)).body.status).toBe('pending');
      expect((await eventsOf(customerId)).at(-1)).toBe(`customer.kyc.${decision}`);
    }
    expect((await decide(customerId, 'verified')).body.kycStatus).toBe('verified');
    expect((await decide(customerId, 'manual_review')).body.kycStatus).toBe('manual_review');
    expect((await call(`/v1/accounts/${accountId}`)).body.status).toBe('active');
  });
});

describe.runIf(hasModule('webhooks'))('a simulated webhook failure', () => {
  it.each([
    ['refused', undefined, 'connection_refused'],
    ['reset', undefined, 'connection_reset'],
    ['timeout', undefined, 'timeout'],
    ['http_status', 503, 'http_status'],
  ])(
    '%s is recorded and nothing is sent; afterwards the event is delivered',
    async (kind, status, fault) => {
      const endpoint = await hooked.createEndpoint(BEHAVIOURS.ok);
      const simulationBody = {
        webhookEndpointId: endpoint.id,
        kind,
        ...(status ? { status } : {}),
      };
      const plannedAnswer = await simulate('webhook-failure', simulationBody);
      expect([plannedAnswer.status, plannedAnswer.body.remaining]).toEqual([201, 1]);
      const { id } = await hooked.causeEvent();
      const [delivery] = await endpoint.waitForDeliveries('retrying', 1);
      expect(endpoint.arrivals()).toEqual([]);
      const { body } = await call(`${endpoint.path}/deliveries/${delivery?.id}`);
      expect(body.attempts).toHaveLength(1);
      expect(body.attempts[0]).toMatchObject({ httpStatus: status ?? null, fault });
      expect(body.attempts[0].message).toMatch(/^Simulated: /);
      await endpoint.post(`deliveries/${delivery?.id}/retry`);
      await endpoint.waitForDeliveries('delivered', 1);
      expect(endpoint.arrivals().map(({ event }) => event.id)).toEqual([id]);
      await endpoint.setStatus('disabled');
    },
  );

  it('is used up by the requested number of attempts, however many run at once', async () => {
    const endpoint = await hooked.createEndpoint(BEHAVIOURS.ok);
    const simulationBody = { webhookEndpointId: endpoint.id, kind: 'reset', times: 3 };
    const headers = { 'idempotency-key': 'three-resets' };
    await simulate('webhook-failure', simulationBody, headers);
    await Promise.all(Array.from({ length: 8 }, () => hooked.causeEvent()));
    await endpoint.waitForDeliveries('delivered', 5);
    await endpoint.waitForDeliveries('retrying', 3);
    expect(endpoint.arrivals()).toHaveLength(5);
    // A repeated request plans no further failure: none is left.
    const repeatedAnswer = await simulate('webhook-failure', simulationBody, headers);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(repeatedAnswer.body.remaining).toBe(0);
    await endpoint.setStatus('disabled');
  });

  it('replaces the failure planned before, and 410 disables the endpoint as usual', async () => {
    const endpoint = await hooked.createEndpoint(BEHAVIOURS.ok);
    await simulate('webhook-failure', {
      webhookEndpointId: endpoint.id,
      kind: 'timeout',
      times: 20,
    });
    const failure = { webhookEndpointId: endpoint.id, kind: 'http_status', status: 410 };
    expect((await simulate('webhook-failure', failure)).body.remaining).toBe(1);
    await hooked.causeEvent();
    await endpoint.waitForDeliveries('failed', 1);
    const { body } = await call(endpoint.path);
    expect(body.status).not.toBe('enabled');
    expect(endpoint.arrivals()).toEqual([]);
  });
});
