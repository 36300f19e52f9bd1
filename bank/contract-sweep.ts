// What the sweeper does for smart contracts: every execution that is not over has a workflow, and
// every contract of the registry is on the chain that is there now.

import { WorkflowNotFoundError } from '@temporalio/client';
import { type ConfiguredAddresses, orderDeployments } from '../db/chain/contract-addresses.ts';
import { listOpenExecutions } from '../db/executions/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import { chainSignerId, LOOK } from '../workflows/messages.ts';
import type { Starter } from '../workflows/start.ts';
import { startExecution } from '../workflows/start.ts';

/** Executions looked at in one pass, in turn. */
const PER_PASS = 8;

/**
 * Returns one pass of it, which answers how many workflows it made sure of.
 * @param addresses null when this process sends nothing to a chain
 */
export function contractSweep(
  ledger: Ledger,
  starter: Starter,
  addresses: ConfiguredAddresses | null,
): (leaseMs: number) => Promise<number> {
  let after = '';

  async function deploy(): Promise<void> {
    if (addresses === null || (await orderDeployments(ledger, addresses)) === 0) return;
    const signer = starter.client.workflow.getHandle(chainSignerId(ledger.taskQueue));
    await signer.signal(LOOK).catch((error: unknown) => {
      // It is started by the sweeper as well, and looks at the orders by itself.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }

  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const ids = await listOpenExecutions(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = ids.length < PER_PASS ? '' : (ids.at(-1) ?? '');
    for (const id of ids) await startExecution(starter, id);
    await deploy();
    return ids.length;
  };
}
