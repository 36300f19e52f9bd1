// The standing workflows of a ledger: the long-lived ones that read its logs. The sweeper keeps
// them running.

import type { Ledger } from '../db/sqlite.ts';
import { chainSignerId } from '../workflows/messages.ts';
import type { StandingWorkflow } from '../workflows/start.ts';

export interface Duties {
  /** True when there is a chain to send to, and a key. */
  readonly signsForChain: boolean;
}

/** Every workflow of which exactly one runs beside a ledger. */
export function standingWorkflows(
  { taskQueue }: Ledger,
  duties: Duties,
): readonly StandingWorkflow[] {
  const signer = {
    workflowId: chainSignerId(taskQueue),
    type: 'chainSigner',
    args: [],
    staticSummary: 'signs and sends what the ledger wants on the chain',
  };
  return duties.signsForChain ? [signer] : [];
}
