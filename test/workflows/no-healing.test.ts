// Permanent faults: a row that can never be booked, a group that cannot be settled, a capture that
// cannot be done, an outage that lasts. Retries take real time, so all of it runs at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import type { HoldOutcome, TransferFacts } from '../../db/transactions/port.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import type { TransferResult } from '../../workflows/details.ts';
import { CANCEL, CAPTURE, type TransfersResult } from '../../workflows/messages.ts';
import { startTransfers } from '../../workflows/start.ts';
import { openRig, type Rig, type SettledMember } from '../kit/workflows/rig.ts';
import { type Fault, fault, outage } from '../kit/workflows/unwind.ts';

/** More rows than the worker has slots for workflow tasks. */
const ROW_COUNT = 60;
const LATE_FAULT: Fault = { name: 'is late', kind: 'late', times: 1, error: outage };
const REPEATED_FAULT: Fault = { name: 'lasts', kind: 'fail', times: 8, error: outage };
const PERMANENT_FAULT: Fault = {
  name: 'always fails',
  kind: 'fail',
  times: Infinity,
  error: fault,
};

let rig: Rig;
const results = {} as {
  group: Awaited<ReturnType<typeof groupWithOneFault>>;
  wholeGroup: Awaited<ReturnType<typeof groupThatCannotBeSettled>>;
  many: Awaited<ReturnType<typeof settleAmongPoisoned>>;
  capture: Awaited<ReturnType<typeof captureThatCannotBeDone>>;
  outage: Awaited<ReturnType<typeof longOutage>>;
  late: Awaited<ReturnType<typeof lateCommit>>;
};

beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  const [group, wholeGroup, manyMembers, capture, lasting, lateMember] = await Promise.all([
    groupWithOneFault(),
    groupThatCannotBeSettled(),
    settleAmongPoisoned(),
    captureThatCannotBeDone(),
    longOutage(),
    lateCommit(),
  ]);
  Object.assign(results, {
    group,
    wholeGroup,
    many: manyMembers,
    capture,
    outage: lasting,
    late: lateMember,
  });
}, 120_000);
afterAll(() => rig.close());

async function acceptMany(count: number): Promise<TransferFacts[]> {
  const { from, to } = await rig.openPair(count);
  const sides = { sourceAccountId: from, destinationAccountId: to };
  return Promise.all(Array.from({ length: count }, () => rig.accept({ amount: 1, ...sides })));
}

async function resultOf<T>(workflowId: string): Promise<T> {
  return (await rig.client.workflow.getHandle(workflowId).result()) as T;
}

const statusOf = async (workflowId: string) => (await resultOf<TransferResult>(workflowId)).status;

const findAll = (members: readonly TransferFacts[]): Promise<SettledMember[]> =>
  Promise.all(members.map(({ id }) => rig.find(id)));

const statusesOf = (all: readonly SettledMember[]) => all.map((item) => item.transaction.status);

async function groupWithOneFault() {
  const members = await acceptMany(20);
  const faulty = members[7]?.id ?? '';
  rig.poison.add(faulty);
  await startTransfers(rig.starter, members);
  const result = await resultOf<TransfersResult>(transfersWorkflowId(members[0]?.id ?? ''));
  const atOnce = await findAll(members);
  const ownStatus = await statusOf(transferWorkflowId(faulty));
  return { result, atOnce, own: ownStatus, faulty: await rig.find(faulty) };
}

async function groupThatCannotBeSettled() {
  const members = await acceptMany(5);
  const faulty = members[2]?.id ?? '';
  rig.faults.set(faulty, 'settle', PERMANENT_FAULT);
  await startTransfers(rig.starter, members);
  const result = await resultOf<TransfersResult>(transfersWorkflowId(members[0]?.id ?? ''));
  await Promise.all(members.map(({ id }) => statusOf(transferWorkflowId(id))));
  return { result, all: await findAll(members) };
}

async function settleAmongPoisoned() {
  const poisoned = await acceptMany(ROW_COUNT);
  for (const { id } of poisoned) rig.poison.add(id);
  await Promise.all(poisoned.map((value) => startTransfers(rig.starter, [value])));
  // Each row now waits for its next attempt.
  await sleep(1_500);
  const [healthy] = await acceptMany(1);
  if (!healthy) throw new Error('nothing was accepted');
  await startTransfers(rig.starter, [healthy]);
  const result = await statusOf(transferWorkflowId(healthy.id));
  const meanwhile = await findAll(poisoned);
  const ends = await Promise.all(poisoned.map(({ id }) => statusOf(transferWorkflowId(id))));
  return { result, meanwhile, ends };
}

