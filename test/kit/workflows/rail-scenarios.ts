// Scenarios of the workflow of a payment on a network: the unwind suite plays them under each
// fault, and scripts/record-histories.ts records them.

import { settleTransactions, simulateRailReport } from '../../../db/money/calls.ts';
import { railWorkflowId } from '../../../ledger/workflow-id.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { TENANT } from '../bank/books.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

export const RAIL_PATHS = ['settled', 'returned', 'returned-late', 'rejected'] as const;
export type RailPath = (typeof RAIL_PATHS)[number];

/** Steps in order; a path that the network refuses ends with that step. */
export const RAIL_STEPS = [
  'screenRailPayment',
  'scoreRailPayment',
  'submitRailPayment',
  'settleRailPayment',
] as const;
export type RailStep = (typeof RAIL_STEPS)[number];

export interface RailStrike {
  readonly step: RailStep;
  readonly fault: Fault;
}

/** An account number whose payments the simulated network refuses. */
const REFUSED_NUMBER = '000333333304';
export const RAIL_AMOUNT = 100;

/** Plays a withdrawal by ACH to its end, with a fault at a step. */
export async function playRail(rig: Rig, path: RailPath, strike: RailStrike | null = null) {
  const pair = await rig.openPair(RAIL_AMOUNT);
  const accountNumber = path === 'rejected' ? { accountNumber: REFUSED_NUMBER } : {};
  const { id } = await rig.accept({
    type: 'withdrawal',
    amount: RAIL_AMOUNT,
    sourceAccountId: pair.from,
    destinationAccountId: null,
    externalParty: { name: 'Grace Hopper', method: 'ach', ...accountNumber },
  });
  await rig.faultFreeLedger.run(settleTransactions, {
    ids: [id],
    workflow: { id: `transfer/${id}`, runId: 'test' },
  });
  const simulateNews = (news: 'settle' | 'return') =>
    rig.faultFreeLedger.run(simulateRailReport, {
      tenantId: TENANT,
      transactionId: id,
      news,
      code: 'R01',
    });
  if (path !== 'rejected') await simulateNews(path === 'returned' ? 'return' : 'settle');
  const trap = strike && rig.faults.set(id, strike.step, strike.fault);
  await ensureWorkflow(rig.starter, 'railPayment', id);
  const workflowId = railWorkflowId(id);
  let result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  if (path === 'returned-late') {
    await simulateNews('return');
    await ensureWorkflow(rig.starter, 'railPayment', id);
    result = await rig.client.workflow.getHandle(workflowId).result();
  }
  return { path, id, pair, workflowId, result, trap, settled: await rig.find(id) };
}
