// Scenarios of the workflow of a batch: the unwind suite plays them under each fault, and
// scripts/record-histories.ts records them.

import { randomUUID } from 'node:crypto';
import { acceptBatch as acceptAct } from '../../../db/batches/accept.ts';
import { findBatchFacts } from '../../../db/batches/reads.ts';
import type { BatchItemDraft } from '../../../db/batches/view.ts';
import type { BatchMode } from '../../../ledger/batch.ts';
import { batchWorkflowId } from '../../../ledger/workflow-id.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { cause, TENANT } from '../bank/books.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

/** More than two slices at best effort. */
export const ITEMS = 600;

/** Accepts a batch of transfers of one minor unit each; nothing starts its workflow. */
export async function acceptBatch(rig: Pick<Rig, 'faultFreeLedger' | 'openPair'>, mode: BatchMode) {
  const pair = await rig.openPair(1_000);
  const name = randomUUID();
  const items = Array.from({ length: ITEMS }, (_, n) => {
    const draft: BatchItemDraft = {
      type: 'transfer',
      amount: 1,
      currency: 'EUR',
      sourceAccountId: pair.from,
      destinationAccountId: pair.to,
      description: null,
      reference: `${name}-${n}`,
      category: null,
      externalParty: null,
      context: null,
      metadata: {},
    };
    return JSON.stringify(draft);
  });
  const request = { metadata: {}, requestHash: Buffer.alloc(32), cause };
  const accepted = await rig.faultFreeLedger.run(acceptAct, {
    tenantId: TENANT,
    mode,
    items,
    ...request,
  });
  return { pair, batchId: accepted.id };
}

/** Starts the workflow of a batch unless it runs. */
export async function ensureBatch(rig: Pick<Rig, 'faultFreeLedger' | 'starter'>, batchId: string) {
  const batch = findBatchFacts(rig.faultFreeLedger, batchId);
  if (batch === null) throw new Error(`${batchId} is not in the ledger`);
  await ensureWorkflow(rig.starter, 'batch', batch);
}

/** Plays a batch to its end, with a fault at its step. */
export async function playBatch(rig: Rig, mode: BatchMode, fault: Fault | null) {
  const { pair, batchId } = await acceptBatch(rig, mode);
  const trap = fault && rig.faults.set(batchId, 'settleBatch', fault);
  await ensureBatch(rig, batchId);
  const workflowId = batchWorkflowId(batchId);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return { pair, batchId, workflowId, result, trap };
}
