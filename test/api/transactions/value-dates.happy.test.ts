// A transaction can have an earlier value date within the open period, or a future date, for which
// it waits.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openAccounts } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const send = (developer: TestDeveloper, body: object, headers: Record<string, string> = {}) =>
  developer.call(
    '/v1/transactions?wait=10',
    { ...transferOf(developer.from, developer.to, 700), ...body },
    { headers },
  );
const readBalance = async (developer: TestDeveloper, id = developer.from) =>
  (await developer.call(`/v1/accounts/${id}/balance`)).body;
const readTransaction = async (developer: TestDeveloper, id: string) =>
  (await developer.call(`/v1/transactions/${id}`)).body;
const moveClock = async (developer: TestDeveloper, advance: object) => {
  const answer = await developer.call('/v1/sandbox/clock?wait=30', advance);
  expect([answer.status, answer.body.status], JSON.stringify(answer.body)).toEqual([
    200,
    'running',
  ]);
};

/** Returns the last day before today that is not on a weekend. Holidays are not considered. */
const findLastBusinessDay = (developer: TestDeveloper) => {
  const isWeekend = (days: number) =>
    [0, 6].includes(new Date(`${developer.dateAfter(days)}T00:00:00Z`).getUTCDay());
  const daysBack = [-1, -2, -3].find((days) => !isWeekend(days)) ?? -1;
  return developer.dateAfter(daysBack);
};

describe('a value date in the open period', () => {
  it('is shown with the booking date on the transaction, its entries and its event', async () => {
    const developer = await openTestDeveloper(bank);
    const effectiveDate = findLastBusinessDay(developer);
    const { status, body } = await send(developer, { effectiveDate });
    const dates = { bookingDate: developer.dateAfter(0), effectiveDate };
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ status: 'posted', ...dates });
    for (const entry of body.entries) {
      expect(entry).toMatchObject({
        bookingDate: developer.dateAfter(0),
        valueDate: effectiveDate,
      });
    }
    const events = await developer.call(`/v1/events?objectId=${body.id}&type=transaction.posted`);
    expect(events.body.data[0].data.object).toMatchObject(dates);
    expect(await readTransaction(developer, body.id)).toMatchObject(dates);
  });

  it('is shown on statements in every format, and changes no past balance', async () => {
    const developer = await openTestDeveloper(bank);
    const effectiveDate = findLastBusinessDay(developer);
    await send(developer, { effectiveDate });
    const path = `/v1/accounts/${developer.from}/statements?from=${developer.dateAfter(0)}`;
    const json = (await developer.call(`${path}&format=json`)).body;
    const [deposit, payment] = json.movements.data;
    expect(deposit).toMatchObject({
      date: developer.dateAfter(0),
      valueDate: developer.dateAfter(0),
    });
    expect(payment).toMatchObject({ date: developer.dateAfter(0), valueDate: effectiveDate });
    const csv = (await developer.call(`${path}&format=csv`)).body as string;
    expect(csv.split('\r\n')[0]).toContain('date,value_date,posted_at');
    expect(csv.split('\r\n')[3]).toContain(`movement,${developer.dateAfter(0)},${effectiveDate},`);
    const camt = (await developer.call(`${path}&format=camt053`)).body as string;
    expect(camt).toContain(`<ValDt><Dt>${effectiveDate}</Dt></ValDt>`);
    expect(json.opening).toBe(0);
    // The balance by booking date: on the value date the money had not been booked yet.
    const endOfDay = `${effectiveDate}T23:59:59Z`;
    const balance = (
      await developer.call(`/v1/accounts/${developer.from}/balance?asOf=${endOfDay}`)
    ).body;
    expect(balance, JSON.stringify(balance)).toMatchObject({ posted: 0, asOf: expect.any(String) });
  });

  it("defaults to the booking day, also when today's date is given", async () => {
    const developer = await openTestDeveloper(bank);
    const dates = { bookingDate: developer.dateAfter(0), effectiveDate: developer.dateAfter(0) };
    expect((await send(developer, {})).body).toMatchObject({ status: 'posted', ...dates });
    const datedToday = await send(developer, { effectiveDate: developer.dateAfter(0) });
    expect(datedToday.body).toMatchObject({ status: 'posted', ...dates });
  });

  it('must lie within the period: other dates are refused with the permitted range, and nothing is written', async () => {
    const developer = await openTestDeveloper(bank);
    await writesNothing(bank, async () => {
      for (const effectiveDate of [developer.dateAfter(-10), developer.dateAfter(367)]) {
        const { status, body } = await send(developer, { effectiveDate });
        expect([status, body.code]).toEqual([422, 'validation_failed']);
        expect(body.errors).toMatchObject([{ pointer: '/effectiveDate' }]);
        expect(body.errors[0].message).toMatch(/^Expected a date from \d{4}-.* to \d{4}-/);
      }
      for (const effectiveDate of ['2026-02-30', 'tomorrow', '2026-11-23T00:00:00Z', 20_261_123]) {
        const { status, body } = await send(developer, { effectiveDate });
        expect([status, body.errors[0].pointer]).toEqual([422, '/effectiveDate']);
      }
      const manualCapture = await send(developer, {
        effectiveDate: developer.dateAfter(1),
        capture: 'manual',
      });
      expect([manualCapture.status, manualCapture.body.errors[0].pointer]).toEqual([
        422,
        '/effectiveDate',
      ]);
    });
  });
});

