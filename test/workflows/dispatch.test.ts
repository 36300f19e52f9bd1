// The dispatcher starts one workflow for each transaction. A start that fails, hangs or loses its
// answer loses no transaction.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from '../../bank/dispatcher.ts';
import { checkInvariants } from '../../db/invariants.ts';
import type { TransferFacts } from '../../db/transactions/port.ts';
import type { Pair } from '../kit/bank/books.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { openRig, type Rig, silent } from '../kit/workflows/rig.ts';

let rig: Rig;
let pair: Pair;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  pair = await rig.openPair(100_000);
});
afterAll(() => rig.close());

function openDispatcher(options: Partial<DispatcherOptions> = {}): Dispatcher {
  const dispatcher = createDispatcher({
    client: () => rig.client,
    taskQueue: rig.ledger.taskQueue,
    log: silent,
    failPoint: () => {},
    ...options,
  });
  rig.ledger.onAtRest(({ id }) => dispatcher.noteSettled(id));
  return dispatcher;
}

function acceptMany(count: number): Promise<TransferFacts[]> {
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  return Promise.all(Array.from({ length: count }, () => rig.accept({ amount: 1, ...sides })));
}

/** Waits until all transfers are posted; returns the ids of their workflows. */
async function waitForWorkflows(dispatcher: Dispatcher, members: readonly TransferFacts[]) {
  const limit = Date.now() + 60_000;
  for (;;) {
    const found = await Promise.all(members.map(({ id }) => rig.find(id)));
    if (found.every((result) => result.transaction.status === 'posted')) {
      await dispatcher.drain();
      expect(dispatcher.backlog()).toBe(0);
      return new Set(found.map((result) => result.transaction.workflow?.id ?? ''));
    }
    if (Date.now() > limit) throw new Error('not all transfers were posted');
    await sleep(20);
  }
}

type Start = Client['workflow']['start'];

/** Creates a client that calls `wrap` in place of each start, with the number of the start. */
function createClient(wrap: (start: () => ReturnType<Start>, nth: number) => ReturnType<Start>) {
  let nth = 0;
  const start = ((...args: Parameters<Start>) => {
    nth += 1;
    return wrap(() => rig.client.workflow.start(...args), nth);
  }) as Start;
  return { client: { workflow: { start } } as Client, countStarts: () => nth };
}

it('the dispatcher gives every transfer its own workflow', async () => {
  const dispatcher = openDispatcher();
  const members = await acceptMany(isDeep ? 100 : 20);
  for (const member of members) dispatcher.submit(member);
  const expected = new Set(members.map(({ id }) => `transfer/${id}`));
  expect(await waitForWorkflows(dispatcher, members)).toEqual(expected);
});

describe('a failing start of a workflow', () => {
  it('is retried, and nothing is lost', async () => {
    const { client, countStarts } = createClient(async (start, nth) => {
      if (nth <= 3) throw new Error('Temporal cannot be reached');
      return start();
    });
    const dispatcher = openDispatcher({ client: () => client });
    const members = await acceptMany(20);
    for (const member of members) dispatcher.submit(member);
    expect(members.every(({ id }) => dispatcher.isStarting(id))).toBe(true);
    await waitForWorkflows(dispatcher, members);
    expect(countStarts()).toBeGreaterThan(3);
    expect(members.some(({ id }) => dispatcher.isStarting(id))).toBe(false);
  });

  it('that still took effect moves money once', async () => {
    const before = rig.readBalance(pair.to).posted;
    const { client } = createClient(async (start, nth) => {
      const handle = await start();
      if (nth <= 2) throw new Error('the answer was lost');
      return handle;
    });
    const dispatcher = openDispatcher({ client: () => client });
    const members = await acceptMany(20);
    for (const member of members) dispatcher.submit(member);
    await waitForWorkflows(dispatcher, members);
    expect(rig.readBalance(pair.to).posted - before).toBe(20);
  });

  it('that never answers is repeated', async () => {
    const { client } = createClient((start, nth) => (nth === 1 ? new Promise(() => {}) : start()));
    const dispatcher = openDispatcher({ client: () => client });
    const members = await acceptMany(5);
    for (const member of members) dispatcher.submit(member);
    await waitForWorkflows(dispatcher, members);
  });
});

it('transfers accepted before Temporal is reached wait for it and count as backlog', async () => {
  let isReached = false;
  const dispatcher = openDispatcher({ client: () => (isReached ? rig.client : null) });
  const members = await acceptMany(10);
  for (const member of members) dispatcher.submit(member);
  await sleep(600);
  expect(dispatcher.backlog()).toBe(10);
  isReached = true;
  await waitForWorkflows(dispatcher, members);
});

it('the books balance after all dispatches', () => {
  const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
