// The execution of a smart-contract function: its states, the only transitions between them, and
// the effect of its end on the named hold. The database enforces the same transitions in a trigger.

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
 * Effect of the end of an execution on the hold: none; keep it for later functions of the same
 * contract; capture it; release it.
 */
export const EXECUTION_EFFECTS = ['none', 'bind', 'capture', 'release'] as const;
export type ExecutionEffect = (typeof EXECUTION_EFFECTS)[number];

/** Result of the ledger's part of an execution; `refused` comes with its reason. */
export const SETTLEMENTS = ['none', 'pending', 'done', 'refused'] as const;
export type ExecutionSettlement = (typeof SETTLEMENTS)[number];

const EDGES: Readonly<Record<ExecutionStatus, readonly ExecutionStatus[]>> = {
  queued: ['simulated', 'reverted', 'failed'],
  // Reverted without being sent: the chain has changed since the simulation.
  simulated: ['submitted', 'reverted', 'failed'],
  submitted: ['included', 'final', 'reverted', 'failed'],
  // Back to submitted when the chain undoes the block.
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
 * Milliseconds that a hold still has to last when an execution that books it is accepted. It must
 * not run out between the moment when the chain is asked and the moment when it is final.
 */
export const HOLD_LEAST_MS = 10 * 60 * 1000;

/** The least when it is handed to the signer: a chain that was away has used up some of the time. */
export const HOLD_LEAST_AT_SEND_MS = HOLD_LEAST_MS / 2;

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
    when: 'It would succeed on the chain as it stands.',
  },
  {
    type: 'contract.execution.submitted',
    object: 'contract_execution',
    when: 'It was sent, or is sent again because the chain undid its block.',
  },
  {
    type: 'contract.execution.included',
    object: 'contract_execution',
    when: 'It is in a block that is not final yet.',
  },
  {
    type: 'contract.execution.succeeded',
    object: 'contract_execution',
    when: 'It is final on the chain, and its hold was booked or freed.',
  },
  {
    type: 'contract.execution.unsettled',
    object: 'contract_execution',
    when: 'It is final on the chain, but the ledger refused to book its hold.',
  },
  {
    type: 'contract.execution.reverted',
    object: 'contract_execution',
    when: 'The contract refused it; its hold stays as it was.',
  },
  {
    type: 'contract.execution.failed',
    object: 'contract_execution',
    when: 'It ended without an effect on the chain; its hold stays as it was.',
  },
] as const;
