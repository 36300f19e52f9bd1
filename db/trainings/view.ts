// Renders a training and a data set as the API and the events show them.

import type { Metadata } from '../../ledger/metadata.ts';
import { trainingWorkflowId } from '../../ledger/workflow-id.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { CardJson } from '../models/view.ts';
import type { trainingDatasets, trainingJobs } from './tables.ts';

export type TrainingJobRow = typeof trainingJobs.$inferSelect;
export type DatasetRow = typeof trainingDatasets.$inferSelect;

/** The reason why a training failed. */
export interface TrainingError {
  readonly code: string;
  readonly message: string;
  readonly errors: {
    readonly pointer: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** The findings of a training about its model. */
export interface TrainingReport {
  readonly metrics: CardJson;
  readonly featureImportance: { readonly feature: string; readonly share: number }[];
  readonly artifact: {
    readonly format: 'onnx';
    readonly opset: number;
    readonly sha256: string;
    readonly bytes: number;
  };
  readonly card: CardJson;
}

/** The wire form of a training. */
export function trainingView(row: TrainingJobRow, livemode: boolean) {
  const report = row.report === null ? null : (JSON.parse(row.report) as TrainingReport);
  const request = JSON.parse(row.request) as { readonly metadata?: Metadata };
  return {
    id: row.id,
    object: 'training_job' as const,
    jobId: row.id,
    livemode,
    modelId: row.modelId,
    name: row.name,
    task: row.task,
    modelVersion: row.label,
    versionId: row.versionId,
    status: row.status,
    dataset: { source: row.source, sha256: row.datasetSha256 ?? row.frozenSha256 },
    progress: {
      stage: row.stage,
      round: row.round,
      rounds: row.rounds,
      validationLoss: row.validationLoss,
    },
    estimatedSeconds: row.estimatedSeconds,
    workflow: { id: trainingWorkflowId(row.id), runId: row.workflowRunId },
    metrics: report?.metrics ?? null,
    featureImportance: report?.featureImportance ?? null,
    card: report?.card ?? null,
    artifact: report?.artifact ?? null,
    warnings: JSON.parse(row.warnings) as string[],
    error: row.error === null ? null : (JSON.parse(row.error) as TrainingError),
    metadata: request.metadata ?? {},
    version: row.label,
    revision: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    startedAt: timestamp(row.startedAt),
    completedAt: timestamp(row.completedAt),
  };
}

export type TrainingView = ReturnType<typeof trainingView>;

/** The wire form of a data set. */
export function datasetView(row: DatasetRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'training_dataset' as const,
    livemode,
    format: row.format,
    sha256: row.sha256,
    bytes: row.bytes,
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
  };
}

export type DatasetView = ReturnType<typeof datasetView>;
