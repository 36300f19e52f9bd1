// Signals the workflows of endpoints with deliveries that a client made due. When that fails, the
// sweeper later finds the due deliveries without a workflow.

import { signalWorkflow } from '../../workflows/record-workflows.ts';
import type { Services } from '../kit/context.ts';

const TIMEOUT_MS = 1_000;

/** Signals the workflows of a tenant's endpoints. Never throws, and returns after a short time. */
export async function signalEndpoints(
  services: Pick<Services, 'workflowTarget'>,
  tenantId: string,
  endpointIds: readonly string[],
): Promise<void> {
  const target = services.workflowTarget();
  if (!target) return;
  const signals = endpointIds.map((endpointId) =>
    signalWorkflow(target, 'endpoint', { endpointId, tenantId }),
  );
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  await Promise.race([Promise.allSettled(signals), timeout]);
  clearTimeout(timer);
}
