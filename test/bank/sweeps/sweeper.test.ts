// The sweeper starts workflows for transactions that have none, and does not disturb running
// workflows.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/common';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Sweeper, type SweeperDeps, startSweeper } from '../../../bank/sweeps/sweeper.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import { captureHeldMoney, placeHoldOrder, settleTransactions } from '../../../db/money/calls.ts';
import type { TransferFacts } from '../../../db/transactions/port.ts';
import { recordAttempt } from '../../../db/webhooks/deliveries.ts';
import { listDue } from '../../../db/webhooks/mailboxes.ts';
import { DELIVERIES_KEPT_MS } from '../../../db/webhooks/prunings.ts';
import type { Stage } from '../../../ledger/transaction.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../../ledger/workflow-id.ts';
import type { Module } from '../../../modules/module.ts';
import { CAPTURE } from '../../../workflows/messages.ts';
import { startTransfers } from '../../../workflows/start.ts';
import { hasModule, RUN_MODULES } from '../../kit/bank/bank.ts';
import { cause, openCustomer, type Pair, TENANT } from '../../kit/bank/books.ts';
import { makeAttempt, openEndpoint } from '../../kit/outside/endpoints.ts';
import { openRig, type Rig, silent } from '../../kit/workflows/rig.ts';

let rig: Rig;
let pair: Pair;
let sweeper: Sweeper | null = null;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  pair = await rig.openPair(100_000);
});
afterEach(() => sweeper?.stop());
afterAll(() => rig.close());

function startTestSweeper(deps: Partial<SweeperDeps> = {}): Sweeper {
  const { ledger, client } = rig;
  sweeper?.stop();
  sweeper = startSweeper({
    ledger,
    client,
    log: silent,
    everyMs: 200,
    modules: RUN_MODULES,
    ...deps,
  });
  return sweeper;
}

function acceptMany(count: number, fields = {}): Promise<TransferFacts[]> {
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  return Promise.all(
    Array.from({ length: count }, () => rig.accept({ amount: 1, ...sides, ...fields })),
  );
}

const readStages = async (members: readonly TransferFacts[]) =>
  new Set(await Promise.all(members.map(async ({ id }) => (await rig.find(id)).transaction.stage)));

/** Resolves when all transactions have the stage; rejects when that takes too long. */
async function waitForStage(members: readonly TransferFacts[], stage: Stage): Promise<void> {
  const limit = Date.now() + 15_000;
  for (;;) {
    const stages = await readStages(members);
    if (stages.size === 1 && stages.has(stage)) return;
    if (Date.now() > limit) throw new Error(`still at ${[...stages].join(' and ')}`);
    await sleep(20);
  }
}

const handleOf = ({ id }: TransferFacts) => rig.client.workflow.getHandle(transferWorkflowId(id));

/** Creates a client whose starts fail while `isAway` returns true. */
function createClient(isUnreachable: () => boolean): Client {
  const start: Client['workflow']['start'] = (...args) =>
    isUnreachable()
      ? Promise.reject(new Error('Temporal cannot be reached'))
      : rig.client.workflow.start(...args);
  return { workflow: { start } } as Client;
}

it('the sweeper runs the other steps when one fails or never ends, and warns of the failure once', async () => {
  const warn = vi.fn();
  const passes = { first: 0, slow: 0, endless: 0 };
  const sweeps = () => ({
    first: [
      async () => {
        passes.first += 1;
        throw new Error('this row cannot be deleted');
      },
    ],
    slow: [
      async () => {
        passes.slow += 1;
      },
      () => {
        passes.endless += 1;
        return new Promise(() => {});
      },
    ],
  });
  const modules = [{ sweeps } as unknown as Module];
  startTestSweeper({ modules, log: Object.assign(Object.create(silent), { warn }), everyMs: 20 });
  await expect.poll(() => passes.slow).toBeGreaterThan(2);
  expect(passes.first).toBeGreaterThanOrEqual(passes.slow);
  expect(passes.endless).toBe(1);
  expect(warn.mock.calls).toEqual([
    [{ cause: 'Error: this row cannot be deleted' }, expect.stringContaining('step')],
  ]);
});

