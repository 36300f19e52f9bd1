// The standing workflows of a ledger: workflows that run permanently. The sweeper keeps them
// running.

import type { Ledger } from '../db/ledger.ts';
import {
  chainAnchoringId,
  chainSignerId,
  eventRelayWorkflowId,
  laneWorkflowId,
  schedulesWorkflowId,
} from '../ledger/workflow-id.ts';
import { STANDING_WORKFLOWS } from '../workflows/standing.ts';
import type { StandingWorkflow } from '../workflows/start.ts';
import type { Chain } from './opening/chain.ts';

/** The standing workflows of a ledger. Signer and anchoring only with a chain. */
export function standingWorkflows(
  { taskQueue }: Ledger,
  chain: Chain | null,
): readonly StandingWorkflow[] {
  const lane = {
    workflowId: laneWorkflowId(taskQueue),
    type: 'lane',
    args: [],
    ...textsOf('lane'),
  };
  const relay = {
    workflowId: eventRelayWorkflowId(taskQueue),
    type: 'eventRelay',
    args: [],
    ...textsOf('eventRelay'),
  };
  const signer = {
    workflowId: chainSignerId(taskQueue),
    type: 'chainSigner',
    args: [],
    ...textsOf('chainSigner'),
  };
  const schedules = {
    workflowId: schedulesWorkflowId(taskQueue),
    type: 'schedules',
    args: [],
    ...textsOf('schedules'),
  };
  const anchoring = {
    workflowId: chainAnchoringId(taskQueue),
    type: 'chainAnchoring',
    args: [{ signerId: signer.workflowId }],
    ...textsOf('chainAnchoring'),
  };
  const always = [lane, relay, schedules];
  return chain === null ? always : [...always, signer, anchoring];
}

function textsOf(type: keyof typeof STANDING_WORKFLOWS) {
  const { summary, details } = STANDING_WORKFLOWS[type];
  return { staticSummary: summary, staticDetails: details };
}
