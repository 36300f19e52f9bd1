// The collector assigns workflows to transactions that do not require a workflow of their own, and
// limits the pace at which workflows start. A list of started workflows replaces Temporal.

import type { Client } from '@temporalio/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CollectedTransaction,
  type Collector,
  createCollector,
  type ReservedGroup,
} from '../../activities/collector.ts';
import { silent } from '../kit/workflows/rig.ts';

interface StartedWorkflow {
  readonly type: string;
  readonly workflowId: string;
  readonly args: readonly unknown[];
  readonly at: number;
}

afterEach(() => vi.useRealTimers());

function openCollector({ perSecond = 10, hasTime = true } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const started: StartedWorkflow[] = [];
  const start = async (type: string, { workflowId, args }: StartedWorkflow) => {
    started.push({ type, workflowId, args, at: performance.now() });
  };
  const client = { workflow: { start } } as unknown as Client;
  const machine = { hasTime };
  const collector = createCollector({
    client: () => client,
    taskQueue: 'test',
    eager: false,
    log: silent,
    failPoint: () => {},
    perSecond,
    hasTime: () => machine.hasTime,
  });
  return { collector, started, machine };
}

let count = 0;
const nextId = () => `txn_${String(++count).padStart(8, '0')}`;

function memberOf(id: string, workflowId: string): CollectedTransaction {
  const facts = { tenantId: 'dev_1', type: 'transfer', currency: 'EUR', amountMinor: 1 };
  return { id, workflowId, ...facts, outcome: { status: 'posted', ledgerSequence: 1, risk: null } };
}

/** The members of a running group, named as its commit names them. */
function membersOf(count: number, { ownCount, shared }: ReservedGroup): CollectedTransaction[] {
  const ids = Array.from({ length: count }, nextId);
  const otherMembers = shared ?? `transfers/${ids[ownCount]}`;
  return ids.map((id, nth) => memberOf(id, nth < ownCount ? `transfer/${id}` : otherMembers));
}

/**
 * Reserves a workflow for a single transaction in a separate commit and hands it over; returns its
 * name.
 */
function book(collector: Collector): string {
  const reserved = collector.reserve(1);
  const members = membersOf(1, reserved);
  collector.add(members, reserved);
  return members[0]?.workflowId ?? '';
}

const isOwn = (name: string) => name.startsWith('transfer/');

describe('while the machine has capacity', () => {
  it('each transaction has its own workflow; only transactions beyond the limit per second share one', async () => {
    const { collector, started } = openCollector();
    const names = Array.from({ length: 40 }, () => book(collector));
    expect(names.filter(isOwn)).toHaveLength(10);
    expect(new Set(names.filter((name) => !isOwn(name))).size).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    const [sharedWorkflow] = started.filter(({ type }) => type === 'transfers');
    expect(sharedWorkflow?.args[0]).toMatchObject({ transactionIds: { length: 30 } });
    expect(started.filter(({ type }) => type === 'transfer')).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isOwn(book(collector))).toBe(true);
  });

  it('no transaction has its own workflow while more than four times the limit arrive', async () => {
    const { collector } = openCollector({ perSecond: 2 });
    const names: string[] = [];
    for (let nth = 0; nth < 30; nth += 1) {
      names.push(book(collector));
      await vi.advanceTimersByTimeAsync(100);
    }
    const areOwn = names.map(isOwn);
    expect(areOwn.slice(0, 2)).toEqual([true, true]);
    expect(areOwn.slice(10)).not.toContain(true);
  });

  it('all transactions of a burst that follows an earlier burst share a workflow', async () => {
    const { collector } = openCollector({ perSecond: 2 });
    for (let burst = 0; burst < 3; burst += 1) {
      const names = Array.from({ length: 30 }, () => book(collector));
      expect(names.filter(isOwn)).toHaveLength(burst === 0 ? 2 : 0);
      await vi.advanceTimersByTimeAsync(60_000);
    }
  });

  it.each([
    ['ten a second', 100],
    ['one a minute', 60_000],
  ])(
    'soon after a burst, transactions that arrive at %s have their own workflows again',
    async (_, apartMs) => {
      const { collector } = openCollector({ perSecond: 10 });
      for (let nth = 0; nth < 100; nth += 1) book(collector);
      const names: string[] = [];
      for (let ms = 0; ms <= Math.max(apartMs, 2_000); ms += apartMs) {
        await vi.advanceTimersByTimeAsync(apartMs);
        names.push(book(collector));
      }
      expect(isOwn(names.at(-1) ?? '')).toBe(true);
    },
  );

  it('transactions above the limit share a workflow when they are few', async () => {
    const { collector } = openCollector({ perSecond: 2 });
    const names: string[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      names.push(book(collector));
      await vi.advanceTimersByTimeAsync(300);
    }
    const ownCount = names.filter(isOwn).length;
    expect(ownCount).toBeGreaterThanOrEqual(9);
    expect(ownCount).toBeLessThanOrEqual(11);
  });

  it('a member of a group commit counts towards the limit like any other transaction', () => {
    const { collector } = openCollector({ perSecond: 3 });
    const firstName = collector.reserve(2);
    expect([firstName.ownCount, collector.reserve(8).ownCount]).toEqual([2, 1]);
    collector.add([], firstName);
    expect(collector.reserve(8).ownCount).toBe(2);
  });
});

