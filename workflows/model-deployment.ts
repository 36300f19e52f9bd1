// One deployment of a model, from its gates to the end of the time in which the bank watches it.
// The row records the state, and a promotion or rollback changes the row, so the workflow can be
// stopped and restarted at any point.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeploymentActivities, Watch } from '../activities/deployments.ts';
import type { DeploymentStatus } from '../ledger/models/deployment.ts';
import { CHECK_AGAIN, type ModelDeploymentInput } from './messages.ts';
import { batchWork } from './policies.ts';
import { deploymentStateAttributes } from './search-attributes.ts';

const step = (summary: string) => proxyActivities<DeploymentActivities>(batchWork(summary));
const { checkDeployment } = step('run the gates');
const { watchDeployment } = step('score recent decisions and choose the next step');

const checkAgain = defineSignal(CHECK_AGAIN);

/** Delay before a retry after a permanent fault. The fault leaves the rows unchanged. */
const RETRY_MS = 60_000;

/**
 * Runs one deployment to its end. Returns its final status, or null when there is no such
 * deployment.
 */
export async function modelDeployment({
  deploymentId,
}: ModelDeploymentInput): Promise<DeploymentStatus | null> {
  let isSignalled = false;
  setHandler(checkAgain, () => {
    isSignalled = true;
  });

  return CancellationScope.nonCancellable(async () => {
    let idleRounds = 0;
    let watch = await retryUntilDone(() => checkDeployment({ deploymentId }));
    while (!watch.rests) {
      showState(watch);
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof modelDeployment>({ deploymentId });
      }
      const wasSignalled = await condition(() => isSignalled, watch.pauseMs, {
        summary: 'next check',
      });
      isSignalled = false;
      idleRounds = wasSignalled || watch.isNew ? 0 : idleRounds + 1;
      const input = { deploymentId, idle: idleRounds };
      watch = await retryUntilDone(() =>
        watch.status === 'validating' ? checkDeployment(input) : watchDeployment(input),
      );
    }
    showState(watch);
    return watch.status;
  });
}

function showState({ status, says }: Watch): void {
  setCurrentDetails(says);
  if (status) upsertSearchAttributes(deploymentStateAttributes(status));
}

async function retryUntilDone(work: () => Promise<Watch>): Promise<Watch> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TemporalFailure)) throw error;
      setCurrentDetails(
        'A fault delays the deployment; the version in production continues to decide.',
      );
      await sleep(RETRY_MS);
    }
  }
}
