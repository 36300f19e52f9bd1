// Signals the workflows of endpoints with deliveries that a client made due. When that fails, the
// sweeper later finds the due deliveries without a workflow.

import { signalWorkflow } from '../../workflows/record-workflows.ts';
import type { Services } from '../kit/context.ts';

const WITHIN_MS = 1_000;

/** Wakes the workflows of a tenant's endpoints. Never throws, and returns after a short time. */
export async function wakeEndpoints(
  services: Pick<Services, 'workflowTarget'>,
  tenantId: string,
  endpointIds: readonly string[],
): Promise<void> {
  const target = services.workflowTarget();
  if (!target) return;
  const nudges = endpointIds.map((endpointId) =>
    signalWorkflow(target, 'endpoint', { endpointId, tenantId }),
  );
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS);
  });
  await Promise.race([Promise.allSettled(nudges), timeout]);
  clearTimeout(timer);
}
