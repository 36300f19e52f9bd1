// An evaluation, or a batch of scores, as the API and the events show it.

import type { Metadata } from '../../ledger/metadata.ts';
import { scoringWorkflowId } from '../../ledger/workflow-id.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { CardJson } from '../models/view.ts';
import type { TrainingError } from '../trainings/view.ts';
import type { modelScorings } from './tables.ts';

export type ScoringRow = typeof modelScorings.$inferSelect;

/** The parts of a view besides the row. */
export interface ScoringViewParts {
  readonly livemode: boolean;
  /** The number of a version by its id. */
  readonly labelOf: (versionId: string) => string | null;
}

function commonFields(row: ScoringRow, { livemode, labelOf }: ScoringViewParts) {
  const request = JSON.parse(row.request) as { readonly metadata?: Metadata };
  return {
    id: row.id,
    livemode,
    modelId: row.modelId,
    versionId: row.versionId,
    modelVersion: labelOf(row.versionId) ?? '',
    status: row.status,
    dataset: { source: row.source, sha256: row.datasetSha256 },
    progress: { stage: row.stage, rowsDone: row.rowsDone, rowsAll: row.rowsAll },
    error: row.error === null ? null : (JSON.parse(row.error) as TrainingError),
    workflow: { id: scoringWorkflowId(row.id), runId: row.workflowRunId },
    metadata: request.metadata ?? {},
    version: labelOf(row.versionId) ?? '',
    revision: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    startedAt: timestamp(row.startedAt),
    completedAt: timestamp(row.completedAt),
  };
}

/** The wire form of an evaluation. */
export function evaluationView(row: ScoringRow, parts: ScoringViewParts) {
  const { championVersionId } = row;
  return {
    ...commonFields(row, parts),
    object: 'model_evaluation' as const,
    champion:
      championVersionId === null
        ? null
        : { versionId: championVersionId, version: parts.labelOf(championVersionId) ?? '' },
    report: row.report === null ? null : (JSON.parse(row.report) as CardJson),
  };
}

/** The wire form of a batch of scores. */
export function batchView(row: ScoringRow, parts: ScoringViewParts) {
  const { resultSha256, resultBytes, resultExpiresAt } = row;
  return {
    ...commonFields(row, parts),
    object: 'model_batch' as const,
    summary: row.report === null ? null : (JSON.parse(row.report) as CardJson),
    result:
      resultSha256 === null
        ? null
        : {
            format: 'csv' as const,
            sha256: resultSha256,
            bytes: resultBytes ?? 0,
            expiresAt: timestamp(resultExpiresAt ?? 0),
          },
  };
}
