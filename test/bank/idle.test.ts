// The bank measures once a second whether the machine and its own thread have time for work that can
// wait.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type IdleMeter, startIdleMeter } from '../../bank/idle.ts';

let meter: IdleMeter | null = null;
afterEach(() => {
  meter?.stop();
  meter = null;
  vi.useRealTimers();
});

/** Starts a meter; the test sets the idle shares that the meter reads after each second. */
function startControlledMeter() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const counters = { idle: 0, all: 0 };
  let thread = 1;
  const read = () => ({ ...counters });
  const idleMeter = startIdleMeter(read, () => thread);
  meter = idleMeter;
  return {
    hasTime: idleMeter.hasTime,
    measureSecond(machineShare: number, threadShare: number, ms = 2_000) {
      counters.idle += machineShare * ms;
      counters.all += ms;
      thread = threadShare;
      vi.advanceTimersByTime(1_000);
    },
  };
}

describe('a bank has spare time', () => {
  it('before the first measurement', () => {
    expect(startControlledMeter().hasTime()).toBe(true);
  });

  it.each([
    [0.2, 0.2, true],
    [0.19, 1, false],
    [1, 0.19, false],
    [0, 0, false],
    [1, 1, true],
  ])('with %d of the machine and %d of its thread idle: %s', (machine, thread, expected) => {
    const { hasTime, measureSecond: second } = startControlledMeter();
    second(machine, thread);
    expect(hasTime()).toBe(expected);
  });

  it('again in the second after a fully busy one', () => {
    const { hasTime, measureSecond: second } = startControlledMeter();
    second(0, 0);
    expect(hasTime()).toBe(false);
    second(0.5, 0.5);
    expect(hasTime()).toBe(true);
  });

  it("as before while the machine's counters do not change", () => {
    const { hasTime, measureSecond: second } = startControlledMeter();
    second(0, 0);
    second(1, 1, 0);
    expect(hasTime()).toBe(false);
  });
});

it('a thread that computes for seconds leaves no spare time', async () => {
  meter = startIdleMeter(() => {
    const now = performance.now();
    return { idle: now, all: now };
  });
  const until = performance.now() + 2_500;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(meter.hasTime()).toBe(false);
});

it('a stopped meter takes no more measurements', () => {
  const { hasTime, measureSecond: second } = startControlledMeter();
  meter?.stop();
  second(0, 0);
  expect(hasTime()).toBe(true);
});
