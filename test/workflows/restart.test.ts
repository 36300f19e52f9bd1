// A new release is started in the middle of an outage: the next worker retries the steps that the
// stopped worker had begun.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { CAPTURE } from '../../workflows/messages.ts';
import { startTransfers } from '../../workflows/start.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { createOutage, type Fault } from '../kit/workflows/unwind.ts';

const TEMPORARY_FAULT: Fault = {
  name: 'fails for a while',
  kind: 'fail',
  times: 5,
  error: createOutage,
};

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
});
afterAll(() => rig.close());

it('every transfer is posted when the worker is replaced during an outage', async () => {
  const { from, to } = await rig.openPair(400);
  const sides = { amount: 100, sourceAccountId: from, destinationAccountId: to };
  const loneTransfer = await rig.accept(sides);
  const heldTransfer = await rig.accept({ ...sides, capture: 'manual' });
  const group = [await rig.accept(sides), await rig.accept(sides)];
  const firstId = group[0]?.id ?? '';
  rig.faults.set(loneTransfer.id, 'settle', TEMPORARY_FAULT);
  rig.faults.set(heldTransfer.id, 'capture', TEMPORARY_FAULT);
  rig.faults.set(firstId, 'settle', TEMPORARY_FAULT);
  await startTransfers(rig.starter, [loneTransfer]);
  await startTransfers(rig.starter, group);
  const captured = rig.message(CAPTURE, heldTransfer.id);
  await sleep(150);
  await rig.restart();
  await sleep(500);
  await rig.restart();
  const readResult = (id: string) => rig.client.workflow.getHandle(id).result();
  expect(await readResult(transferWorkflowId(loneTransfer.id))).toMatchObject({ status: 'posted' });
  expect(await readResult(transferWorkflowId(heldTransfer.id))).toMatchObject({ status: 'posted' });
  expect(await readResult(transfersWorkflowId(firstId))).toMatchObject({ final: 2, handedOver: 0 });
  expect(await captured).toMatchObject({ status: 'posted', rejection: null, conflict: false });
  expect(rig.readBalance(to)).toEqual({ posted: 400, held: 0 });
  const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
