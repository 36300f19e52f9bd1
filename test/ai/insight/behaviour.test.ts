// The analysis of behaviour: planted frauds of the simulated world, single signals, and a
// peer group that does not give its members away.

import { describe, expect, it } from 'vitest';
import { judgeBehaviour } from '../../../ai/insight/behaviour.ts';
import { buildBooks, type InsightOrder } from '../../../ai/insight/books.ts';
import { compareWithPeers, MIN_MEMBERS } from '../../../ai/insight/peer-group.ts';
import { checkSession } from '../../../ai/insight/session.ts';
import type { BookedMovement } from '../../../db/movements/reads.ts';
import { measureBehaviour } from '../../../research/insight/behaviour.ts';
import { makeWorldBooks } from '../../../research/insight/world-books.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-18T10:00:00Z');
let number = 0;

function payment(over: Partial<BookedMovement>): BookedMovement {
  number += 1;
  return {
    ...{ transactionId: `txn_${number}`, accountId: 'acc_1', direction: 'debit', amount: 2_000 },
    ...{
      currency: 'EUR',
      postedAt: NOW,
      type: 'withdrawal',
      reversedType: null,
      reversalOf: null,
      isOwn: false,
    },
    ...{ category: null, categoryFrom: null, country: 'DE', deviceId: 'phone' },
    ...{ balanceAfter: 500_000, description: null, party: 'Green Grocer' },
    ...over,
  };
}

/** Three payments a week at noon, to four shops, for most of a year. */
const habit = Array.from({ length: 120 }, (_, index) =>
  payment({
    postedAt: NOW - (300 - index * 2) * DAY + 2 * 3_600_000,
    amount: 1_500 + (index % 7) * 200,
    party: ['Green Grocer', 'Super Mart', 'Bella Pasta', 'City Metro'][index % 4] ?? null,
  }),
);
const order: InsightOrder = {
  ...{ tenantId: 'dev_1', customerId: 'cust_1', now: NOW, timezone: 'UTC', currency: 'EUR' },
  accounts: [{ id: 'acc_1', currency: 'EUR', type: 'checking', posted: 0, overdraftUsed: 0 }],
  period: { from: NOW - 30 * DAY, to: NOW + DAY },
};
const judge = (...movements: BookedMovement[]) =>
  judgeBehaviour(buildBooks(order, [...habit, ...movements]));
const codesOf = (judged: ReturnType<typeof judge>) => judged.anomalies.map(({ code }) => code);

describe('a payment compared with earlier payments', () => {
  it("has no anomaly when it resembles the customer's history", () => {
    const judged = judge(payment({}));
    expect([judged.anomalyScore, judged.level, judged.anomalies]).toEqual([0, 'low', []]);
  });

  it('stands out by its amount to a new payee, with the transaction and the usual value', () => {
    const largePayment = payment({ party: 'Q Trading', amount: 90_000 });
    const judged = judge(largePayment);
    expect(codesOf(judged)).toEqual(['unusual_amount', 'new_counterparty_large']);
    const [first] = judged.anomalies;
    expect(first).toMatchObject({ observed: 90_000, evidence: [largePayment.transactionId] });
    expect(first?.expected).toBeGreaterThan(1_400);
    expect(first?.expected).toBeLessThan(3_000);
    expect(first?.zScore).toBeGreaterThan(3);
  });

  it('stands out by its hour, its country, its device, and by emptying the account', () => {
    const night = { postedAt: Date.parse('2026-11-18T02:00:00Z'), country: 'KP', deviceId: 'x' };
    const judged = judge(payment({ ...night, party: 'Q Trading', balanceAfter: 100 }));
    expect(new Set(codesOf(judged))).toEqual(
      new Set(['unusual_hour', 'new_country', 'new_device', 'balance_drained']),
    );
    expect(judged.level).not.toBe('low');
  });

  it('in a burst is part of one anomaly that names every payment of the burst', () => {
    const burst = [0, 5, 10, 15, 20].map((minute) =>
      payment({ postedAt: NOW + minute * 60_000, party: `New ${'abcde'[minute / 5]}` }),
    );
    const judged = judgeBehaviour(
      buildBooks({ ...order, now: NOW + 3_600_000 }, [...habit, ...burst]),
    );
    const hour = judged.anomalies.filter(({ code }) => code === 'velocity_1h');
    expect(hour.map(({ evidence }) => evidence)).toEqual([
      burst.map(({ transactionId }) => transactionId),
    ]);
    expect(codesOf(judged)).toContain('many_new_counterparties');
  });

  it('is not judged without twenty payments and thirty days before the period', () => {
    const judged = judgeBehaviour(buildBooks(order, habit.slice(0, 19)));
    expect([judged.status, judged.anomalyScore, judged.level]).toEqual([
      ...['not_enough_history', null, null],
    ]);
  });
});

describe('a session compared with earlier sessions', () => {
  const { days } = buildBooks(order, habit);
  it('is known, new, or outside the recorded history', () => {
    const knownOrigin = { country: 'DE', deviceId: 'tablet' };
    const noon = Date.parse('2026-11-18T12:00:00Z');
    expect(checkSession(knownOrigin, habit, days, noon)).toEqual({
      ...{ country: 'known', device: 'new', hour: 'known' },
    });
    expect(checkSession({}, habit.slice(0, 5), days, noon)).toEqual({
      ...{ country: 'not_given', device: 'not_given', hour: 'not_enough_history' },
    });
    expect(checkSession(null, habit, days, noon)).toBeNull();
  });
});

describe('a peer group', () => {
  const members = Array.from({ length: 25 }, (_, index) => ({
    payments: 10 + index,
    amount: 123_457 + index * 10_111,
  }));

  it('is not available below ten members, and does not reveal how many there are', () => {
    const tooFew = compareWithPeers(members.slice(0, MIN_MEMBERS - 1), { payments: 5, amount: 1 });
    expect(tooFew).toEqual({ status: 'not_available', leastMembers: 10 });
  });

  it('shows no figure of a single member', () => {
    const group = compareWithPeers(members, { payments: 40, amount: 1_000 });
    if (group.status !== 'computed') throw new Error(group.status);
    expect(group.membersAtLeast).toBe(20);
    const amount = group.metrics.find(({ name }) => name === 'amount');
    expect(amount?.ownQuarter).toBe('lowest');
    for (const quarter of amount?.quarters ?? []) {
      expect(members.some((member) => member.amount === quarter)).toBe(false);
      expect(String(quarter).replace(/0+$/, '').length).toBeLessThanOrEqual(2);
    }
  });
});

describe('measured in a simulated world', () => {
  it('two of three months with a theft are found; one honest month in eight is a false alarm', () => {
    const measured = measureBehaviour(makeWorldBooks({ seed: 21, customers: 150, days: 240 }));
    expect(measured.robbed).toBeGreaterThan(15);
    expect(measured.recall.medium).toBeGreaterThanOrEqual(0.6);
    expect(measured.falseAlarms.medium).toBeLessThanOrEqual(0.125);
    expect(measured.falseAlarms.high).toBeLessThanOrEqual(0.03);
  });
});
