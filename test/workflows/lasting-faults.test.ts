// Faults that last: a row that can never be booked, a group that cannot be settled, a capture that
// cannot be done, a long outage. Retries take real time, so all cases run at once in `beforeAll`.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import type { HoldOutcome, TransferFacts } from '../../db/transactions/port.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import type { TransferResult } from '../../workflows/details.ts';
import { CANCEL, CAPTURE, type TransfersResult } from '../../workflows/messages.ts';
import { startTransfers } from '../../workflows/start.ts';
import { openRig, type Rig, type SettledMember } from '../kit/workflows/rig.ts';
import { createFault, createOutage, type Fault } from '../kit/workflows/unwind.ts';

/** More rows than the worker has slots for workflow tasks. */
const ROW_COUNT = 60;
const LATE_FAULT: Fault = { name: 'is late', kind: 'late', times: 1, error: createOutage };
const REPEATED_FAULT: Fault = { name: 'lasts', kind: 'fail', times: 8, error: createOutage };
const PERMANENT_FAULT: Fault = {
  name: 'always fails',
  kind: 'fail',
  times: Infinity,
  error: createFault,
};

let rig: Rig;
let results: {
  groupWithFault: Awaited<ReturnType<typeof settleGroupWithFault>>;
  faultyGroup: Awaited<ReturnType<typeof settleFaultyGroup>>;
  poisonedRows: Awaited<ReturnType<typeof settleBesidePoisoned>>;
  capture: Awaited<ReturnType<typeof captureWithFault>>;
  outage: Awaited<ReturnType<typeof settleDuringOutage>>;
  late: Awaited<ReturnType<typeof settleLate>>;
};

beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  const [groupWithFault, faultyGroup, poisonedRows, capture, outage, late] = await Promise.all([
    settleGroupWithFault(),
    settleFaultyGroup(),
    settleBesidePoisoned(),
    captureWithFault(),
    settleDuringOutage(),
    settleLate(),
  ]);
  results = { groupWithFault, faultyGroup, poisonedRows, capture, outage, late };
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

async function settleGroupWithFault() {
  const members = await acceptMany(20);
  const faulty = members[7]?.id ?? '';
  rig.poison.add(faulty);
  await startTransfers(rig.starter, members);
  const result = await resultOf<TransfersResult>(transfersWorkflowId(members[0]?.id ?? ''));
  const afterGroup = await findAll(members);
  const ownStatus = await statusOf(transferWorkflowId(faulty));
  return { result, afterGroup, ownStatus, faulty: await rig.find(faulty) };
}

async function settleFaultyGroup() {
  const members = await acceptMany(5);
  const faulty = members[2]?.id ?? '';
  rig.faults.set(faulty, 'settle', PERMANENT_FAULT);
  await startTransfers(rig.starter, members);
  const result = await resultOf<TransfersResult>(transfersWorkflowId(members[0]?.id ?? ''));
  await Promise.all(members.map(({ id }) => statusOf(transferWorkflowId(id))));
  return { result, all: await findAll(members) };
}

async function settleBesidePoisoned() {
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

async function captureWithFault() {
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

async function settleDuringOutage() {
  const [first] = await acceptMany(1);
  if (!first) throw new Error('nothing was accepted');
  const trap = rig.faults.set(first.id, 'settle', REPEATED_FAULT);
  await startTransfers(rig.starter, [first]);
  return { end: await statusOf(transferWorkflowId(first.id)), trap };
}

/** A commit that takes longer than the timeout of its step: the step is repeated while it runs. */
async function settleLate() {
  const [first] = await acceptMany(1);
  if (!first) throw new Error('nothing was accepted');
  const trap = rig.faults.set(first.id, 'settle', LATE_FAULT);
  await startTransfers(rig.starter, [first]);
  const end = await statusOf(transferWorkflowId(first.id));
  return { end, trap, settled: await rig.find(first.id) };
}

describe('a row that can never be booked', () => {
  it('ends as failed, with nothing booked and nothing held', () => {
    const { transaction, timeline } = results.groupWithFault.faulty;
    expect(results.groupWithFault.ownStatus).toBe('failed');
    expect(transaction).toMatchObject({
      status: 'failed',
      statusReason: { code: 'technical_fault' },
      entries: [],
      hold: null,
      ledgerSequence: null,
    });
    expect(timeline.map((step) => step.status)).toEqual(['pending', 'failed']);
  });

  it('delays no other member of its group: the others post at once, and it is retried alone', () => {
    expect(results.groupWithFault.result).toMatchObject({ final: 19, handedOver: 1 });
    const statuses = statusesOf(results.groupWithFault.afterGroup);
    expect(statuses.filter((status) => status === 'posted')).toHaveLength(19);
    expect(statuses[7]).toBe('pending');
  });

  it("delays no other workflow, even when such rows outnumber the worker's slots", () => {
    expect(results.poisonedRows.result).toBe('posted');
    expect(new Set(statusesOf(results.poisonedRows.meanwhile))).toEqual(new Set(['pending']));
    expect(new Set(results.poisonedRows.ends)).toEqual(new Set(['failed']));
  });
});

it('a group that cannot be settled together is split, and only the faulty member fails', () => {
  expect(results.faultyGroup.result).toEqual({ final: 0, handedOver: 5, members: [] });
  const expected = ['posted', 'posted', 'failed', 'posted', 'posted'];
  expect(statusesOf(results.faultyGroup.all)).toEqual(expected);
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

it('an outage is retried more often than a fault, and then the money moves', () => {
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
