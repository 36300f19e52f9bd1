// A group of transactions may start while something else starts the same work: a capture, the
// sweeper, a second start of the group. The second start reads in the row that the work is done.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import type { TransferFacts } from '../../db/transactions/port.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { CAPTURE } from '../../workflows/messages.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { startTransfers } from '../../workflows/start.ts';
import type { Pair } from '../kit/bank/books.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
});
afterAll(() => rig.close());

interface Group {
  readonly pair: Pair;
  readonly members: readonly TransferFacts[];
  /** The member with manual capture. */
  readonly hold: TransferFacts;
}

/** Accepts three transfers of 100 each, the second one with manual capture. */
async function acceptGroup(): Promise<Group> {
  const pair = await rig.openPair(300);
  const fields = { amount: 100, sourceAccountId: pair.from, destinationAccountId: pair.to };
  const first = await rig.accept(fields);
  const hold = await rig.accept({ ...fields, capture: 'manual' });
  const last = await rig.accept(fields);
  return { pair, members: [first, hold, last], hold };
}

const readResult = (workflowId: string): Promise<unknown> =>
  rig.client.workflow.getHandle(workflowId).result();

const readGroupResult = ({ members }: Group) =>
  readResult(transfersWorkflowId(members[0]?.id ?? ''));

function expectAllBooked({ pair }: Group): void {
  expect(rig.readBalance(pair.from)).toEqual({ posted: 0, held: 0 });
  expect(rig.readBalance(pair.to)).toEqual({ posted: 300, held: 0 });
}

describe('a member of a group', () => {
  it('may be captured before the group starts, and is then skipped by the group', async () => {
    const group = await acceptGroup();
    const captured = await rig.message(CAPTURE, group.hold.id);
    expect(captured).toMatchObject({ status: 'posted', replayed: false });
    await startTransfers(rig.starter, group.members);
    expect(await readGroupResult(group)).toMatchObject({ final: 3, handedOver: 0 });
    expectAllBooked(group);
  });

  it('may already have its own workflow, and keeps it', async () => {
    const group = await acceptGroup();
    await ensureWorkflow(rig.starter, 'transfer', group.hold.id);
    const ownHandle = rig.client.workflow.getHandle(transferWorkflowId(group.hold.id));
    const { runId } = await ownHandle.describe();
    await startTransfers(rig.starter, group.members);
    expect(await readGroupResult(group)).toMatchObject({ final: 2, handedOver: 1 });
    expect((await ownHandle.describe()).runId).toBe(runId);
    await rig.message(CAPTURE, group.hold.id);
    expect(await ownHandle.result()).toMatchObject({ status: 'posted' });
    expectAllBooked(group);
  });

  it('may be captured while the group starts, and is booked once', async () => {
    const captures = Array.from({ length: 10 }, async () => {
      const group = await acceptGroup();
      const [captured] = await Promise.all([
        rig.message(CAPTURE, group.hold.id),
        startTransfers(rig.starter, group.members),
      ]);
      expect(captured).toMatchObject({ status: 'posted', rejection: null, conflict: false });
      await readGroupResult(group);
      expectAllBooked(group);
    });
    await Promise.all(captures);
  });

  it('may be started alone and in groups at once, and is booked once', async () => {
    const group = await acceptGroup();
    const { members, hold } = group;
    await Promise.all([
      startTransfers(rig.starter, members),
      startTransfers(rig.starter, members),
      startTransfers(rig.starter, members.slice(1)),
      ...members.map((member) => startTransfers(rig.starter, [member])),
    ]);
    await rig.message(CAPTURE, hold.id);
    await Promise.all([
      readGroupResult(group),
      readResult(transfersWorkflowId(members[1]?.id ?? '')),
      ...members.map(({ id }) => readResult(transferWorkflowId(id))),
    ]);
    expectAllBooked(group);
  });
});

it('a workflow whose transaction is not in the ledger fails with that reason', async () => {
  const unknownTransfer = { ...(await acceptGroup()).hold, id: 'txn_00000000000000000000000000' };
  await startTransfers(rig.starter, [unknownTransfer]);
  const failure = await readResult(transferWorkflowId(unknownTransfer.id)).catch(
    (error: Error) => error,
  );
  expect(failure).toMatchObject({ cause: { type: 'TransactionGone' } });
});

it('the books balance after all groups', () => {
  const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
