// A customer whose name resembles one on a list is not verified before a person has decided about
// the hit, and a cleared hit is not reported again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let liveKey: string;

beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  liveKey = await claimLiveKey(bank, key);
}, 60_000);
afterAll(() => bank.close());

const createCustomer = (name: string, callerKey = key, overrides: object = {}) =>
  bank.call('/v1/customers', { key: callerKey, body: { type: 'individual', name, ...overrides } });
const changeCustomer = (id: string, body: object, callerKey = key) =>
  bank.call(`/v1/customers/${id}`, { key: callerKey, method: 'PATCH', body });
const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });

async function listHits(customerId: string, status = 'pending', environment = 'sandbox') {
  const query = `environment=${environment}&status=${status}&limit=100`;
  const { body } = await asOperator(`/v1/ops/screening-hits?${query}`);
  return body.data.filter((hit: { customerId: string }) => hit.customerId === customerId);
}

const decideHit = (hitId: string, decision: string, environment = 'sandbox') =>
  asOperator(`/v1/ops/screening-hits/${hitId}/decision`, {
    environment,
    decision,
    reason: 'Other date of birth',
  });

const readEventTypes = async (callerKey = key) => {
  const { body } = await bank.call('/v1/events?limit=100', { key: callerKey });
  return body.data.map((event: { type: string }) => event.type);
};

describe('screening in the sandbox', () => {
  test('verifies a customer on no list at once, without a hit', async () => {
    const { body } = await createCustomer('Grace Hopper');
    expect(body.kycStatus).toBe('verified');
    expect(await listHits(body.id)).toEqual([]);
  });

  test('holds a customer with a name similar to a listed one for a review, with the comparison in the hit', async () => {
    const { body } = await createCustomer('Baltasar Quostrov');
    expect(body.kycStatus).toBe('manual_review');
    const [hit, ...otherHits] = await listHits(body.id);
    expect(otherHits).toEqual([]);
    expect(hit).toMatchObject({
      object: 'screening_hit',
      screenedName: 'Baltasar Quostrov',
      list: 'test_list',
      listAsOf: '2026-01-01',
      entityId: 'T-1',
      matchedName: 'QUOSTROV, Balthasar Xerxes',
      programs: ['TEST'],
      status: 'pending',
      decision: null,
    });
    expect(hit.score).toBeGreaterThanOrEqual(0.82);
    expect(hit.entry).toMatchObject({
      title: 'Test',
      source: 'test',
      remarks: 'Said to travel as a dealer in clocks.',
      url: null,
    });
    const { comparison } = hit;
    expect(
      comparison.map((item: { field: string; result: string }) => [item.field, item.result]),
    ).toEqual([
      ['name', 'similar'],
      ['aliases', 'not_stated'],
      ['type', 'agrees'],
      ['date_of_birth', 'not_stated'],
      ['country', 'not_stated'],
      ['documents', 'not_stated'],
    ]);
    expect(await readEventTypes()).toContain('screening.hit');
  });

  test('gives a reserved sandbox name its outcome, and also makes the hit', async () => {
    const { body } = await createCustomer('Balthasar Xerxes Denied Quostrov');
    expect(body.kycStatus).toBe('denied');
    expect(await listHits(body.id)).toHaveLength(1);
  });

  test('reviews a verified customer who takes a listed name', async () => {
    const { body } = await createCustomer('Mary Somerville');
    const answerAfter = await changeCustomer(body.id, { name: 'Balthasar Quostrov' });
    expect(answerAfter.body).toMatchObject({ kycStatus: 'manual_review', version: 2 });
    expect(await listHits(body.id)).toHaveLength(1);
    const types = await readEventTypes();
    expect(types).toContain('customer.updated');
    expect(types).toContain('customer.kyc.manual_review');
  });

  test('makes no new hit when another field changes', async () => {
    const { body } = await createCustomer('Quostrov Balthasar');
    const [hit] = await listHits(body.id);
    await changeCustomer(body.id, { email: 'emmy@example.com' });
    expect((await listHits(body.id)).map(({ id }: { id: string }) => id)).toEqual([hit.id]);
  });
});

describe('a decision about a hit', () => {
  test('clears the name until the customer changes it, and can be repeated', async () => {
    const { body } = await createCustomer('Balthasar X. Quostrov');
    const [hit] = await listHits(body.id);
    const firstAnswer = await decideHit(hit.id, 'no_hit');
    expect(firstAnswer.status).toBe(200);
    expect(firstAnswer.body).toMatchObject({
      status: 'no_hit',
      version: 2,
      decision: { reason: 'Other date of birth' },
    });
    expect((await decideHit(hit.id, 'no_hit')).body).toEqual(firstAnswer.body);
    const otherCustomer = await createCustomer('Balthasar Quostrov');
    const [pendingHit] = await listHits(otherCustomer.body.id);
    const { body: operator } = await asOperator('/v1/ops/operator');
    expect(pendingHit.decidedBefore[0]).toMatchObject({
      hitId: hit.id,
      customerId: body.id,
      screenedName: 'Balthasar X. Quostrov',
      decision: 'no_hit',
      decidedBy: operator.id,
      reason: 'Other date of birth',
    });
    expect(await listHits(body.id)).toEqual([]);
    await changeCustomer(body.id, { country: 'CL' });
    expect(await listHits(body.id)).toEqual([]);
    await changeCustomer(body.id, { name: 'Balthasar Quostrov' });
    expect(await listHits(body.id)).toHaveLength(1);
    expect(await readEventTypes()).toContain('screening.resolved');
  });
});

describe('screening in production', () => {
  const verifyCustomer = (customerId: string) =>
    asOperator(`/v1/ops/customers/${customerId}/kyc-decision`, {
      environment: 'production',
      decision: 'verified',
      reason: 'Passport seen',
    });

  test('verifies no customer before the hits are cleared', async () => {
    const { body } = await createCustomer('Balthasar Quostrov', liveKey);
    expect(body.kycStatus).toBe('unverified');
    const refusedAnswer = await verifyCustomer(body.id);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'screening_unresolved']);
    const [hit] = await listHits(body.id, 'pending', 'production');
    await decideHit(hit.id, 'no_hit', 'production');
    expect((await verifyCustomer(body.id)).body.kycStatus).toBe('verified');
  });

  test('never verifies a customer with a confirmed hit, who can be denied', async () => {
    const { body } = await createCustomer('Balthasar Quostrov', liveKey);
    const [hit] = await listHits(body.id, 'pending', 'production');
    await decideHit(hit.id, 'confirmed_hit', 'production');
    expect((await verifyCustomer(body.id)).body.code).toBe('screening_unresolved');
    const deniedAnswer = await asOperator(`/v1/ops/customers/${body.id}/kyc-decision`, {
      environment: 'production',
      decision: 'denied',
      reason: 'On the list',
    });
    expect(deniedAnswer.body.kycStatus).toBe('denied');
  });

  test('compares a business with listed organisations', async () => {
    const body = { type: 'business', name: 'Zyglophrant Shipping Limited' };
    const answer = await bank.call('/v1/customers', { key: liveKey, body });
    const [hit] = await listHits(answer.body.id, 'pending', 'production');
    expect(hit).toMatchObject({ entityId: 'T-2', entityType: 'entity' });
  });
});
