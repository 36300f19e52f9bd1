// Versions of workers, as Temporal distinguishes them: a workflow that is pinned ends on the
// version that began it, the others go on with the current one (decision 152).

import type { WorkerOptions } from '@temporalio/worker';

/** Name of the bank's workers in Temporal; versions are `kontor` and their build ids. */
export const DEPLOYMENT = 'kontor';

/**
 * The options of a worker of a version.
 * @param buildId null: versions are not distinguished
 */
export function versionOptions(
  buildId: string | null,
): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === null) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: DEPLOYMENT, buildId },
      useWorkerVersioning: true,
      // Workflows that end within minutes say PINNED themselves (workflows/index.ts).
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}
