// The permanent workflows of a ledger, which the sweeper keeps running.

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
  const lane = workflowOf('lane', laneWorkflowId(taskQueue));
  const relay = workflowOf('eventRelay', eventRelayWorkflowId(taskQueue));
  const signer = workflowOf('chainSigner', chainSignerId(taskQueue));
  const schedules = workflowOf('schedules', schedulesWorkflowId(taskQueue));
  const anchoring = workflowOf('chainAnchoring', chainAnchoringId(taskQueue), {
    signerId: signer.workflowId,
  });
  const always = [lane, relay, schedules];
  return chain === null ? always : [...always, signer, anchoring];
}

function workflowOf(
  type: keyof typeof PERMANENT_WORKFLOWS,
  workflowId: string,
  ...args: readonly object[]
): PermanentWorkflow {
  const { summary, details } = PERMANENT_WORKFLOWS[type];
  return { workflowId, type, args, staticSummary: summary, staticDetails: details };
}
