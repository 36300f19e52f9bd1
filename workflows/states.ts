// Explanations of the states of records, for the operator who reads the current details of a
// workflow.

import type { ExecutionStatus } from '../ledger/execution.ts';
import type { RailStatus } from '../ledger/rail.ts';
import type { Findings } from './rail-steps.ts';

const EXECUTION_TEXTS: Readonly<Record<ExecutionStatus, string>> = {
  queued: 'waits for the simulation on the chain',
  simulated: 'the simulation succeeded; waits for the signer',
  submitted: 'signed; waits for a block',
  included: 'in a block that is not final yet',
  final: 'its block is final',
  reverted: 'the contract refused the call',
  failed: 'ended without an effect on the chain',
};

const RAIL_TEXTS: Readonly<Record<RailStatus, string>> = {
  queued: 'waits to be submitted to its network',
  submitting: 'is being submitted to its network',
  submitted: 'its network has accepted it; the bank asks until the network settles or returns it',
  settled: 'its network has paid',
  returned: 'its network returned it, and the money is back with its sender',
  rejected: 'its network refused the payment',
  canceled: 'canceled before it was submitted',
};

export const executionText = (state: ExecutionStatus) => `${state}: ${EXECUTION_TEXTS[state]}`;

/**
 * The explanation of a payment's state on its network, with the findings of the steps before
 * submission.
 */
export function railText(
  state: RailStatus,
  { isHeld, findings }: { readonly isHeld: boolean; readonly findings: Findings },
): string {
  const { screened, score } = findings;
  return [
    isHeld
      ? `${state}: an operator decides about it before it is submitted`
      : `${state}: ${RAIL_TEXTS[state]}`,
    ...(screened === undefined ? [] : [`screened again: ${screened}`]),
    ...(score === undefined ? [] : [`scored again: ${score} of 100`]),
  ].join('\n\n');
}
