// Starts the workflow of a payment on a network when its money is held. The sweeper starts those
// that are not started here, because the process died or Temporal is unreachable.

import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { listTransferFacts } from '../db/transactions/reads.ts';
import { ensureWorkflow, type WorkflowTarget } from '../workflows/record-workflows.ts';

/** Starts a workflow for every payment that is held for its network from now on. */
export function startRails(
  ledger: Ledger,
  workflowTarget: () => WorkflowTarget | null,
  log: Logger,
): void {
  ledger.onAtRest(({ id, stage }) => {
    const target = stage === 'submitting' ? workflowTarget() : null;
    if (!target) return;
    startRail(ledger, target, id).catch((error: unknown) => {
      log.debug(
        { cause: String(error) },
        'no workflow for a network was started; the sweeper tries again',
      );
    });
  });
}

/** Starts the workflow of a payment, with the attributes by which operators search. */
async function startRail(ledger: Ledger, target: WorkflowTarget, id: string): Promise<void> {
  const [facts] = await listTransferFacts(ledger, [id]);
  await ensureWorkflow(target, 'railPayment', facts ?? id);
}