async function captureThatCannotBeDone() {
  const { from, to } = await rig.openPair(100);
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const hold = await rig.accept({ amount: 100, capture: 'manual', ...sides });
  await startTransfers(rig.starter, [hold]);
  rig.faults.set(hold.id, 'capture', PERMANENT_FAULT);
  const refusal = await rig.message(CAPTURE, hold.id).then(
    () => null,
    (error: Error) => error,
  );
  const after = await rig.find(hold.id);
  const canceled: HoldOutcome = await rig.message(CANCEL, hold.id);
  const end = await statusOf(transferWorkflowId(hold.id));
  return { refusal, after, canceled, end };
}

async function longOutage() {
  const [first] = await acceptMany(1);
  if (!first) throw new Error('nothing was accepted');
  const trap = rig.faults.set(first.id, 'settle', REPEATED_FAULT);
  await startTransfers(rig.starter, [first]);
  return { end: await statusOf(transferWorkflowId(first.id)), trap };
}

/** A commit that takes longer than the timeout of its step: the step is repeated while it runs. */
async function lateCommit() {
  const [first] = await acceptMany(1);
  if (!first) throw new Error('nothing was accepted');
  const trap = rig.faults.set(first.id, 'settle', LATE_FAULT);
  await startTransfers(rig.starter, [first]);
  const end = await statusOf(transferWorkflowId(first.id));
  return { end, trap, settled: await rig.find(first.id) };
}

describe('a row that can never be booked', () => {
  it('ends as failed, with nothing booked and nothing held', () => {
    const { transaction, timeline } = results.group.faulty;
    expect(results.group.own).toBe('failed');
    expect(transaction).toMatchObject({
      status: 'failed',
      statusReason: { code: 'technical_fault' },
      entries: [],
      hold: null,
      ledgerSequence: null,
    });
    expect(timeline.map((step) => step.status)).toEqual(['pending', 'failed']);
  });

  it('delays no other member of its group: they post at once and it continues alone', () => {
    expect(results.group.result).toMatchObject({ final: 19, handedOver: 1 });
    const statuses = statusesOf(results.group.atOnce);
    expect(statuses.filter((status) => status === 'posted')).toHaveLength(19);
    expect(statuses[7]).toBe('pending');
  });

  it("delays no other workflow, even when such rows outnumber the worker's slots", () => {
    expect(results.many.result).toBe('posted');
    expect(new Set(statusesOf(results.many.meanwhile))).toEqual(new Set(['pending']));
    expect(new Set(results.many.ends)).toEqual(new Set(['failed']));
  });
});

it('a group that cannot be settled together is split, and only the faulty member fails', () => {
  expect(results.wholeGroup.result).toEqual({ final: 0, handedOver: 5, members: [] });
  const expected = ['posted', 'posted', 'failed', 'posted', 'posted'];
  expect(statusesOf(results.wholeGroup.all)).toEqual(expected);
});

it('a capture that cannot be booked is refused, and the hold can still be canceled', () => {
  expect(results.capture.refusal).toMatchObject({ name: 'WorkflowUpdateFailedError' });
  expect(results.capture.after.transaction).toMatchObject({
    status: 'pending',
    hold: { status: 'active', amount: 100 },
  });
  expect(results.capture.canceled).toMatchObject({ status: 'canceled', conflict: false });
  expect(results.capture.end).toBe('canceled');
});

it('an outage is still retried where a fault would be given up, and then the money moves', () => {
  expect(results.outage.trap.struck).toBe(8);
  expect(results.outage.end).toBe('posted');
});

it('a step that times out is repeated, and books once', () => {
  expect(results.late.trap.struck).toBe(1);
  expect(results.late.end).toBe('posted');
  expect(results.late.settled.timeline.map((step) => step.status)).toEqual(['pending', 'posted']);
});

it('the books balance after all failures', () => {
  const verdict = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  expect(verdict.checks.filter((check) => check.violations > 0)).toEqual([]);
});
