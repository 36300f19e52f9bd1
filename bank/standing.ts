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
import type { Chain } from './opening/chain.ts';

/** Every workflow of which exactly one runs beside a ledger; without a chain there is no signer. */
export function standingWorkflows(
  { taskQueue, schedulesWorkflowId }: Ledger,
  chain: Chain | null,
): readonly StandingWorkflow[] {
  const lane = {
    workflowId: laneWorkflowId(taskQueue),
    type: 'lane',
    args: [],
    staticSummary: 'books requests in groups',
    staticDetails:
      'Runs one long activity that accepts and settles the transactions that clients wait ' +
      'for, each group in one commit. Every group gets a workflow that says how its members ' +
      'ended. It never completes.',
  };
  const relay = {
    workflowId: eventRelayWorkflowId(taskQueue),
    type: 'eventRelay',
    args: [],
    staticSummary: 'relays the event log to webhook endpoints',
    staticDetails:
      'Reads the event log of this ledger and puts each event into the mailbox of the ' +
      'endpoints that subscribe to it. It never completes.',
  };
  const signer = {
    workflowId: chainSignerId(taskQueue),
    type: 'chainSigner',
    args: [],
    staticSummary: 'signs and sends chain transactions',
    staticDetails:
      'The only sender of this account on the chain: anchors and contract calls, one nonce ' +
      'after the other. It never completes; its current details are the state of the chain.',
  };
  const schedules = {
    workflowId: schedulesWorkflowId,
    type: 'schedules',
    args: [],
    staticSummary: 'starts schedules that are due',
    staticDetails:
      'Sleeps until the next occurrence is due, then has its transfers carried in a group. ' +
      'It never completes.',
  };
  const anchoring = {
    workflowId: chainAnchoringId(taskQueue),
    type: 'chainAnchoring',
    args: [{ signerId: signer.workflowId }],
    staticSummary: 'anchors signed checkpoints on the chain',
    staticDetails:
      'Sends the newest signed checkpoint of the log to the chain and follows it until it ' +
      'is final. It never completes; its current details say how far it is.',
  };
  const always = [lane, relay, schedules];
  return chain === null ? always : [...always, signer, anchoring];
}
