// Tests the workflows of schedules and clocks while every step fails, runs twice and loses its reply.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openRig, type Rig } from './rig.ts';
import { type PlayedClock, playClock, playSchedule, playSchedules } from './schedule-scenarios.ts';
import type { Fault } from './unwind.ts';

interface SuiteOptions {
  readonly maxCachedWorkflows: number;
  readonly faults: readonly Fault[];
}

/** The guarantees of schedules and clocks, for one kind of worker. */
export function testSchedules({ maxCachedWorkflows, faults }: SuiteOptions): void {
  let rig: Rig;
  let played: PromiseSettledResult<PlayedClock>[];
  const cases = [null, ...faults];

  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress'), maxCachedWorkflows });
    const strikes = cases.map((fault) => fault && { step: 'driveClock', fault });
    played = await Promise.allSettled(strikes.map((strike) => playClock(rig, strike)));
  }, 180_000);
  afterAll(() => rig.close());

  describe('a test clock reaches its target, and each date has one transfer,', () => {
    it.each(
      cases.map((fault, index) => ({
        name: fault ? `a step ${fault.name}` : 'no step fails',
        index,
      })),
    )('when $name', async ({ index }) => {
      const scenario = played[index];
      if (scenario?.status !== 'fulfilled') throw scenario?.reason;
      const { planner, scheduleId, heldId, result, trap } = scenario.value;
      if (trap) expect(trap.struck).toBe(cases[index]?.times);
      expect(result).toBe('arrived');
      const transfers = planner.transfers(scheduleId);
      expect(transfers.map(({ status }) => status)).toEqual(['posted', 'posted', 'declined']);
      expect(new Set(transfers.map(({ date }) => date)).size).toBe(3);
      expect(planner.balance(planner.to)).toBe(300);
      expect(planner.occurrences(scheduleId).map(({ status }) => status)).toEqual([
        'posted',
        'posted',
        'failed',
      ]);
      expect((await planner.read(scheduleId)).status).toBe('completed');
      const heldStatus = rig.faultFreeLedger.database.raw
        .prepare('SELECT status FROM transactions WHERE id = ?')
        .pluck()
        .get(heldId);
      expect(heldStatus).toBe('expired');
    });
  });

  describe("a schedule's workflow runs to the schedule's end", () => {
    it.each(
      cases.map((fault) => ({
        fault,
        name: fault ? `a read of its rows ${fault.name}` : 'no read fails',
      })),
    )(
      'when $name',
      async ({ fault }) => {
        const { planner, scheduleId, result, trap } = await playSchedule(rig, fault);
        if (trap) expect(trap.struck).toBe(fault?.times);
        expect(result).toEqual({ status: 'completed', posted: 2, failed: 0, skipped: 0 });
        expect(planner.transfers(scheduleId).map(({ status }) => status)).toEqual([
          'posted',
          'posted',
        ]);
      },
      90_000,
    );
  });

  // The cases run one after another, because one workflow serves all of them.
  describe('due schedules are started once', () => {
    it.each(
      cases.map((fault) => ({
        fault,
        name: fault ? `the step that starts them ${fault.name}` : 'no step fails',
      })),
    )(
      'when $name',
      async ({ fault }) => {
        const { due, trap } = await playSchedules(rig, fault);
        if (trap) expect(trap.struck).toBe(fault?.times);
        for (const { planner, scheduleId } of due) {
          expect(planner.transfers(scheduleId).map(({ status }) => status)).toEqual(['posted']);
          expect(planner.balance(planner.to)).toBe(100);
          expect(planner.events()).toEqual([
            'schedule.created',
            'schedule.occurrence.posted',
            'schedule.completed',
          ]);
        }
      },
      90_000,
    );
  });

  it('the books balance after all schedules, and every occurrence has ended', () => {
    const { raw } = rig.faultFreeLedger.database;
    const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
      (check) => check.violations > 0,
    );
    expect(brokenChecks).toEqual([]);
    const unended = raw
      .prepare("SELECT id FROM occurrences WHERE status IN ('scheduled', 'processing', 'retrying')")
      .all();
    expect(unended).toEqual([]);
  });
}
