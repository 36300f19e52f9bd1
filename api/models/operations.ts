// The operations about models of developers, in the order in which the API lists them.

import type { Operation } from '../kit/operation.ts';
import {
  getModelBatch,
  getModelBatchResult,
  listModelBatches,
  scoreBatchWithModel,
} from './batches.ts';
import { deleteDataset, getDataset, listDatasets, uploadDataset } from './datasets.ts';
import { deployModel } from './deploy.ts';
import {
  abortModelDeployment,
  getModelDeployment,
  listModelDeployments,
  promoteModelDeployment,
  rollbackModelDeployment,
} from './deployments.ts';
import { evaluateModel, getModelEvaluation, listModelEvaluations } from './evaluations.ts';
import { enterModel, getOwnInventory } from './inventory.ts';
import { getModelLineage, setModelExpiry } from './lineage.ts';
import { getModel, getModelVersion, listModels, listModelVersions } from './read.ts';
import { scoreWithModel } from './score.ts';
import { trainModel } from './train.ts';
import { cancelTraining, getTraining, listTrainings } from './trainings.ts';
import { uploadModel } from './upload.ts';
import { getModelValidationReport } from './validation-report.ts';
import { archiveModelVersion, getModelArtifact, getModelCard } from './version-acts.ts';

export const MODEL_OPERATIONS: readonly Operation[] = [
  uploadModel,
  // Before the models: their ids and this name have the same place in the path.
  deployModel,
  listModelDeployments,
  getModelDeployment,
  promoteModelDeployment,
  rollbackModelDeployment,
  abortModelDeployment,
  trainModel,
  listTrainings,
  getTraining,
  cancelTraining,
  uploadDataset,
  listDatasets,
  getDataset,
  deleteDataset,
  listModels,
  getModel,
  getOwnInventory,
  enterModel,
  listModelVersions,
  getModelVersion,
  archiveModelVersion,
  setModelExpiry,
  getModelLineage,
  getModelArtifact,
  getModelCard,
  getModelValidationReport,
  scoreWithModel,
  evaluateModel,
  listModelEvaluations,
  getModelEvaluation,
  scoreBatchWithModel,
  listModelBatches,
  getModelBatch,
  getModelBatchResult,
];
