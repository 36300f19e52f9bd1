// The standing workflows of a ledger: the long-lived ones that read its logs. The sweeper keeps
// them running.

import type { Ledger } from '../db/ledger.ts';
import {
  chainAnchoringId,
  chainSignerId,
  eventRelayWorkflowId,
  laneWorkflowId,
} from '../ledger/workflow-id.ts';
import type { StandingWorkflow } from '../workflows/start.ts';
import type { Chain } from './open-chain.ts';

/**
 * Every workflow of which exactly one runs beside a ledger; without a chain there is no signer.
 * @param hasLane this bank books in a lane
 */
export function standingWorkflows(
  { taskQueue, schedulesWorkflowId }: Ledger,
  chain: Chain | null,
  hasLane = false,
): readonly StandingWorkflow[] {
  const lane = {
    workflowId: laneWorkflowId(taskQueue),
    type: 'lane',
    args: [],
    staticSummary: 'books what is asked, group by group',
  };
  const relay = {
    workflowId: eventRelayWorkflowId(taskQueue),
    type: 'eventRelay',
    args: [],
    staticSummary: 'hands the event log on',
  };
  const signer = {
    workflowId: chainSignerId(taskQueue),
    type: 'chainSigner',
    args: [],
    staticSummary: 'signs and sends what the ledger wants on the chain',
  };
  const schedules = {
    workflowId: schedulesWorkflowId,
    type: 'schedules',
    args: [],
    staticSummary: 'starts the schedules that are due',
  };
  const anchoring = {
    workflowId: chainAnchoringId(taskQueue),
    type: 'chainAnchoring',
    args: [{ signerId: signer.workflowId }],
    staticSummary: 'brings signed checkpoints to the chain',
  };
  const always = hasLane ? [lane, relay, schedules] : [relay, schedules];
  return chain === null ? always : [...always, signer, anchoring];
}
