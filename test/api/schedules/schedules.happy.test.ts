// Schedules over HTTP, driven by the test clock of the sandbox.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openScheduleBank, statusesOf } from '../../kit/money/schedule-bank.ts';

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
    const dev = await openScheduleBank(bank);
    const created = await dev.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 5 } });
    expect(created).toMatchObject({
      object: 'schedule',
      status: 'active',
      occurrencesCompleted: 0,
    });
    expect(created.upcoming).toHaveLength(5);
    expect(created.nextRunAt).toBe(`${dev.day(1)}T00:00:00.000Z`);
    await dev.advance('P3D');
    expect(await dev.read(created.id)).toMatchObject({ status: 'active', occurrencesCompleted: 3 });
    await dev.advance('P10D');
    expect(await dev.read(created.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 5,
      nextRunAt: null,
      upcoming: [],
    });
    const occurrences = await dev.occurrences(created.id);
    expect(occurrences.map((occurrence: { date: string }) => occurrence.date)).toEqual(
      [1, 2, 3, 4, 5].map(dev.day),
    );
    expect(await dev.readPosted(dev.to)).toBe(5_000);
    const transfers = await dev.transfers(created.id);
    expect(transfers).toHaveLength(5);
    expect(transfers[0]).toMatchObject({ scheduleId: created.id, status: 'posted' });
    const eventTypes = await dev.readEventTypes();
    expect(eventTypes.filter((type: string) => type === 'schedule.occurrence.posted')).toHaveLength(
      5,
    );
    expect(eventTypes.filter((type: string) => type === 'schedule.completed')).toHaveLength(1);
  });

  it('of one date runs on that date, and one without an end continues', async () => {
    const dev = await openScheduleBank(bank);
    const oneTimeSchedule = await dev.schedule();
    const endlessSchedule = await dev.schedule({ recurrence: { frequency: 'weekly' } });
    await dev.advance('P20D');
    expect(await dev.read(oneTimeSchedule.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 1,
    });
    const readSchedule = await dev.read(endlessSchedule.id);
    expect(readSchedule).toMatchObject({ status: 'active', occurrencesCompleted: 3 });
    expect(readSchedule.upcoming).toHaveLength(5);
  });

  it('with an end date has its last date on or before that day', async () => {
    const dev = await openScheduleBank(bank);
    const { id } = await dev.schedule({ recurrence: { ...DAILY_RECURRENCE, endDate: dev.day(3) } });
    await dev.advance('P9D');
    expect(await dev.read(id)).toMatchObject({ status: 'completed', occurrencesCompleted: 3 });
  });

  it('that starts today runs today, and is created once for one key', async () => {
    const dev = await openScheduleBank(bank);
    const headers = { 'idempotency-key': 'rent' };
    const today = { startDate: dev.day(0) };
    const creationAnswer = await dev.create(today, headers);
    const repeatedAnswer = await dev.create(today, headers);
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, creationAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    await expect
      .poll(async () => (await dev.read(creationAnswer.body.id)).status, { timeout: 30_000 })
      .toBe('completed');
    expect(await dev.readPosted(dev.to)).toBe(1_000);
  });
});

describe('the amount of a schedule', () => {
  it('full_balance moves the whole available balance of the day', async () => {
    const dev = await openScheduleBank(bank, 700);
    const recurrence = { ...DAILY_RECURRENCE, count: 3 };
    const { id } = await dev.schedule({ amount: { type: 'full_balance' }, recurrence });
    await dev.advance('P1D');
    expect([await dev.readPosted(dev.from), await dev.readPosted(dev.to)]).toEqual([0, 700]);
    // The account is empty on the second day, and has money again on the third.
    await dev.advance('P1D');
    await dev.deposit(40);
    await dev.advance('P1D');
    const occurrences = await dev.occurrences(id);
    expect(statusesOf(occurrences)).toEqual(['posted', 'skipped', 'posted']);
    expect(occurrences[1].statusReason.code).toBe('nothing_to_move');
    expect(occurrences.map((occurrence: { amount: number }) => occurrence.amount)).toEqual([
      700,
      null,
      40,
    ]);
    expect(await dev.readPosted(dev.from)).toBe(0);
  });

  it('balance_above leaves the given balance, and never takes held money', async () => {
    const dev = await openScheduleBank(bank, 1_000);
    await dev.call('/v1/transactions?wait=10', {
      type: 'transfer',
      amount: 250,
      currency: 'EUR',
      sourceAccountId: dev.from,
      destinationAccountId: dev.to,
      capture: 'manual',
    });
    const { id } = await dev.schedule({ amount: { type: 'balance_above', value: 600 } });
    await dev.advance('P1D');
    expect(await dev.occurrences(id)).toMatchObject([{ status: 'posted', amount: 150 }]);
    expect(await dev.readPosted(dev.from)).toBe(850);
  });
});