it('the sweeper refuses steps of an unknown kind, because they would never run', () => {
  const modules = [{ sweeps: () => ({ last: [async () => 0] }) } as unknown as Module];
  expect(() => startTestSweeper({ modules })).toThrow('no steps of a sweep are called last');
});

describe('an accepted transaction that was never started', () => {
  it('is settled by the first pass, however many there are', async () => {
    // More transactions than one group has.
    const members = await acceptMany(300);
    startTestSweeper();
    await waitForStage(members, 'done');
  });

  it('is settled once Temporal answers again, without waiting for a lease', async () => {
    const members = await acceptMany(3);
    let tries = 0;
    startTestSweeper({ client: createClient(() => ++tries <= 1) });
    await waitForStage(members, 'done');
    expect(tries).toBeGreaterThan(1);
  });

  it('is left to the dispatcher that is starting its workflow', async () => {
    const [heldTransfers, freeTransfers] = [await acceptMany(2), await acceptMany(2)];
    const starting = new Set(heldTransfers.map(({ id }) => id));
    startTestSweeper({ isStarting: (id) => starting.has(id) });
    await waitForStage(freeTransfers, 'done');
    expect(await readStages(heldTransfers)).toEqual(new Set(['accepted']));
    await startTransfers(rig.starter, heldTransfers);
    await waitForStage(heldTransfers, 'done');
  });

  it('has a lease: only the first pass takes a recently accepted transaction', async () => {
    const acceptedBefore = await acceptMany(1);
    const { sweep } = startTestSweeper();
    await waitForStage(acceptedBefore, 'done');
    const freshTransfers = await acceptMany(1);
    expect(await sweep()).toBe(0);
    expect(await readStages(freshTransfers)).toEqual(new Set(['accepted']));
    // No dispatcher starts its workflow, so a pass after the end of the lease starts it.
    await waitForStage(freshTransfers, 'done');
  });
});

describe('a waiting transaction', () => {
  it('gets a new workflow when Temporal lost its workflow, and otherwise keeps it', async () => {
    const members = await acceptMany(12, { capture: 'manual' });
    await Promise.all(members.map((member) => startTransfers(rig.starter, [member])));
    await waitForStage(members, 'place_hold');
    const [member, ...lost] = members;
    if (!member) throw new Error('nothing was accepted');
    const { runId } = await handleOf(member).describe();
    await Promise.all(lost.map((value) => handleOf(value).terminate('lost')));
    const { sweep } = startTestSweeper();
    const describeAll = () => Promise.all(members.map((member) => handleOf(member).describe()));
    // Temporal's list of running workflows is some milliseconds late and may still contain lost
    // ones.
    await expect
      .poll(
        async () => {
          await sweep();
          return (await describeAll()).filter(({ status }) => status.name !== 'RUNNING');
        },
        { timeout: 10_000 },
      )
      .toEqual([]);
    expect((await describeAll())[0]?.runId).toBe(runId);
    await Promise.all(members.map(({ id }) => rig.message(CAPTURE, id)));
    await waitForStage(members, 'done');
  });
});

describe('a transaction that ended without its workflow', () => {
  it('completes its workflow, and workflows of waiting transactions stay', async () => {
    const members = await acceptMany(2, { capture: 'manual' });
    await Promise.all(members.map((member) => startTransfers(rig.starter, [member])));
    await waitForStage(members, 'place_hold');
    const [endedTransfer, waitingTransfer] = members;
    if (!endedTransfer || !waitingTransfer) throw new Error('nothing was accepted');
    // The state after a capture whose worker and Temporal died right after the commit.
    const target = { tenantId: TENANT, transactionId: endedTransfer.id, amount: null, cause };
    await rig.faultFreeLedger.run(captureHeldMoney, target);
    const readStatus = async (transfer: TransferFacts) =>
      (await handleOf(transfer).describe()).status.name;
    // The sweep waits for the end of the lease, because a running workflow may still end by itself.
    await sleep(5_500);
    startTestSweeper();
    await expect.poll(() => readStatus(endedTransfer), { timeout: 10_000 }).toBe('COMPLETED');
    expect(await readStatus(waitingTransfer)).toBe('RUNNING');
    await rig.message(CAPTURE, waitingTransfer.id);
  });
});

