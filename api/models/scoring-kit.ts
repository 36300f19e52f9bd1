// Shared parts of evaluations and score batches: the version, the data set, and the start of the
// workflow.

import { z } from '@hono/zod-openapi';
import { findModelVersion } from '../../db/models/reads.ts';
import type { ModelVersionView } from '../../db/models/view.ts';
import { findDataset } from '../../db/trainings/reads.ts';
import { ensureWorkflow, type SubjectOf } from '../../workflows/record-workflows.ts';
import type { Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { pathId } from '../kit/schemas.ts';

export const VERSION_PATH = '/v1/ai/custom-models/{modelId}/versions/{label}';

export const versionParams = pathId('model', 'modelId').extend({
  label: z.string().openapi({ param: { name: 'label', in: 'path' }, example: '1.0.0' }),
});

/**
 * Returns a version, whether or not it is approved.
 * @throws Problem when the developer sees no such version
 */
export async function requireVersion(
  { ledger }: Services,
  tenantId: string,
  { modelId = '', label = '' }: { readonly modelId?: string; readonly label?: string },
): Promise<ModelVersionView> {
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  if (!version) throw new Problem('model_not_found');
  return version;
}

/** @throws Problem when the version is stopped or not approved */
export function refuseUnapproved({ approvalStatus, stopped }: ModelVersionView): void {
  if (stopped) throw new Problem('model_unavailable', stopped.message);
  if (approvalStatus === 'approved') return;
  const detail = `The version is ${approvalStatus}; scoring requires approved.`;
  throw new Problem('model_not_approved', detail);
}

/** @throws Problem when the developer has no such data set */
export async function requireDataset({ ledger }: Services, tenantId: string, id: string) {
  const dataset = await findDataset(ledger, tenantId, id);
  if (!dataset) throw new Problem('dataset_not_found');
  return dataset;
}

/** Starts the workflow. When Temporal is unavailable, the sweeper starts it later. */
export function startScoring(deps: Deps, services: Services, scoring: SubjectOf<'scoring'>) {
  const target = services.workflowTarget();
  if (!target) return;
  ensureWorkflow(target, 'scoring', scoring).catch((error: unknown) => {
    const failure = { scoring: scoring.id, cause: String(error) };
    deps.log.warn(failure, 'starting the workflow of a scoring failed; the sweeper tries again');
  });
}
