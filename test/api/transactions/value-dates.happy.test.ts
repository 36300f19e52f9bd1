// Value dates: bookings with an earlier value date within the open period, and transactions that
// wait for a future date.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openAccounts } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openScheduleBank, type ScheduleBank } from '../../kit/money/schedule-bank.ts';

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

const send = (bank: ScheduleBank, body: object, headers: Record<string, string> = {}) =>
  bank.call(
    '/v1/transactions?wait=10',
    { ...transferOf(bank.from, bank.to, 700), ...body },
    { headers },
  );
const balanceOf = async (bank: ScheduleBank, id = bank.from) =>
  (await bank.call(`/v1/accounts/${id}/balance`)).body;
const read = async (bank: ScheduleBank, id: string) =>
  (await bank.call(`/v1/transactions/${id}`)).body;
const move = async (bank: ScheduleBank, advance: object) => {
  const answer = await bank.call('/v1/sandbox/clock?wait=30', advance);
  expect([answer.status, answer.body.status], JSON.stringify(answer.body)).toEqual([
    200,
    'running',
  ]);
};

/** The last business day before today, as a bank without holidays counts. */
const businessDayBefore = (bank: ScheduleBank) => {
  const isWeekend = (days: number) =>
    [0, 6].includes(new Date(`${bank.day(days)}T00:00:00Z`).getUTCDay());
  const daysBack = [-1, -2, -3].find((days) => !isWeekend(days)) ?? -1;
  return bank.day(daysBack);
};

