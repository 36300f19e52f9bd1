// Schedules over HTTP. The tests move the clock of the sandbox.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, statusesOf } from '../../kit/money/test-developer.ts';

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

const DAILY_RECURRENCE = { frequency: 'daily' };

describe('a schedule', () => {
  it('runs once on each of its dates, and completes after the last', async () => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 5 } });
    expect(created).toMatchObject({
      object: 'schedule',
      status: 'active',
      occurrencesCompleted: 0,
    });
    expect(created.upcoming).toHaveLength(5);
    expect(created.nextRunAt).toBe(`${developer.dateAfter(1)}T00:00:00.000Z`);
    await developer.advance('P3D');
    expect(await developer.read(created.id)).toMatchObject({
      status: 'active',
      occurrencesCompleted: 3,
    });
    await developer.advance('P10D');
    expect(await developer.read(created.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 5,
      nextRunAt: null,
      upcoming: [],
    });
    const occurrences = await developer.listOccurrences(created.id);
    expect(occurrences.map((occurrence: { date: string }) => occurrence.date)).toEqual(
      [1, 2, 3, 4, 5].map(developer.dateAfter),
    );
    expect(await developer.readPosted(developer.to)).toBe(5_000);
    const transfers = await developer.listTransfers(created.id);
    expect(transfers).toHaveLength(5);
    expect(transfers[0]).toMatchObject({ scheduleId: created.id, status: 'posted' });
    const eventTypes = await developer.readEventTypes();
    expect(eventTypes.filter((type: string) => type === 'schedule.occurrence.posted')).toHaveLength(
      5,
    );
    expect(eventTypes.filter((type: string) => type === 'schedule.completed')).toHaveLength(1);
  });

  it('of one date runs on that date, and one without an end continues', async () => {
    const developer = await openTestDeveloper(bank);
    const oneTimeSchedule = await developer.schedule();
    const endlessSchedule = await developer.schedule({ recurrence: { frequency: 'weekly' } });
    await developer.advance('P20D');
    expect(await developer.read(oneTimeSchedule.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 1,
    });
    const readSchedule = await developer.read(endlessSchedule.id);
    expect(readSchedule).toMatchObject({ status: 'active', occurrencesCompleted: 3 });
    expect(readSchedule.upcoming).toHaveLength(5);
  });

  it('with an end date has its last date on or before that day', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({
      recurrence: { ...DAILY_RECURRENCE, endDate: developer.dateAfter(3) },
    });
    await developer.advance('P9D');
    expect(await developer.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 3,
    });
  });

  it('that starts today runs today, and is created once for one key', async () => {
    const developer = await openTestDeveloper(bank);
    const headers = { 'idempotency-key': 'rent' };
    const terms = { startDate: developer.dateAfter(0) };
    const creationAnswer = await developer.create(terms, headers);
    const repeatedAnswer = await developer.create(terms, headers);
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, creationAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    await expect
      .poll(async () => (await developer.read(creationAnswer.body.id)).status, { timeout: 30_000 })
      .toBe('completed');
    expect(await developer.readPosted(developer.to)).toBe(1_000);
  });
});

describe('the amount of a schedule', () => {
  it('full_balance moves the whole available balance of the day', async () => {
    const developer = await openTestDeveloper(bank, 700);
    const recurrence = { ...DAILY_RECURRENCE, count: 3 };
    const { id } = await developer.schedule({ amount: { type: 'full_balance' }, recurrence });
    await developer.advance('P1D');
    expect([
      await developer.readPosted(developer.from),
      await developer.readPosted(developer.to),
    ]).toEqual([0, 700]);
    // The account is empty on the second day, and has money again on the third.
    await developer.advance('P1D');
    await developer.deposit(40);
    await developer.advance('P1D');
    const occurrences = await developer.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(['posted', 'skipped', 'posted']);
    expect(occurrences[1].statusReason.code).toBe('nothing_to_move');
    expect(occurrences.map((occurrence: { amount: number }) => occurrence.amount)).toEqual([
      700,
      null,
      40,
    ]);
    expect(await developer.readPosted(developer.from)).toBe(0);
  });

  it('balance_above leaves the given balance, and never takes held money', async () => {
    const developer = await openTestDeveloper(bank, 1_000);
    await developer.call('/v1/transactions?wait=10', {
      type: 'transfer',
      amount: 250,
      currency: 'EUR',
      sourceAccountId: developer.from,
      destinationAccountId: developer.to,
      capture: 'manual',
    });
    const { id } = await developer.schedule({ amount: { type: 'balance_above', value: 600 } });
    await developer.advance('P1D');
    expect(await developer.listOccurrences(id)).toMatchObject([{ status: 'posted', amount: 150 }]);
    expect(await developer.readPosted(developer.from)).toBe(850);
  });
});

