// The name of the workflow that the collector assigns to work that needs no workflow of its own,
// and the pace at which it starts workflows. Temporal is replaced by a list of the workflows
// started.

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

describe('while few transactions start per second and the machine has capacity', () => {
  it('each transaction has its own workflow; only transactions beyond the limit per second share one', async () => {
    const { collector, started } = openCollector();
    const names = Array.from({ length: 40 }, () => book(collector));
    expect(names.filter(isOwn)).toHaveLength(10);
    expect(new Set(names.filter((name) => !isOwn(name))).size).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    const [crowd] = started.filter(({ type }) => type === 'transfers');
    expect(crowd?.args[0]).toMatchObject({ transactionIds: { length: 30 } });
    expect(started.filter(({ type }) => type === 'transfer')).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isOwn(book(collector))).toBe(true);
  });

  it('no transaction has its own workflow when there are more than four times the limit', async () => {
    const { collector } = openCollector({ perSecond: 2 });
    const names: string[] = [];
    for (let nth = 0; nth < 30; nth += 1) {
      names.push(book(collector));
      await vi.advanceTimersByTimeAsync(100);
    }
    const owned = names.map(isOwn);
    expect(owned.slice(0, 2)).toEqual([true, true]);
    expect(owned.slice(10)).not.toContain(true);
  });

  it('a crowd that comes again after a pause shares a workflow from its first transaction on', async () => {
    const { collector } = openCollector({ perSecond: 2 });
    for (let crowd = 0; crowd < 3; crowd += 1) {
      const names = Array.from({ length: 30 }, () => book(collector));
      expect(names.filter(isOwn)).toHaveLength(crowd === 0 ? 2 : 0);
      await vi.advanceTimersByTimeAsync(60_000);
    }
  });

  it.each([
    ['ten a second', 100],
    ['one in a minute', 60_000],
  ])(
    'after a crowd, each transaction has its own workflow again one second into %s',
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
    const first = collector.reserve(2);
    expect([first.ownCount, collector.reserve(8).ownCount]).toEqual([2, 1]);
    collector.add([], first);
    expect(collector.reserve(8).ownCount).toBe(2);
  });
});

it.each([
  ['the machine is busy', { hasTime: false }],
  ['none may start', { perSecond: 0 }],
])('all transactions share a workflow where %s', (_, options) => {
  const { collector } = openCollector(options);
  expect([book(collector), book(collector)].some(isOwn)).toBe(false);
});

it('transactions that the ledger gives their own workflow leave less room for others', () => {
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

  it('waits for commits under way after its deadline, and starts with all of them', async () => {
    const { collector, started } = openCollector({ perSecond: 0 });
    const first = membersOf(1, collector.reserve(1));
    collector.add(first);
    const groups = [collector.reserve(2), collector.reserve(1)] as const;
    await vi.advanceTimersByTimeAsync(600);
    const second = membersOf(2, groups[0]);
    collector.add(second, groups[0]);
    await vi.advanceTimersByTimeAsync(600);
    expect(started).toEqual([]);
    const third = membersOf(1, groups[1]);
    collector.add(third, groups[1]);
    await vi.advanceTimersByTimeAsync(1);
    const ids = [...first, ...second, ...third].map(({ id }) => id);
    expect(started).toMatchObject([{ args: [{ transactionIds: ids }] }]);
  });

  it('starts without transactions whose commits failed', async () => {
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
  const waitForStarts = (collector: Collector, count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const id = nextId();
      collector.add([memberOf(id, `transfer/${id}`)]);
    }
  };

  it('is 25 a second on a busy machine, and all transactions of two seconds start within ten', async () => {
    const { collector, started } = openCollector({ hasTime: false });
    waitForStarts(collector, 40);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started.length).toBeGreaterThanOrEqual(24);
    expect(started.length).toBeLessThanOrEqual(26);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(40);
  });

  it('is many times higher on an idle machine', async () => {
    const { collector, started } = openCollector();
    waitForStarts(collector, 100);
    await vi.advanceTimersByTimeAsync(700);
    expect(started).toHaveLength(100);
  });

  it('leaves transactions that would wait longer than ten seconds to the sweeper', () => {
    const { collector } = openCollector({ hasTime: false });
    waitForStarts(collector, 2_000);
    expect(collector.waiting()).toBeLessThanOrEqual(251);
  });
});