describe('a settled transaction whose workflow id Temporal knows, but which no workflow has processed', () => {
  /**
   * Settles a transfer without a workflow, and sweeps with a client of Temporal that knows the
   * workflow id. Returns the policies of the starts.
   */
  async function recordStarts(status: string, onDescribe = async (_id: string) => {}) {
    const [transfer] = await acceptMany(1);
    if (!transfer) throw new Error('nothing was accepted');
    const unstartedWorkflow = { id: transferWorkflowId(transfer.id), runId: null };
    await rig.ledger.run(settleTransactions, { ids: [transfer.id], workflow: unstartedWorkflow });
    await sleep(5_500);
    const starts: unknown[] = [];
    const start = async (_: string, { workflowId, workflowIdReusePolicy: policy }: Options) => {
      if (workflowId !== unstartedWorkflow.id) return;
      starts.push(policy);
      if (policy !== WorkflowIdReusePolicy.REJECT_DUPLICATE) return;
      throw new WorkflowExecutionAlreadyStartedError('known', workflowId, 'transfer');
    };
    const getHandle = () => ({
      async describe() {
        await onDescribe(transfer.id);
        return { status: { name: status } };
      },
    });
    const list = async function* () {};
    const client = { workflow: { start, getHandle, list } } as unknown as Client;
    await startTestSweeper({ client, everyMs: 60_000 }).sweep();
    return starts;
  }
  interface Options {
    readonly workflowId: string;
    readonly workflowIdReusePolicy: unknown;
    readonly args: readonly unknown[];
  }
  const { ALLOW_DUPLICATE, REJECT_DUPLICATE } = WorkflowIdReusePolicy;
  const settleByWorkflow = (id: string) => {
    const workflow = { id: transferWorkflowId(id), runId: 'run' };
    return rig.ledger.run(settleTransactions, { ids: [id], workflow }).then(() => {});
  };

  it('is not given another workflow while one runs', async () => {
    expect(new Set(await recordStarts('RUNNING', async () => {}))).toEqual(
      new Set([REJECT_DUPLICATE]),
    );
  });

  it('is left alone when a workflow processed it before that workflow ended', async () => {
    expect(new Set(await recordStarts('COMPLETED', settleByWorkflow))).toEqual(
      new Set([REJECT_DUPLICATE]),
    );
  });

  it('starts together with transactions of the same workflow that are not late yet', async () => {
    const [lateTransfer, recent] = await acceptMany(2);
    if (!lateTransfer || !recent) throw new Error('nothing was accepted');
    const workflow = { id: transfersWorkflowId(lateTransfer.id), runId: null };
    const settle = ({ id }: TransferFacts) =>
      rig.ledger.run(settleTransactions, { ids: [id], workflow });
    await settle(lateTransfer);
    await sleep(5_500);
    await settle(recent);
    const started: unknown[] = [];
    const start = async (_: string, { workflowId, args }: Options) => {
      if (workflowId === workflow.id) started.push(...args);
    };
    const client = { workflow: { start, list: async function* () {} } } as unknown as Client;
    await startTestSweeper({ client, everyMs: 60_000 }).sweep();
    const ids = [lateTransfer.id, recent.id];
    expect(started).toContainEqual(expect.objectContaining({ transactionIds: ids }));
    expect(started).not.toContainEqual(
      expect.objectContaining({ transactionIds: [lateTransfer.id] }),
    );
  });

  it('gets another workflow when its completed workflow did not process it', async () => {
    expect(await recordStarts('COMPLETED')).toContain(ALLOW_DUPLICATE);
  });
});

describe('a capture that the API recorded, and whose message was lost', () => {
  it('is carried out once, in the name of its requester', async () => {
    const [heldTransfer] = await acceptMany(1, { capture: 'manual', amount: 7 });
    if (!heldTransfer) throw new Error('nothing was accepted');
    await startTransfers(rig.starter, [heldTransfer]);
    await waitForStage([heldTransfer], 'place_hold');
    const order = { act: 'capture', amount: 5, reason: null, requestHash: '00', cause } as const;
    await rig.faultFreeLedger.run(placeHoldOrder, {
      ...order,
      tenantId: TENANT,
      transactionId: heldTransfer.id,
    });
    // The sweep waits for the end of the lease, because the message may still arrive.
    await sleep(5_500);
    startTestSweeper();
    await waitForStage([heldTransfer], 'done');
    const { transaction, timeline } = await rig.find(heldTransfer.id);
    expect(transaction).toMatchObject({ status: 'posted', amountPosted: 5 });
    expect(timeline.at(-1)?.actor).toBe(cause.actor);
  });
});

