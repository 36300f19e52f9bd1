// Renders a deployment as the API and the events show it.

import type { Metadata } from '../../ledger/metadata.ts';
import { type DeploymentPlan, type Gate, STAGE_BY_STATUS } from '../../ledger/models/deployment.ts';
import { rollbackLimits } from '../../ledger/models/deployment-verdict.ts';
import { deploymentWorkflowId } from '../../ledger/workflow-id.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { VersionName } from '../models/reads.ts';
import { waiversView } from '../models/view.ts';
import type { modelDeployments } from './tables.ts';

export type DeploymentRow = typeof modelDeployments.$inferSelect;

/** The decisions that a version would have made about past cases. */
export interface ReplayReport {
  readonly decisions: number;
  readonly changed: number;
  readonly approveToDecline: number;
  readonly declineToApprove: number;
  /** Minor units; `to` is null for the last. */
  readonly byAmount: {
    readonly from: number;
    readonly to: number | null;
    readonly decisions: number;
    readonly changed: number;
  }[];
  /** The newest cases with a different decision; left out of older reports. */
  readonly changedDecisions?: {
    readonly id: string;
    readonly amount: number;
    readonly was: string;
    readonly is: string;
  }[];
}

/** The input of the view besides the row. */
export interface DeploymentViewParts {
  readonly livemode: boolean;
  /** Returns the name of a version by its id. */
  readonly nameOf: (versionId: string) => VersionName | null;
}

/** The wire form of a deployment. */
export function deploymentView(row: DeploymentRow, { livemode, nameOf }: DeploymentViewParts) {
  const plan = JSON.parse(row.plan) as DeploymentPlan;
  const { championVersionId, rollbackTo, statusCode, statusMessage } = row;
  const refTo = (versionId: string | null) => {
    if (versionId === null) return null;
    const { name = '', label: version = '' } = nameOf(versionId) ?? {};
    return { versionId, name, version };
  };
  return {
    id: row.id,
    object: 'model_deployment' as const,
    livemode,
    environment: livemode ? ('production' as const) : ('sandbox' as const),
    modelId: row.modelId,
    versionId: row.versionId,
    modelName: nameOf(row.versionId)?.name ?? '',
    modelVersion: row.label,
    task: row.task,
    status: row.status,
    stage: STAGE_BY_STATUS[row.status],
    trafficPercent: row.trafficPercent,
    step: row.status === 'canary' ? row.step + 1 : null,
    stageSince: timestamp(row.stageSince),
    strategy: {
      type: row.strategy,
      shadow: plan.shadow,
      steps: [...plan.steps],
      promoteIf: plan.promoteIf,
      autoRollback: plan.autoRollback,
      rollbackIf: rollbackLimits(plan.rollbackIf),
      watchMinutes: plan.watchMinutes,
    },
    champion: refTo(championVersionId),
    rollbackTo: refTo(rollbackTo),
    gates: JSON.parse(row.gates) as Gate[],
    waivers: waiversView(nameOf(row.versionId)?.waivers ?? '[]'),
    replayReport: row.replayReport === null ? null : (JSON.parse(row.replayReport) as ReplayReport),
    approval: {
      status: row.approvalStatus,
      by: row.approvedBy,
      reason: row.approvalReason,
      stated: plan.approvedBy,
    },
    statusReason:
      statusCode === null ? null : { code: statusCode, message: statusMessage ?? statusCode },
    workflow: { id: deploymentWorkflowId(row.id), runId: row.workflowRunId },
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.label,
    revision: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    completedAt: timestamp(row.completedAt),
  };
}

export type DeploymentView = ReturnType<typeof deploymentView>;
