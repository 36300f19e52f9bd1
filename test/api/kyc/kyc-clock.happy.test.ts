// Identity assessments over time, by the developer's clock: missing documents, and reviews that
// become due.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { APPROVABLE_KYC, KYC_LIST_PATH, KYC_PATH, PASSPORT } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

/** The most days by which one request advances the clock. */
const MAX_DAYS = 400;

async function developer() {
  const { key } = await register(bank);
  const call = async (path: string, body?: object) =>
    (await bank.call(path, { key, ...(body ? { body } : {}) })).body;
  const customer = async (name: string) =>
    (await call('/v1/customers', { type: 'individual', name, country: 'GB' })).id as string;
  return {
    call,
    customer,
    assess: (customerId: string, body: object = APPROVABLE_KYC) =>
      call(`${KYC_PATH}?wait=10`, { customerId, ...body }),
    advance: async (days: number) => {
      for (let remaining = days; remaining > 0; remaining -= MAX_DAYS) {
        const advanceBy = `P${Math.min(MAX_DAYS, remaining)}D`;
        const answer = await call('/v1/sandbox/clock?wait=30', { advanceBy });
        expect(answer.status).toBe('running');
      }
    },
    events: async (objectId: string): Promise<string[]> =>
      (await call(`/v1/events?objectId=${objectId}&limit=50`)).data.map(
        ({ type }: { type: string }) => type,
      ),
  };
}

it('an assessment without its documents expires, and another may begin', async () => {
  const { call, customer, assess, advance } = await developer();
  const id = await customer('Documents Lovelace');
  const { id: assessmentId } = await assess(id, {});
  await advance(29);
  expect((await call(`${KYC_LIST_PATH}/${assessmentId}`)).stage).toBe('awaiting_documents');
  await advance(2);
  const endedAssessment = await call(`${KYC_LIST_PATH}/${assessmentId}`);
  expect(endedAssessment).toMatchObject({
    status: 'failed',
    stage: 'done',
    decision: null,
    failureCode: 'documents_not_received',
    kycStatus: 'awaiting_documents',
  });
  const { documents } = APPROVABLE_KYC;
  expect((await assess(id, { documents })).decision).toBe('approve');
});

/** Days until a time, from now on the clock of the bank. */
const daysUntil = (time: string) => Math.floor((Date.parse(time) - Date.now()) / 86_400_000);
const passportUntil = (day: string) => ({
  ...APPROVABLE_KYC,
  documents: [{ ...PASSPORT, number: 'until', expiry: day }],
});

it("sixty days before a customer's review is due the bank starts an assessment automatically", async () => {
  const { call, customer, assess, advance } = await developer();
  const id = await customer('Ada Lovelace');
  const firstAssessment = await assess(id);
  expect(firstAssessment.occasion).toBe('request');
  const { nextReviewAt } = await call(`/v1/customers/${id}`);
  await advance(daysUntil(nextReviewAt) - 61);
  expect((await call(`${KYC_LIST_PATH}?customerId=${id}`)).data).toHaveLength(1);
  await advance(2);
  const repeatedBody = await vi.waitFor(
    async () => {
      const [newest] = (await call(`${KYC_LIST_PATH}?customerId=${id}`)).data;
      expect(newest).toMatchObject({ occasion: 'periodic_review', status: 'completed' });
      return newest;
    },
    { timeout: 40_000, interval: 250 },
  );
  expect(repeatedBody).toMatchObject({
    decision: 'approve',
    decidedBy: 'workflow',
    documents: [{ numberLast4: '5678', status: 'received' }],
  });
  const renewed = await call(`/v1/customers/${id}`);
  expect(renewed.kycStatus).toBe('verified');
  expect(daysUntil(renewed.nextReviewAt)).toBeGreaterThan(daysUntil(nextReviewAt) + 1_000);
}, 120_000);

it('a customer whose document expired stays verified during the review, and expires afterwards', async () => {
  const { call, customer, assess, advance, events } = await developer();
  const id = await customer('Ada Lovelace');
  const inTwoYears = new Date(Date.now() + 700 * 86_400_000).toISOString().slice(0, 10);
  await assess(id, passportUntil(inTwoYears));
  const { nextReviewAt } = await call(`/v1/customers/${id}`);
  await advance(daysUntil(nextReviewAt) - 59);
  const wait = await vi.waitFor(
    async () => {
      const [newest] = (await call(`${KYC_LIST_PATH}?customerId=${id}`)).data;
      expect(newest).toMatchObject({ occasion: 'periodic_review', stage: 'awaiting_documents' });
      return newest;
    },
    { timeout: 40_000, interval: 250 },
  );
  expect(wait).toMatchObject({
    kycStatus: 'verified',
    documents: [{ status: 'invalid', reason: 'expired' }],
  });
  await advance(40);
  expect(await call(`${KYC_LIST_PATH}/${wait.id}`)).toMatchObject({
    failureCode: 'documents_not_received',
  });
  expect((await call(`/v1/customers/${id}`)).kycStatus).toBe('verified');
  await advance(20);
  const expired = await call(`/v1/customers/${id}`);
  expect(expired).toMatchObject({ kycStatus: 'expired', nextReviewAt: null, riskLevel: 'low' });
  expect((await assess(id)).kycStatus).toBe('verified');
  expect(await events(id)).toEqual([
    'customer.created',
    'customer.kyc.verified',
    'customer.kyc.expired',
    'customer.kyc.pending',
    'customer.kyc.verified',
  ]);
}, 120_000);
