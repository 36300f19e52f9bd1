// Schedules and sandbox clocks belong to one developer. contract.security.test.ts checks that every
// operation requires its scope and does not find ids of other developers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let owner: TestDeveloper;
let stranger: TestDeveloper;
let scheduleId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  owner = await openTestDeveloper(bank);
  stranger = await openTestDeveloper(bank);
  scheduleId = (await owner.schedule({ recurrence: { frequency: 'daily', count: 9 } })).id;
});
afterAll(() => bank.close());

const removeRequestIds = ({ status, body }: { status: number; body: object }) => ({
  status,
  body: { ...body, requestId: '', instance: '' },
});

describe('another developer', () => {
  it('gets the same answer for a foreign schedule as for an unknown one', async () => {
    const missingId = 'sch_06ayx0rw7mf5w0h1y6k2v3c4d5';
    const requests = [
      (id: string) => stranger.call(`/v1/scheduled/${id}`),
      (id: string) => stranger.call(`/v1/scheduled/${id}/occurrences`),
      (id: string) => stranger.change(id, { amount: 1 }),
      (id: string) => stranger.change(id, { amount: 1 }, { 'if-match': '"v9"' }),
      ...['pause', 'resume', 'cancel', 'skip', 'run-now'].map(
        (name) => (id: string) => stranger.act(id, name),
      ),
    ];
    for (const sendRequest of requests) {
      const foreignAnswer = await writesNothing(bank, () => sendRequest(scheduleId));
      expect(removeRequestIds(foreignAnswer)).toEqual(
        removeRequestIds(await sendRequest(missingId)),
      );
      expect(foreignAnswer.status).toBe(404);
    }
  });

  it('cannot schedule on foreign accounts, as payer, payee, or by a change', async () => {
    const ownSchedule = await stranger.schedule();
    for (const fields of [{ sourceAccountId: owner.from }, { destinationAccountId: owner.to }]) {
      for (const sendRequest of [
        () => stranger.create(fields),
        () => stranger.change(ownSchedule.id, fields),
      ]) {
        const { status, body } = await writesNothing(bank, sendRequest);
        expect([status, body.code]).toEqual([404, 'account_not_found']);
      }
    }
  });

  it('sees no foreign schedule in lists, nor through the account', async () => {
    const listPaths = [
      '/v1/transactions/scheduled',
      `/v1/transactions/scheduled?accountId=${owner.from}`,
      `/v1/transactions?scheduleId=${scheduleId}`,
      `/v1/transactions/scheduled?startingAfter=${scheduleId}`,
    ];
    for (const path of listPaths) {
      const { body } = await stranger.call(path);
      const ids = (body.data ?? []).map((item: { id: string }) => item.id);
      expect(ids, path).not.toContain(scheduleId);
    }
  });

  it('moves only its own sandbox clock', async () => {
    const timeBefore = Date.parse((await owner.call('/v1/sandbox/clock')).body.now);
    await stranger.advance('P90D');
    const clockAfter = (await owner.call('/v1/sandbox/clock')).body;
    expect(Date.parse(clockAfter.now) - timeBefore).toBeLessThan(60 * 60 * 1000);
    expect(await owner.listTransfers(scheduleId)).toEqual([]);
  });
});

describe('the owner of a schedule', () => {
  it('cannot block an occurrence by using the idempotency key that the bank uses for it', async () => {
    const { id } = await owner.schedule();
    const [firstOccurrence] = await owner.listOccurrences(id);
    for (const attempt of [1, 2]) {
      const headers = { 'idempotency-key': `${firstOccurrence.id}:${attempt}` };
      await owner.call('/v1/transactions', transferOf(owner.from, owner.to, 1), { headers });
    }
    await owner.act(id, 'run-now');
    await expect.poll(async () => (await owner.read(id)).status).toBe('completed');
    expect(await owner.listOccurrences(id)).toMatchObject([{ status: 'posted', amount: 1_000 }]);
  });

  it('cannot write the status, figures or owner of a schedule', async () => {
    const scheduleBefore = await owner.read(scheduleId);
    for (const field of ['id', 'status', 'customerId', 'tenantId', 'version', 'nextRunAt']) {
      const change = () => owner.change(scheduleId, { [field]: 'x' });
      expect((await writesNothing(bank, change)).status).toBe(422);
    }
    const raw = '{"amount":5,"__proto__":{"status":"canceled"}}';
    const path = `/v1/scheduled/${scheduleId}`;
    await bank.call(path, { key: owner.key, method: 'PATCH', raw });
    expect((await owner.read(scheduleId)).status).toBe(scheduleBefore.status);
  });
});

it('production has separate schedules, and no clock that can be moved', async () => {
  const key = await claimLiveKey(bank, owner.key);
  const foreignAnswer = await bank.call(`/v1/scheduled/${scheduleId}`, { key });
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'schedule_not_found']);
  for (const call of [{ key }, { key, body: { advanceBy: 'P1D' } }]) {
    const { status, body } = await writesNothing(bank, () => bank.call('/v1/sandbox/clock', call));
    expect([status, body.code]).toEqual([403, 'environment_mismatch']);
  }
});
