// What time makes of identities, by the developer's own clock: documents that do not come, and
// reviews that fall due.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type Door, openDoor } from '../../kit/bank/door.ts';
import { KYC, KYCS, SOUND } from '../../kit/people/kyc.ts';

let bank: Door;
beforeAll(async () => {
  bank = await openDoor();
}, 60_000);
afterAll(() => bank.close());

/** What a clock is moved by at a time. */
const MOST_DAYS = 400;

async function developer() {
  const { key } = await register(bank);
  const call = async (path: string, body?: object) =>
    (await bank.call(path, { key, ...(body ? { body } : {}) })).body;
  const customer = async (name: string) =>
    (await call('/v1/customers', { type: 'individual', name, country: 'GB' })).id as string;
  return {
    call,
    customer,
    assess: (customerId: string, body: object = SOUND) =>
      call(`${KYC}?wait=10`, { customerId, ...body }),
    advance: async (days: number) => {
      for (let left = days; left > 0; left -= MOST_DAYS) {
        const advanceBy = `P${Math.min(MOST_DAYS, left)}D`;
        const moved = await call('/v1/sandbox/clock?wait=30', { advanceBy });
        expect(moved.status).toBe('running');
      }
    },
    events: async (objectId: string): Promise<string[]> =>
      (await call(`/v1/events?objectId=${objectId}&limit=50`)).data.map(
        ({ type }: { type: string }) => type,
      ),
  };
}

it('documents that do not come end the assessment, and another may begin', async () => {
  const { call, customer, assess, advance } = await developer();
  const id = await customer('Documents Lovelace');
  const { id: assessmentId } = await assess(id, {});
  await advance(29);
  expect((await call(`${KYCS}/${assessmentId}`)).stage).toBe('awaiting_documents');
  await advance(2);
  const ended = await call(`${KYCS}/${assessmentId}`);
  expect(ended).toMatchObject({
    status: 'failed',
    stage: 'done',
    decision: null,
    failureCode: 'documents_not_received',
    kycStatus: 'awaiting_documents',
  });
  const { documents } = SOUND;
  expect((await assess(id, { documents })).decision).toBe('approve');
});

it('a verified customer expires when its review is due, and is assessed anew', async () => {
  const { call, customer, assess, advance, events } = await developer();
  const id = await customer('Ada Lovelace');
  await assess(id);
  const due = Date.parse((await call(`/v1/customers/${id}`)).nextReviewAt);
  await advance(Math.floor((due - Date.now()) / 86_400_000) - 1);
  expect((await call(`/v1/customers/${id}`)).kycStatus).toBe('verified');
  await advance(3);
  const expired = await call(`/v1/customers/${id}`);
  expect(expired).toMatchObject({ kycStatus: 'expired', nextReviewAt: null, riskLevel: 'low' });
  expect((await assess(id)).kycStatus).toBe('verified');
  const renewed = await call(`/v1/customers/${id}`);
  expect(Date.parse(renewed.nextReviewAt)).toBeGreaterThan(due);
  expect(await events(id)).toEqual([
    'customer.created',
    'customer.kyc.verified',
    'customer.kyc.expired',
    'customer.kyc.pending',
    'customer.kyc.verified',
  ]);
});
