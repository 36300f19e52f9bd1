// The permanent workflows of a ledger: workflows that run permanently. The sweeper keeps them
// running.

import type { Ledger } from '../db/ledger.ts';
import {
  chainAnchoringId,
  chainSignerId,
  eventRelayWorkflowId,
  laneWorkflowId,
  schedulesWorkflowId,
} from '../ledger/workflow-id.ts';
import { PERMANENT_WORKFLOWS } from '../workflows/permanent-workflows.ts';
import type { PermanentWorkflow } from '../workflows/start.ts';
import type { Chain } from './opening/chain.ts';

/** The permanent workflows of a ledger. Signer and anchoring only with a chain. */
export function listPermanentWorkflows(
  { taskQueue }: Ledger,
  chain: Chain | null,
): readonly PermanentWorkflow[] {
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

function textsOf(type: keyof typeof PERMANENT_WORKFLOWS) {
  const { summary, details } = PERMANENT_WORKFLOWS[type];
  return { staticSummary: summary, staticDetails: details };
}
