// The judge of webhooks is shown banks that lose messages, repeat them and mix up their order.

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

function arrivalOf(endpoint: HookName, sequence: number, at = sequence): HookArrival {
  return { endpoint, eventId: `evt_${sequence}`, sequence, at, acknowledgedAt: at };
}

const inOrder = (endpoint: HookName) => events.map(({ sequence }) => arrivalOf(endpoint, sequence));
const clean: HookEvidence = {
  events,
  promised: events.map(({ objectId }) => objectId),
  arrivals: [...inOrder('steady'), ...inOrder('rough')],
  strikes: [{ from: 10, to: 12 }],
  retried: new Set(),
};

function verdictOn(changes: Partial<HookEvidence>) {
  const problems: string[] = [];
  const counts = judgeHooks({ ...clean, ...changes }, (text) => problems.push(text));
  return { ...counts, problems: problems.length };
}

const more = (...added: HookArrival[]) => ({ arrivals: [...clean.arrivals, ...added] });
const without = (endpoint: HookName, sequence: number) =>
  clean.arrivals.filter((one) => one.endpoint !== endpoint || one.sequence !== sequence);

test('a bank that kept its word is found clean', () => {
  expect(verdictOn({})).toEqual({ lost: 0, duplicated: 0, problems: 0 });
});

test('a message that a crash repeated is what was promised', () => {
  expect(verdictOn(more(arrivalOf('steady', 9, 13)))).toMatchObject({ duplicated: 0 });
});

test('a message that came again because an attempt failed is what was promised', () => {
  const retried = new Set(['steady/evt_3']);
  const found = verdictOn({ ...more(arrivalOf('steady', 3, 5)), retried });
  expect(found).toMatchObject({ duplicated: 0 });
});

describe('a bank is found out', () => {
  test('that did not send a message to one of two', () => {
    expect(verdictOn({ arrivals: without('rough', 4) })).toMatchObject({ lost: 1 });
  });

  test('that sent a message and never got its 2xx', () => {
    const unheard = { ...arrivalOf('steady', 4), acknowledgedAt: null };
    const arrivals = [...without('steady', 4), unheard];
    expect(verdictOn({ arrivals })).toMatchObject({ lost: 1 });
  });

  test('that promised something of which there is no event', () => {
    const promised = [...clean.promised, 'cust_21'];
    expect(verdictOn({ promised })).toMatchObject({ lost: 1 });
  });

  test('whose sequence has a gap', () => {
    const gap = events.map((event) => ({ ...event, sequence: event.sequence + 1 }));
    expect(verdictOn({ events: gap }).lost).toBe(COUNT);
  });

  test('that sent a message again without a crash in between', () => {
    expect(verdictOn(more(arrivalOf('rough', 3, 5)))).toMatchObject({ duplicated: 1 });
  });

  test('that sent a message twice more for one crash', () => {
    const twice = more(arrivalOf('steady', 9, 11), arrivalOf('steady', 9, 12));
    expect(verdictOn(twice)).toMatchObject({ duplicated: 1 });
  });

  test('that keeps a message back until many later ones have gone', () => {
    const late = [...without('steady', 1), arrivalOf('steady', 1, 30)];
    expect(verdictOn({ arrivals: late })).toMatchObject({ lost: 0, problems: 1 });
  });
});
