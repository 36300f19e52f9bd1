// Production access of a developer: two operators grant it, or one refuses it.

import type { Cause } from '../../../db/kernel/cause.ts';
import type { ApplicationDecision } from '../../../identity/platform.ts';
import { signalWorkflow } from '../../../workflows/record-workflows.ts';
import { emitDecisionEvent } from '../../developer/platform-events.ts';
import type { BankDeps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';

/** Records the decision and notifies the developer; the same decision twice changes nothing. */
export async function decideProductionAccess(
  deps: BankDeps,
  decision: Omit<ApplicationDecision, 'seal'>,
  cause: Cause,
): Promise<void> {
  const decided = await deps.platform.decideApplication({ ...decision, seal: deps.seal });
  if (decided === 'not_found') throw new Problem('application_not_found');
  if (decided === 'decided') {
    throw new Problem(
      'invalid_state_transition',
      'Another decision about the application was made before.',
    );
  }
  await emitDecisionEvent(deps, decided, cause);
  const target = deps.environments.sandbox.workflowTarget();
  if (!target) return;
  // The decision is stored: a workflow without the signal finds it later.
  await signalWorkflow(target, 'application', decision.applicationId).catch((err: unknown) => {
    deps.log.warn({ err }, 'cannot signal the workflow of an application about its decision');
  });
}