describe('a value date in the open period', () => {
  it('is shown with the booking date on the transaction, its entries and its event', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const effectiveDate = businessDayBefore(scheduleBank);
    const { status, body } = await send(scheduleBank, { effectiveDate });
    const dates = { bookingDate: scheduleBank.day(0), effectiveDate };
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ status: 'posted', ...dates });
    for (const entry of body.entries) {
      expect(entry).toMatchObject({ bookingDate: scheduleBank.day(0), valueDate: effectiveDate });
    }
    const events = await scheduleBank.call(
      `/v1/events?objectId=${body.id}&type=transaction.posted`,
    );
    expect(events.body.data[0].data.object).toMatchObject(dates);
    expect(await read(scheduleBank, body.id)).toMatchObject(dates);
  });

  it('is shown on statements in every format, and changes no past balance', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const effectiveDate = businessDayBefore(scheduleBank);
    await send(scheduleBank, { effectiveDate });
    const path = `/v1/accounts/${scheduleBank.from}/statements?from=${scheduleBank.day(0)}`;
    const json = (await scheduleBank.call(`${path}&format=json`)).body;
    const [deposit, movedPayment] = json.movements.data;
    expect(deposit).toMatchObject({ date: scheduleBank.day(0), valueDate: scheduleBank.day(0) });
    expect(movedPayment).toMatchObject({ date: scheduleBank.day(0), valueDate: effectiveDate });
    const csv = (await scheduleBank.call(`${path}&format=csv`)).body as string;
    expect(csv.split('\r\n')[0]).toContain('date,value_date,posted_at');
    expect(csv.split('\r\n')[3]).toContain(`movement,${scheduleBank.day(0)},${effectiveDate},`);
    const camt = (await scheduleBank.call(`${path}&format=camt053`)).body as string;
    expect(camt).toContain(`<ValDt><Dt>${effectiveDate}</Dt></ValDt>`);
    expect(json.opening).toBe(0);
    // The balance by booking date: on the value date the money had not been booked yet.
    const endOfDay = `${effectiveDate}T23:59:59Z`;
    const balance = (
      await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/balance?asOf=${endOfDay}`)
    ).body;
    expect(balance, JSON.stringify(balance)).toMatchObject({ posted: 0, asOf: expect.any(String) });
  });

  it("defaults to the booking day, also when today's date is given", async () => {
    const scheduleBank = await openScheduleBank(bank);
    const dates = { bookingDate: scheduleBank.day(0), effectiveDate: scheduleBank.day(0) };
    expect((await send(scheduleBank, {})).body).toMatchObject({ status: 'posted', ...dates });
    const today = await send(scheduleBank, { effectiveDate: scheduleBank.day(0) });
    expect(today.body).toMatchObject({ status: 'posted', ...dates });
  });

  it('must lie within the period: other dates are refused with the permitted range, and nothing is written', async () => {
    const scheduleBank = await openScheduleBank(bank);
    await writesNothing(bank, async () => {
      for (const effectiveDate of [scheduleBank.day(-10), scheduleBank.day(367)]) {
        const { status, body } = await send(scheduleBank, { effectiveDate });
        expect([status, body.code]).toEqual([422, 'validation_failed']);
        expect(body.errors).toMatchObject([{ pointer: '/effectiveDate' }]);
        expect(body.errors[0].message).toMatch(/^Expected a date from \d{4}-.* to \d{4}-/);
      }
      for (const effectiveDate of ['2026-02-30', 'tomorrow', '2026-11-23T00:00:00Z', 20_261_123]) {
        const { status, body } = await send(scheduleBank, { effectiveDate });
        expect([status, body.errors[0].pointer]).toEqual([422, '/effectiveDate']);
      }
      const manualCapture = await send(scheduleBank, {
        effectiveDate: scheduleBank.day(1),
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
    const scheduleBank = await openScheduleBank(bank);
    const effectiveDate = scheduleBank.day(3);
    const dryRun = (await send(scheduleBank, { effectiveDate, dryRun: true })).body;
    expect(dryRun).toMatchObject({ wouldPost: false, status: 'pending', rejection: null });
    const acceptedAnswer = await send(scheduleBank, { effectiveDate });
    expect(acceptedAnswer.status, JSON.stringify(acceptedAnswer.body)).toBe(202);
    const waits = { status: 'pending', effectiveDate, bookingDate: null, hold: null };
    expect(acceptedAnswer.body).toMatchObject({ ...waits, amountPosted: null, cancelable: true });
    expect(acceptedAnswer.headers.get('location')).toBe(
      `/v1/transactions/${acceptedAnswer.body.id}`,
    );
    expect(await balanceOf(scheduleBank)).toMatchObject({
      posted: 100_000,
      held: 0,
      available: 100_000,
    });
    await move(scheduleBank, { advanceTo: `${scheduleBank.day(2)}T23:59:00Z` });
    expect((await read(scheduleBank, acceptedAnswer.body.id)).status).toBe('pending');
    await move(scheduleBank, { advanceBy: 'PT1H' });
    const dates = { effectiveDate, bookingDate: effectiveDate };
    expect(await read(scheduleBank, acceptedAnswer.body.id)).toMatchObject({
      status: 'posted',
      ...dates,
    });
    expect((await balanceOf(scheduleBank)).posted).toBe(99_300);
    const events = await scheduleBank.call(`/v1/events?objectId=${acceptedAnswer.body.id}`);
    expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual([
      'transaction.created',
      'transaction.pending',
      'transaction.posted',
    ]);
  });

  it('is booked by its own durable timer when its day begins', async () => {
    const scheduleBank = await openScheduleBank(bank);
    await move(scheduleBank, { advanceTo: `${scheduleBank.day(1)}T23:59:57Z` });
    const acceptedAnswer = await send(scheduleBank, { effectiveDate: scheduleBank.day(2) });
    expect(acceptedAnswer.body.status, JSON.stringify(acceptedAnswer.body)).toBe('pending');
    const status = async () => (await read(scheduleBank, acceptedAnswer.body.id)).status;
    await expect.poll(status, { timeout: 20_000 }).toBe('posted');
    const handle = bank.bank.environments.sandbox
      .client()
      ?.workflow.getHandle(`transfer/${acceptedAnswer.body.id}`);
    expect(await handle?.result()).toMatchObject({ status: 'posted' });
  });

  it('can be canceled before its day, and is then never booked', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { body } = await send(scheduleBank, { effectiveDate: scheduleBank.day(2) });
    const path = `/v1/transactions/${body.id}`;
    const capture = await scheduleBank.call(`${path}/capture`, {});
    expect([capture.status, capture.body.code]).toEqual([409, 'invalid_state_transition']);
    const cancelAnswer = await scheduleBank.call(`${path}/cancel`, { reason: 'No longer wanted' });
    expect([cancelAnswer.status, cancelAnswer.body.status]).toEqual([200, 'canceled']);
    await move(scheduleBank, { advanceBy: 'P4D' });
    expect(await read(scheduleBank, body.id)).toMatchObject({ status: 'canceled', entries: [] });
    expect((await balanceOf(scheduleBank)).posted).toBe(100_000);
  });

  it('survives the loss of its Temporal workflow, for a cancellation and for its day', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const [lostId, storedId] = [
      (await send(scheduleBank, { effectiveDate: scheduleBank.day(2) })).body.id,
      (await send(scheduleBank, { effectiveDate: scheduleBank.day(2) })).body.id,
    ];
    const { workflow } = bank.bank.environments.sandbox.client() ?? {};
    for (const id of [lostId, storedId]) {
      // The workflow starts after the answer.
      await vi.waitFor(() => workflow?.getHandle(`transfer/${id}`).terminate('lost'), 10_000);
    }
    expect((await scheduleBank.call(`/v1/transactions/${lostId}/cancel`, {})).body.status).toBe(
      'canceled',
    );
    await move(scheduleBank, { advanceBy: 'P3D' });
    expect((await read(scheduleBank, storedId)).status).toBe('posted');
    expect((await balanceOf(scheduleBank)).posted).toBe(99_300);
  });

  it('is decided on its day: without sufficient money it is declined then, not before', async () => {
    const scheduleBank = await openScheduleBank(bank, 100);
    const { body } = await send(scheduleBank, { effectiveDate: scheduleBank.day(1) });
    expect(body.status).toBe('pending');
    await move(scheduleBank, { advanceBy: 'P2D' });
    const declined = await read(scheduleBank, body.id);
    expect(declined).toMatchObject({ status: 'declined', bookingDate: null });
    expect(declined.statusReason.code).toBe('insufficient_funds');
  });

  it('that can succeed on no day is declined at once', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const wrongFields = { effectiveDate: scheduleBank.day(5), currency: 'USD' };
    const declinedAnswer = await send(scheduleBank, wrongFields);
    expect([declinedAnswer.status, declinedAnswer.body.code]).toEqual([422, 'currency_mismatch']);
    const dryRun = await send(scheduleBank, { ...wrongFields, dryRun: true });
    expect(dryRun.body).toMatchObject({ rejection: { code: 'currency_mismatch' } });
  });

  it('repeated with its key after its day returns the accepted transaction', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { effectiveDate: scheduleBank.day(1) };
    const { id } = (await send(scheduleBank, body, headers)).body;
    await move(scheduleBank, { advanceBy: 'P20D' });
    const repeatedAnswer = await send(scheduleBank, body, headers);
    expect([repeatedAnswer.status, repeatedAnswer.body.id, repeatedAnswer.body.status]).toEqual([
      201,
      id,
      'posted',
    ]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is booked once on its day, also among many due on the same day', async () => {
    const scheduleBank = await openScheduleBank(bank, 5_000);
    const { accountIds } = await openAccounts(bank, scheduleBank.key, [0]);
    const payee = accountIds[0] ?? '';
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const body = {
          ...transferOf(scheduleBank.from, payee, 100),
          effectiveDate: scheduleBank.day(1),
        };
        return (await scheduleBank.call('/v1/transactions?wait=10', body)).body.id as string;
      }),
    );
    await move(scheduleBank, { advanceBy: 'P2D' });
    const statuses = await Promise.all(
      ids.map(async (id) => (await read(scheduleBank, id)).status),
    );
    expect(new Set(statuses)).toEqual(new Set(['posted']));
    expect((await balanceOf(scheduleBank, payee)).posted).toBe(2_000);
  });
});
