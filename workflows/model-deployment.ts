// One deployment of a model, from its gates to the end of the time in which it is looked after. The
// row says where it stands, and a promotion or rollback writes there: so this may stop
// anywhere and begin again.

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
const { watchDeployment } = step('score what was decided, and say what is to become of it');

const look = defineSignal(CHECK_AGAIN);

/** A fault that does not heal is looked at again so much later; its rows are untouched. */
const LOOK_AGAIN_MS = 60_000;

/** Carries one deployment; returns the state in which it came to rest, or null: there is none. */
export async function modelDeployment({
  deploymentId,
}: ModelDeploymentInput): Promise<DeploymentStatus | null> {
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });

  return CancellationScope.nonCancellable(async () => {
    let idle = 0;
    let watch = await untilHealed(() => checkDeployment({ deploymentId }));
    while (!watch.rests) {
      describe(watch);
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof modelDeployment>({ deploymentId });
      }
      const signaled = await condition(() => hasNews, watch.pauseMs, { summary: 'next look' });
      hasNews = false;
      idle = signaled || watch.isNew ? 0 : idle + 1;
      const turn = { deploymentId, idle };
      watch = await untilHealed(() =>
        watch.status === 'validating' ? checkDeployment(turn) : watchDeployment(turn),
      );
    }
    describe(watch);
    return watch.status;
  });
}

function describe({ status, says }: Watch): void {
  setCurrentDetails(says);
  if (status) upsertSearchAttributes(deploymentStateAttributes(status));
}

async function untilHealed(work: () => Promise<Watch>): Promise<Watch> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TemporalFailure)) throw error;
      setCurrentDetails('A fault keeps it from going on; what decides now goes on deciding.');
      await sleep(LOOK_AGAIN_MS);
    }
  }
}
