// The bank measures once a second whether machine and thread have time for deferrable work.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type IdleMeter, startIdleMeter } from '../../bank/idle.ts';

let meter: IdleMeter | null = null;
afterEach(() => {
  meter?.stop();
  meter = null;
  vi.useRealTimers();
});

/** A meter whose idle shares of the next second the test sets. */
function controlledMeter() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const times = { idle: 0, all: 0 };
  let thread = 1;
  const read = () => ({ ...times });
  const started = startIdleMeter(read, () => thread);
  meter = started;
  return {
    hasTime: started.hasTime,
    second(ofMachine: number, ofThread: number, ms = 2_000) {
      times.idle += ofMachine * ms;
      times.all += ms;
      thread = ofThread;
      vi.advanceTimersByTime(1_000);
    },
  };
}

describe('a bank has spare time', () => {
  it('before the first measurement', () => {
    expect(controlledMeter().hasTime()).toBe(true);
  });

  it.each([
    [0.2, 0.2, true],
    [0.19, 1, false],
    [1, 0.19, false],
    [0, 0, false],
    [1, 1, true],
  ])('with %d of the machine and %d of its thread idle: %s', (machine, thread, expected) => {
    const { hasTime, second } = controlledMeter();
    second(machine, thread);
    expect(hasTime()).toBe(expected);
  });

  it('in the second after a fully busy one', () => {
    const { hasTime, second } = controlledMeter();
    second(0, 0);
    expect(hasTime()).toBe(false);
    second(0.5, 0.5);
    expect(hasTime()).toBe(true);
  });

  it("unchanged while the machine's counters do not change", () => {
    const { hasTime, second } = controlledMeter();
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
  const { hasTime, second } = controlledMeter();
  meter?.stop();
  second(0, 0);
  expect(hasTime()).toBe(true);
});