it.each([
  ['the machine is busy', { hasTime: false }],
  ['the limit per second is zero', { perSecond: 0 }],
])('all transactions share a workflow while %s', (_, options) => {
  const { collector } = openCollector(options);
  expect([book(collector), book(collector)].some(isOwn)).toBe(false);
});

it('transactions to which the ledger gave their own workflow count towards the limit', () => {
  const { collector } = openCollector({ perSecond: 4 });
  for (let nth = 0; nth < 4; nth += 1) {
    const id = nextId();
    collector.add([memberOf(id, `transfer/${id}`)]);
  }
  expect(isOwn(book(collector))).toBe(false);
});

it('transactions named twice, by the collector and by their rows, count once', () => {
  const { collector } = openCollector({ perSecond: 3 });
  const names = Array.from({ length: 4 }, () => book(collector));
  expect(names.map(isOwn)).toEqual([true, true, true, false]);
});

describe('a shared workflow', () => {
  it('is a transfer workflow under the promised name when no second transaction arrives', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    const name = book(collector);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    const transactionId = name.slice('transfers/'.length);
    expect(started).toMatchObject([
      { type: 'transfer', workflowId: name, args: [{ transactionId }] },
    ]);
  });

  it('waits beyond its deadline for commits in progress, and starts with all their transactions', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    const first = membersOf(1, collector.reserve(1));
    collector.add(first);
    const groups = [collector.reserve(2), collector.reserve(1)] as const;
    await vi.advanceTimersByTimeAsync(600);
    const secondMembers = membersOf(2, groups[0]);
    collector.add(secondMembers, groups[0]);
    await vi.advanceTimersByTimeAsync(600);
    expect(started).toEqual([]);
    const thirdMembers = membersOf(1, groups[1]);
    collector.add(thirdMembers, groups[1]);
    await vi.advanceTimersByTimeAsync(1);
    const ids = [...first, ...secondMembers, ...thirdMembers].map(({ id }) => id);
    expect(started).toMatchObject([{ args: [{ transactionIds: ids }] }]);
  });

  it('starts after a while without the transactions of a commit that does not end', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    const members = membersOf(2, collector.reserve(2));
    collector.add(members);
    collector.reserve(1);
    await vi.advanceTimersByTimeAsync(2_600);
    expect(started).toMatchObject([{ args: [{ transactionIds: members.map(({ id }) => id) }] }]);
  });

  it('does not wait when the running commit ends without members', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    collector.add(membersOf(2, collector.reserve(2)));
    collector.add([], collector.reserve(3));
    await vi.advanceTimersByTimeAsync(600);
    expect(started).toHaveLength(1);
  });

  it('waits for a transaction that comes a second later', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    const first = book(collector);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(book(collector)).toBe(first);
    await vi.advanceTimersByTimeAsync(600);
    expect(started).toMatchObject([{ type: 'transfers', workflowId: first }]);
  });
});

describe('the pace of workflows with one transaction each', () => {
  const addTransactions = (collector: Collector, count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const id = nextId();
      collector.add([memberOf(id, `transfer/${id}`)]);
    }
  };

  it('is about 25 a second on a busy machine', async () => {
    const { collector, started } = openCollector({ hasTime: false });
    addTransactions(collector, 40);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started.length).toBeGreaterThanOrEqual(24);
    expect(started.length).toBeLessThanOrEqual(26);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(40);
  });

  it('is many times higher on an idle machine', async () => {
    const { collector, started } = openCollector();
    addTransactions(collector, 100);
    await vi.advanceTimersByTimeAsync(700);
    expect(started).toHaveLength(100);
  });

  it('leaves transactions that would wait longer than ten seconds to the sweeper', () => {
    const { collector } = openCollector({ hasTime: false });
    addTransactions(collector, 2_000);
    expect(collector.waiting()).toBeLessThanOrEqual(251);
  });
});