describe('the notice of a scheduled date', () => {
  it('comes the given number of days before each date, once, also when the date moves', async () => {
    const dev = await openScheduleBank(bank);
    const { id } = await dev.schedule({
      startDate: dev.day(5),
      recurrence: { frequency: 'weekly', count: 2 },
      notifyDaysBefore: 2,
    });
    const upcomingEvents = async () =>
      (await dev.readEventTypes()).filter((type: string) => type === 'schedule.occurrence.upcoming')
        .length;
    await dev.advance('P2D');
    expect(await upcomingEvents()).toBe(0);
    await dev.advance('P1D');
    expect(await upcomingEvents()).toBe(1);
    await dev.change(id, { startDate: dev.day(8) });
    await dev.advance('P3D');
    expect(await upcomingEvents()).toBe(2);
    await dev.advance('P30D');
    expect(await upcomingEvents()).toBe(3);
    expect(await dev.read(id)).toMatchObject({ status: 'completed', occurrencesCompleted: 2 });
  });

  it('can be ordered later and cancelled again', async () => {
    const dev = await openScheduleBank(bank);
    const { id } = await dev.schedule({
      startDate: dev.day(9),
      recurrence: { ...DAILY_RECURRENCE, count: 2 },
    });
    await dev.change(id, { notifyDaysBefore: 3 });
    await dev.advance('P6D');
    expect(await dev.readEventTypes()).toContain('schedule.occurrence.upcoming');
    await dev.change(id, { notifyDaysBefore: null });
    await dev.advance('P9D');
    const emittedTypes = (await dev.readEventTypes()).filter((type: string) =>
      type.endsWith('upcoming'),
    );
    expect(emittedTypes).toHaveLength(1);
    expect(await dev.read(id)).toMatchObject({ status: 'completed' });
  });
});

it('lists schedules by status and account, and occurrences by status', async () => {
  const dev = await openScheduleBank(bank);
  const dailySchedule = await dev.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 4 } });
  const otherSchedule = await dev.schedule({ startDate: dev.day(40) });
  await dev.act(dailySchedule.id, 'skip');
  await dev.act(otherSchedule.id, 'pause');
  const ids = async (query: string) =>
    (await dev.call(`/v1/transactions/scheduled${query}`)).body.data.map(
      (item: { id: string }) => item.id,
    );
  expect(await ids('')).toEqual([otherSchedule.id, dailySchedule.id]);
  expect(await ids('?status=paused')).toEqual([otherSchedule.id]);
  expect(await ids(`?accountId=${dev.to}&status=active&limit=1`)).toEqual([dailySchedule.id]);
  expect(await ids('?accountId=acc_06ayx0rw7mf5w0h1y6k2v3c4d5')).toEqual([]);
  const page = await dev.call(`/v1/scheduled/${dailySchedule.id}/occurrences?status=skipped`);
  expect(page.body).toMatchObject({ hasMore: false, data: [{ status: 'skipped' }] });
});

describe('a schedule by the days of the Federal Reserve Banks', () => {
  it('moves off their holidays, a Sunday holiday to Monday, and ignores those of TARGET', async () => {
    const dev = await openScheduleBank(bank);
    const startsOn = async (startDate: string) => {
      const terms = { startDate, businessDayConvention: 'following' };
      const { body } = await dev.create({ ...terms, businessCalendar: 'federal_reserve' });
      expect(body.businessCalendar).toBe('federal_reserve');
      return body.upcoming[0].slice(0, 10);
    };
    // 4 July 2027 is a Sunday; Thanksgiving is a holiday; Good Friday is not a holiday of the
    // Federal Reserve.
    expect(await startsOn('2027-07-05')).toBe('2027-07-06');
    expect(await startsOn('2027-11-25')).toBe('2027-11-26');
    expect(await startsOn('2027-03-26')).toBe('2027-03-26');
  });
});
