// Executions of smart-contract functions: statuses, transitions, and the effect of a finished
// execution on a hold. A database trigger enforces the same transitions.

export const EXECUTION_STATUSES = [
  'queued',
  'simulated',
  'submitted',
  'included',
  'final',
  'reverted',
  'failed',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/**
 * Effect of a finished execution on the hold: none; `bind` keeps it for later functions of the same
 * contract; `capture` books it; `release` releases it.
 */
export const EXECUTION_EFFECTS = ['none', 'bind', 'capture', 'release'] as const;
export type ExecutionEffect = (typeof EXECUTION_EFFECTS)[number];

/** Whether the ledger applied the effect; `refused` comes with a reason. */
export const SETTLEMENTS = ['none', 'pending', 'done', 'refused'] as const;
export type ExecutionSettlement = (typeof SETTLEMENTS)[number];

const EDGES: Readonly<Record<ExecutionStatus, readonly ExecutionStatus[]>> = {
  queued: ['simulated', 'reverted', 'failed'],
  // `reverted` without having been sent: the chain changed after the simulation.
  simulated: ['submitted', 'reverted', 'failed'],
  submitted: ['included', 'final', 'reverted', 'failed'],
  // `submitted` again when the chain undoes the block.
  included: ['submitted', 'final', 'reverted', 'failed'],
  final: [],
  reverted: [],
  failed: [],
};

/** True when an execution may go from one status to the other. */
export function isExecutionEdge(from: ExecutionStatus, to: ExecutionStatus): boolean {
  return EDGES[from].includes(to);
}

/** True when nothing is left to do for an execution in that status. */
export function isExecutionOver(status: ExecutionStatus): boolean {
  return EDGES[status].length === 0;
}

/**
 * Milliseconds that a hold must still last when an execution that captures it is accepted, so that
 * it does not expire between the submission to the chain and finality.
 */
export const HOLD_MIN_MS = 10 * 60 * 1000;

/**
 * Milliseconds that the hold must still last when the signer gets the execution: an unreachable
 * chain may have used up some time since the acceptance.
 */
export const HOLD_MIN_AT_SEND_MS = HOLD_MIN_MS / 2;

/** The business events of an execution, part of the catalogue in event.ts. */
export const EXECUTION_EVENTS = [
  {
    type: 'contract.execution.created',
    object: 'contract_execution',
    when: 'The execution of a smart-contract function was accepted.',
  },
  {
    type: 'contract.execution.simulated',
    object: 'contract_execution',
    when: 'An execution would succeed on the present chain.',
  },
  {
    type: 'contract.execution.submitted',
    object: 'contract_execution',
    when: 'An execution was sent, or sent again because the chain undid its block.',
  },
  {
    type: 'contract.execution.included',
    object: 'contract_execution',
    when: 'An execution is in a block that is not final yet.',
  },
  {
    type: 'contract.execution.succeeded',
    object: 'contract_execution',
    when: 'An execution is final on the chain, and its hold was captured or released.',
  },
  {
    type: 'contract.execution.unsettled',
    object: 'contract_execution',
    when: 'An execution is final on the chain, but the ledger refused to capture its hold.',
  },
  {
    type: 'contract.execution.reverted',
    object: 'contract_execution',
    when: 'The contract refused an execution; its hold is unchanged.',
  },
  {
    type: 'contract.execution.failed',
    object: 'contract_execution',
    when: 'An execution ended without an effect on the chain; its hold is unchanged.',
  },
] as const;