describe('a permanent workflow', () => {
  it('runs once from the first pass on, and runs again after somebody terminated it', async () => {
    // A hold without an expiry waits as long as a permanent workflow.
    const [waiting] = await acceptMany(1, { capture: 'manual' });
    if (!waiting) throw new Error('nothing was accepted');
    const workflowId = `standing/${rig.ledger.taskQueue}`;
    const args = [{ transactionId: waiting.id }];
    const body = { staticSummary: 'waits', staticDetails: 'waits' };
    const workflows = [{ workflowId, type: 'transfer', args, ...body }];
    const handle = rig.client.workflow.getHandle(workflowId);
    const readRunId = async () => {
      const { status, runId } = await handle.describe();
      return status.name === 'RUNNING' ? runId : null;
    };
    await startTestSweeper({ permanentWorkflows: workflows }).sweep();
    const first = await readRunId();
    expect(first).not.toBeNull();
    await startTestSweeper({ permanentWorkflows: workflows }).sweep();
    expect(await readRunId()).toBe(first);
    await handle.terminate('by mistake');
    await expect.poll(readRunId, { timeout: 30_000 }).not.toBeNull();
    expect(await readRunId()).not.toBe(first);
    await handle.terminate('the test is over');
    await rig.message(CAPTURE, waiting.id);
  });
});

describe('a sweep concurrent with other sweeps and starters', () => {
  it('books each transaction once, whatever started its workflow', async () => {
    const before = rig.readBalance(pair.to).posted;
    const members = await acceptMany(40);
    const sweeper = startTestSweeper();
    const { ledger, client } = rig;
    const secondSweeper = startSweeper({ ledger, client, log: silent, modules: RUN_MODULES });
    const singleStarts = members.map((member) => startTransfers(rig.starter, [member]));
    const groupStart = startTransfers(rig.starter, members);
    await Promise.all([sweeper.sweep(), secondSweeper.sweep(), groupStart, ...singleStarts]);
    secondSweeper.stop();
    await waitForStage(members, 'done');
    expect(rig.readBalance(pair.to).posted - before).toBe(40);
  });
});

it('the books balance after all tests of this file', () => {
  const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});

it.runIf(hasModule('webhooks'))(
  'the sweeper deletes deliveries that ended a month ago, and no others',
  async () => {
    const { faultFreeLedger } = rig;
    const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
    const hook = { url: 'https://example.com/hook', events: ['customer.created'] };
    const { id: endpointId } = await openEndpoint(faultFreeLedger, seal, hook);
    for (let n = 0; n < 3; n += 1) await openCustomer(faultFreeLedger);
    const listDueDeliveries = () =>
      listDue(faultFreeLedger, { endpointId, now: faultFreeLedger.now(), limit: 9 });
    for (let page = 1; page > 0; ) page = (await faultFreeLedger.run(relayEvents, 100)).events;
    const [oldDelivery, recent] = listDueDeliveries();
    for (const item of [oldDelivery, recent])
      await faultFreeLedger.run(recordAttempt, makeAttempt(item?.id ?? '', {}));
    const { raw } = faultFreeLedger.database;
    raw
      .prepare('UPDATE deliveries SET updated_at = updated_at - ? WHERE id = ?')
      .run(DELIVERIES_KEPT_MS + 1_000, oldDelivery?.id);
    startTestSweeper();
    const listDeliveries = () => raw.prepare('SELECT id FROM deliveries').pluck().all();
    await expect.poll(listDeliveries, { timeout: 30_000 }).not.toContain(oldDelivery?.id);
    expect(listDeliveries()).toEqual(
      expect.arrayContaining([recent?.id, listDueDeliveries()[0]?.id]),
    );
    expect(listDeliveries()).toHaveLength(2);
  },
);
