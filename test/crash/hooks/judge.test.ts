// The judge of webhooks finds the faults of banks that lose, repeat or reorder messages.

import { describe, expect, test } from 'vitest';
import { type HookEvidence, judgeHooks } from './judge.ts';
import type { HookArrival, HookName } from './receiver.ts';

const COUNT = 20;
const events = Array.from({ length: COUNT }, (_, index) => ({
  id: `evt_${index + 1}`,
  sequence: index + 1,
  type: 'customer.created',
  objectId: `cust_${index + 1}`,
}));

function arrivalOf(endpoint: HookName, sequence: number, time = sequence): HookArrival {
  return { endpoint, eventId: `evt_${sequence}`, sequence, at: time, acknowledgedAt: time };
}

const arrivalsInOrder = (endpoint: HookName) =>
  events.map(({ sequence }) => arrivalOf(endpoint, sequence));
const CLEAN_EVIDENCE: HookEvidence = {
  events,
  promised: events.map(({ objectId }) => objectId),
  arrivals: [...arrivalsInOrder('steady'), ...arrivalsInOrder('rough')],
  strikes: [{ from: 10, to: 12 }],
  retried: new Set(),
};

function verdictOn(changes: Partial<HookEvidence>) {
  const problems: string[] = [];
  const counts = judgeHooks({ ...CLEAN_EVIDENCE, ...changes }, (text) => problems.push(text));
  return { ...counts, problems: problems.length };
}

const withArrivals = (...added: HookArrival[]) => ({
  arrivals: [...CLEAN_EVIDENCE.arrivals, ...added],
});
const withoutArrival = (endpoint: HookName, sequence: number) =>
  CLEAN_EVIDENCE.arrivals.filter(
    (arrival) => arrival.endpoint !== endpoint || arrival.sequence !== sequence,
  );

test('the webhook judge finds no fault in a correct bank', () => {
  expect(verdictOn({})).toEqual({ lost: 0, duplicated: 0, problems: 0 });
});

test('the webhook judge allows a message that a crash repeated', () => {
  expect(verdictOn(withArrivals(arrivalOf('steady', 9, 13)))).toMatchObject({ duplicated: 0 });
});

test('the webhook judge allows a message that was retried after a failed attempt', () => {
  const retried = new Set(['steady/evt_3']);
  const verdict = verdictOn({ ...withArrivals(arrivalOf('steady', 3, 5)), retried });
  expect(verdict).toMatchObject({ duplicated: 0 });
});

describe('the webhook judge finds a fault in a bank', () => {
  test('that did not send a message to one of two endpoints', () => {
    expect(verdictOn({ arrivals: withoutArrival('rough', 4) })).toMatchObject({ lost: 1 });
  });

  test('that sent a message and never got a 2xx', () => {
    const unacknowledged = { ...arrivalOf('steady', 4), acknowledgedAt: null };
    const arrivals = [...withoutArrival('steady', 4), unacknowledged];
    expect(verdictOn({ arrivals })).toMatchObject({ lost: 1 });
  });

  test('that acknowledged a change without an event', () => {
    const promised = [...CLEAN_EVIDENCE.promised, 'cust_21'];
    expect(verdictOn({ promised })).toMatchObject({ lost: 1 });
  });

  test('whose event sequence has a gap', () => {
    const shiftedEvents = events.map((event) => ({ ...event, sequence: event.sequence + 1 }));
    expect(verdictOn({ events: shiftedEvents }).lost).toBe(COUNT);
  });

  test('that sent a message again without a crash in between', () => {
    expect(verdictOn(withArrivals(arrivalOf('rough', 3, 5)))).toMatchObject({ duplicated: 1 });
  });

  test('that sent a message two more times for one crash', () => {
    const repeatedArrivals = withArrivals(arrivalOf('steady', 9, 11), arrivalOf('steady', 9, 12));
    expect(verdictOn(repeatedArrivals)).toMatchObject({ duplicated: 1 });
  });

  test('that delays a message until many later ones were sent', () => {
    const lateArrivals = [...withoutArrival('steady', 1), arrivalOf('steady', 1, 30)];
    expect(verdictOn({ arrivals: lateArrivals })).toMatchObject({ lost: 0, problems: 1 });
  });
});