describe('a future-dated transaction', () => {
  it('waits without a hold, and is booked on its day when the clock reaches that day', async () => {
    const developer = await openTestDeveloper(bank);
    const effectiveDate = developer.dateAfter(3);
    const dryRun = (await send(developer, { effectiveDate, dryRun: true })).body;
    expect(dryRun).toMatchObject({ wouldPost: false, status: 'pending', rejection: null });
    const acceptedAnswer = await send(developer, { effectiveDate });
    expect(acceptedAnswer.status, JSON.stringify(acceptedAnswer.body)).toBe(202);
    const waitingFields = { status: 'pending', effectiveDate, bookingDate: null, hold: null };
    expect(acceptedAnswer.body).toMatchObject({
      ...waitingFields,
      amountPosted: null,
      cancelable: true,
    });
    expect(acceptedAnswer.headers.get('location')).toBe(
      `/v1/transactions/${acceptedAnswer.body.id}`,
    );
    expect(await readBalance(developer)).toMatchObject({
      posted: 100_000,
      held: 0,
      available: 100_000,
    });
    await moveClock(developer, { advanceTo: `${developer.dateAfter(2)}T23:59:00Z` });
    expect((await readTransaction(developer, acceptedAnswer.body.id)).status).toBe('pending');
    await moveClock(developer, { advanceBy: 'PT1H' });
    const dates = { effectiveDate, bookingDate: effectiveDate };
    expect(await readTransaction(developer, acceptedAnswer.body.id)).toMatchObject({
      status: 'posted',
      ...dates,
    });
    expect((await readBalance(developer)).posted).toBe(99_300);
    const events = await developer.call(`/v1/events?objectId=${acceptedAnswer.body.id}`);
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([
      'transaction.created',
      'transaction.pending',
      'transaction.posted',
    ]);
  });

  it('is booked by its own durable timer when its day begins', async () => {
    const developer = await openTestDeveloper(bank);
    await moveClock(developer, { advanceTo: `${developer.dateAfter(1)}T23:59:57Z` });
    const acceptedAnswer = await send(developer, { effectiveDate: developer.dateAfter(2) });
    expect(acceptedAnswer.body.status, JSON.stringify(acceptedAnswer.body)).toBe('pending');
    const readStatus = async () =>
      (await readTransaction(developer, acceptedAnswer.body.id)).status;
    await expect.poll(readStatus, { timeout: 20_000 }).toBe('posted');
    const handle = bank.bank.environments.sandbox
      .client()
      ?.workflow.getHandle(`transfer/${acceptedAnswer.body.id}`);
    expect(await handle?.result()).toMatchObject({ status: 'posted' });
  });

  it('can be canceled before its day, and is then never booked', async () => {
    const developer = await openTestDeveloper(bank);
    const { body } = await send(developer, { effectiveDate: developer.dateAfter(2) });
    const path = `/v1/transactions/${body.id}`;
    const capture = await developer.call(`${path}/capture`, {});
    expect([capture.status, capture.body.code]).toEqual([409, 'invalid_state_transition']);
    const cancelAnswer = await developer.call(`${path}/cancel`, { reason: 'No longer wanted' });
    expect([cancelAnswer.status, cancelAnswer.body.status]).toEqual([200, 'canceled']);
    await moveClock(developer, { advanceBy: 'P4D' });
    expect(await readTransaction(developer, body.id)).toMatchObject({
      status: 'canceled',
      entries: [],
    });
    expect((await readBalance(developer)).posted).toBe(100_000);
  });

  it('can be canceled, and is booked on its day, also after its Temporal workflow was lost', async () => {
    const developer = await openTestDeveloper(bank);
    const [canceledId, keptId] = [
      (await send(developer, { effectiveDate: developer.dateAfter(2) })).body.id,
      (await send(developer, { effectiveDate: developer.dateAfter(2) })).body.id,
    ];
    const { workflow } = bank.bank.environments.sandbox.client() ?? {};
    for (const id of [canceledId, keptId]) {
      // The workflow starts after the answer.
      await vi.waitFor(() => workflow?.getHandle(`transfer/${id}`).terminate('lost'), 10_000);
    }
    expect((await developer.call(`/v1/transactions/${canceledId}/cancel`, {})).body.status).toBe(
      'canceled',
    );
    await moveClock(developer, { advanceBy: 'P3D' });
    expect((await readTransaction(developer, keptId)).status).toBe('posted');
    expect((await readBalance(developer)).posted).toBe(99_300);
  });

  it('is declined on its day, and not before, when the money does not suffice', async () => {
    const developer = await openTestDeveloper(bank, 100);
    const { body } = await send(developer, { effectiveDate: developer.dateAfter(1) });
    expect(body.status).toBe('pending');
    await moveClock(developer, { advanceBy: 'P2D' });
    const declined = await readTransaction(developer, body.id);
    expect(declined).toMatchObject({ status: 'declined', bookingDate: null });
    expect(declined.statusReason.code).toBe('insufficient_funds');
  });

  it('in a wrong currency, which no later day can mend, is declined at once', async () => {
    const developer = await openTestDeveloper(bank);
    const wrongCurrency = { effectiveDate: developer.dateAfter(5), currency: 'USD' };
    const declinedAnswer = await send(developer, wrongCurrency);
    expect([declinedAnswer.status, declinedAnswer.body.code]).toEqual([422, 'currency_mismatch']);
    const dryRun = await send(developer, { ...wrongCurrency, dryRun: true });
    expect(dryRun.body).toMatchObject({ rejection: { code: 'currency_mismatch' } });
  });

  it('repeated with its key after its day returns the accepted transaction', async () => {
    const developer = await openTestDeveloper(bank);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { effectiveDate: developer.dateAfter(1) };
    const { id } = (await send(developer, body, headers)).body;
    await moveClock(developer, { advanceBy: 'P20D' });
    const repeatedAnswer = await send(developer, body, headers);
    expect([repeatedAnswer.status, repeatedAnswer.body.id, repeatedAnswer.body.status]).toEqual([
      201,
      id,
      'posted',
    ]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is booked once on its day, also among many due on the same day', async () => {
    const developer = await openTestDeveloper(bank, 5_000);
    const { accountIds } = await openAccounts(bank, developer.key, [0]);
    const payee = accountIds[0] ?? '';
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const body = {
          ...transferOf(developer.from, payee, 100),
          effectiveDate: developer.dateAfter(1),
        };
        return (await developer.call('/v1/transactions?wait=10', body)).body.id as string;
      }),
    );
    await moveClock(developer, { advanceBy: 'P2D' });
    const statuses = await Promise.all(
      ids.map(async (id) => (await readTransaction(developer, id)).status),
    );
    expect(new Set(statuses)).toEqual(new Set(['posted']));
    expect((await readBalance(developer, payee)).posted).toBe(2_000);
  });
});
