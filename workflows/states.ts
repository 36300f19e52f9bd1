// Explanations of the states of records, for the operator who reads the current details of a
// workflow.

import type { ExecutionStatus } from '../ledger/execution.ts';
import type { RailStatus } from '../ledger/rail.ts';
import type { Findings } from './rail-steps.ts';

const EXECUTION: Readonly<Record<ExecutionStatus, string>> = {
  queued: 'waits for the answer of the chain whether it would succeed',
  simulated: 'it would succeed; waits for the signer',
  submitted: 'signed; waits for a block',
  included: 'in a block that is not final yet',
  final: 'it stands on the chain for good',
  reverted: 'the contract refused it',
  failed: 'it ended without an effect on the chain',
};

const RAIL: Readonly<Record<RailStatus, string>> = {
  queued: 'is about to be given to its network',
  submitting: 'is being given to its network',
  submitted: 'its network has it, and is asked about it until it settles or returns it',
  settled: 'its network has paid',
  returned: 'it came back, and the money is with its sender again',
  rejected: 'its network refused it',
  canceled: 'taken back before its network had it',
};

export const executionText = (state: ExecutionStatus) => `${state}: ${EXECUTION[state]}`;

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
      ? `${state}: a person decides about it before its network gets it`
      : `${state}: ${RAIL[state]}`,
    ...(screened === undefined ? [] : [`screened again: ${screened}`]),
    ...(score === undefined ? [] : [`scored again: ${score} of 100`]),
  ].join('\n\n');
}