describe('the notice of a scheduled date', () => {
  it('comes the given number of days before each date, and again for a date that was moved', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({
      startDate: developer.dateAfter(5),
      recurrence: { frequency: 'weekly', count: 2 },
      notifyDaysBefore: 2,
    });
    const countNotices = async () =>
      (await developer.readEventTypes()).filter(
        (type: string) => type === 'schedule.occurrence.upcoming',
      ).length;
    await developer.advance('P2D');
    expect(await countNotices()).toBe(0);
    await developer.advance('P1D');
    expect(await countNotices()).toBe(1);
    await developer.change(id, { startDate: developer.dateAfter(8) });
    await developer.advance('P3D');
    expect(await countNotices()).toBe(2);
    await developer.advance('P30D');
    expect(await countNotices()).toBe(3);
    expect(await developer.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 2,
    });
  });

  it('can be requested after the creation of the schedule, and canceled again', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({
      startDate: developer.dateAfter(9),
      recurrence: { ...DAILY_RECURRENCE, count: 2 },
    });
    await developer.change(id, { notifyDaysBefore: 3 });
    await developer.advance('P6D');
    expect(await developer.readEventTypes()).toContain('schedule.occurrence.upcoming');
    await developer.change(id, { notifyDaysBefore: null });
    await developer.advance('P9D');
    const notices = (await developer.readEventTypes()).filter((type: string) =>
      type.endsWith('upcoming'),
    );
    expect(notices).toHaveLength(1);
    expect(await developer.read(id)).toMatchObject({ status: 'completed' });
  });
});

it('schedules can be listed by status and account, and occurrences by status', async () => {
  const developer = await openTestDeveloper(bank);
  const dailySchedule = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 4 } });
  const otherSchedule = await developer.schedule({ startDate: developer.dateAfter(40) });
  await developer.act(dailySchedule.id, 'skip');
  await developer.act(otherSchedule.id, 'pause');
  const listIds = async (query: string) =>
    (await developer.call(`/v1/transactions/scheduled${query}`)).body.data.map(
      (item: { id: string }) => item.id,
    );
  expect(await listIds('')).toEqual([otherSchedule.id, dailySchedule.id]);
  expect(await listIds('?status=paused')).toEqual([otherSchedule.id]);
  expect(await listIds(`?accountId=${developer.to}&status=active&limit=1`)).toEqual([
    dailySchedule.id,
  ]);
  expect(await listIds('?accountId=acc_06ayx0rw7mf5w0h1y6k2v3c4d5')).toEqual([]);
  const page = await developer.call(`/v1/scheduled/${dailySchedule.id}/occurrences?status=skipped`);
  expect(page.body).toMatchObject({ hasMore: false, data: [{ status: 'skipped' }] });
});

describe('a schedule with the calendar of the Federal Reserve Banks', () => {
  it('moves dates from its holidays to the next business day, and not from the holidays of TARGET', async () => {
    const developer = await openTestDeveloper(bank);
    const readFirstDate = async (startDate: string) => {
      const terms = { startDate, businessDayConvention: 'following' };
      const { body } = await developer.create({ ...terms, businessCalendar: 'federal_reserve' });
      expect(body.businessCalendar).toBe('federal_reserve');
      return body.upcoming[0].slice(0, 10);
    };
    // 4 July 2027 is a Sunday; Thanksgiving is a holiday; Good Friday is not a holiday of the
    // Federal Reserve.
    expect(await readFirstDate('2027-07-05')).toBe('2027-07-06');
    expect(await readFirstDate('2027-11-25')).toBe('2027-11-26');
    expect(await readFirstDate('2027-03-26')).toBe('2027-03-26');
  });
});
