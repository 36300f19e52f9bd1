// A client changes, pauses, resumes, skips, runs and cancels an existing schedule.

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

describe('a change of a schedule', () => {
  it('replaces several terms at once, and the dates are computed again', async () => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 9 } });
    const changeAnswer = await developer.change(
      created.id,
      {
        amount: 30,
        startDate: developer.dateAfter(2),
        recurrence: { frequency: 'weekly', count: 2 },
      },
      { 'if-match': '"v1"' },
    );
    expect(changeAnswer.status).toBe(200);
    expect(changeAnswer.headers.get('etag')).toMatch(/^"v2[-"]/);
    expect(changeAnswer.body).toMatchObject({
      version: 2,
      amount: { type: 'fixed', value: 30 },
      recurrence: { frequency: 'weekly', count: 2 },
      upcoming: [
        `${developer.dateAfter(2)}T00:00:00.000Z`,
        `${developer.dateAfter(9)}T00:00:00.000Z`,
      ],
    });
    await developer.advance('P30D');
    expect(await developer.read(created.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 2,
    });
    expect(await developer.readPosted(developer.to)).toBe(60);
    expect(await developer.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.updated',
      'schedule.occurrence.posted',
      'schedule.occurrence.posted',
      'schedule.completed',
    ]);
  });

  it('keeps the terms that it does not name, and the count of past runs', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({
      recurrence: { ...DAILY_RECURRENCE, count: 4 },
      description: 'Rent',
      metadata: { flat: '7' },
    });
    await developer.advance('P2D');
    const { body } = await developer.change(id, {
      amount: 5,
      recurrence: { ...DAILY_RECURRENCE, count: 3 },
    });
    expect(body).toMatchObject({ description: 'Rent', metadata: { flat: '7' } });
    expect(body.upcoming).toHaveLength(1);
    await developer.advance('P9D');
    expect(await developer.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 3,
    });
    expect(await developer.readPosted(developer.to)).toBe(2_005);
  });

  it('of a paused schedule takes effect when the schedule is resumed', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    await developer.act(id, 'pause');
    await developer.change(id, { startDate: developer.dateAfter(4), amount: 7 });
    await developer.advance('P2D');
    const { body } = await developer.act(id, 'resume');
    expect(body.upcoming).toEqual([
      `${developer.dateAfter(4)}T00:00:00.000Z`,
      `${developer.dateAfter(5)}T00:00:00.000Z`,
    ]);
    await developer.advance('P9D');
    expect(await developer.readPosted(developer.to)).toBe(14);
  });
});

describe('a schedule that the client has', () => {
  it('paused runs nothing; resumed, it skips the dates that fell due meanwhile', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 5 } });
    expect((await developer.act(id, 'pause')).body).toMatchObject({
      status: 'paused',
      nextRunAt: null,
    });
    await developer.advance('P2D');
    expect(await developer.listTransfers(id)).toEqual([]);
    const resumeAnswer = await developer.act(id, 'resume');
    expect(resumeAnswer.body).toMatchObject({ status: 'active', occurrencesSkipped: 2 });
    await developer.advance('P9D');
    const occurrences = await developer.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(['skipped', 'skipped', 'posted', 'posted', 'posted']);
    expect(occurrences[0].statusReason.code).toBe('missed_while_paused');
    expect(await developer.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.paused',
      'schedule.resumed',
      'schedule.occurrence.skipped',
      'schedule.occurrence.skipped',
      ...Array(3).fill('schedule.occurrence.posted'),
      'schedule.completed',
    ]);
  });

  it('resumed after its last date was missed is complete', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    await developer.act(id, 'pause');
    await developer.advance('P5D');
    expect((await developer.act(id, 'resume')).body).toMatchObject({
      status: 'completed',
      occurrencesSkipped: 2,
    });
  });

  it('paused, resumed or canceled twice is unchanged by the second request', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    for (const name of ['resume', 'pause', 'pause', 'resume', 'cancel', 'cancel']) {
      const scheduleBefore = await developer.read(id);
      const { status, body, headers } = await developer.act(id, name);
      expect([name, status]).toEqual([name, 200]);
      if (headers.has('idempotency-replayed')) expect(body).toEqual(scheduleBefore);
    }
    expect(await developer.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.paused',
      'schedule.resumed',
      'schedule.canceled',
    ]);
  });

  it('skipped once omits only the next date, records the reason, and counts the skip', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 3 } });
    const skipAnswer = await developer.call(`/v1/scheduled/${id}/skip`, { reason: 'On leave.' });
    expect(skipAnswer.body).toMatchObject({ occurrencesSkipped: 1 });
    expect(skipAnswer.body.upcoming).toHaveLength(2);
    await developer.advance('P9D');
    const occurrences = await developer.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(['skipped', 'posted', 'posted']);
    expect(occurrences[0].statusReason).toEqual({
      code: 'skipped_by_request',
      message: 'On leave.',
    });
  });

  it('skipped on its last date is complete', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule();
    expect((await developer.act(id, 'skip')).body.status).toBe('completed');
  });

  it('run ahead of its date does not run again on that date', async () => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    const runNowAnswer = await developer.act(created.id, 'run-now');
    expect(runNowAnswer.body.version).toBe(created.version + 1);
    expect(runNowAnswer.headers.get('etag')).toContain(`"v${created.version + 1}`);
    await expect.poll(() => developer.readPosted(developer.to), { timeout: 30_000 }).toBe(1_000);
    await developer.advance('P9D');
    const occurrences = await developer.listOccurrences(created.id);
    expect(occurrences.map((occurrence: { date: string }) => occurrence.date)).toEqual(
      [1, 2].map(developer.dateAfter),
    );
    expect(await developer.readPosted(developer.to)).toBe(2_000);
    expect(await developer.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.updated',
      'schedule.occurrence.posted',
      'schedule.occurrence.posted',
      'schedule.completed',
    ]);
  });

  it('canceled has its next date canceled and runs nothing afterwards', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 3 } });
    await developer.advance('P1D');
    expect((await developer.act(id, 'cancel')).body).toMatchObject({
      status: 'canceled',
      upcoming: [],
    });
    await developer.advance('P9D');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['posted', 'canceled']);
    expect(await developer.readPosted(developer.to)).toBe(1_000);
    expect(await developer.act(id, 'cancel')).toMatchObject({ status: 200 });
  });
});
