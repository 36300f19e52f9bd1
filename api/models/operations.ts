// The operations about models, for developers and operators.

import type { ReviewFiguresThread } from '../../ai/serving/performance/review-reads.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import type { Explainers } from '../../models/explain/explainers.ts';
import type { LatencyStore } from '../../models/latency-store.ts';
import type { ModelFinder } from '../../models/serving.ts';
import type { SessionPool } from '../../models/session-pool.ts';
import type { Operation } from '../kit/operation.ts';
import { listModelAlarms } from '../ops/models/alarms.ts';
import {
  decideModel,
  getModelAsOperator,
  listModelsToDecide,
  resumeModel,
  waiveModelFindings,
} from '../ops/models/decide.ts';
import {
  decideDeployment,
  getDeploymentAsOperator,
  listDeploymentsToDecide,
  rollbackDeployment,
} from '../ops/models/deployments.ts';
import {
  closeModelFinding,
  openModelFinding,
  recordModelValidation,
} from '../ops/models/findings.ts';
import {
  getModelInventory,
  listModelInventory,
  setModelInventory,
} from '../ops/models/inventory.ts';
import { getModelPerformanceAsOperator } from '../ops/models/performance.ts';
import { getValidationReportAsOperator } from '../ops/models/validation-report.ts';
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
import { getModelPerformance } from './performance-read.ts';
import { getModel, getModelVersion, listModels, listModelVersions } from './read.ts';
import { scoreWithModel } from './score.ts';
import { trainModel } from './train.ts';
import { cancelTraining, getTraining, listTrainings } from './trainings.ts';
import { uploadModel } from './upload.ts';
import { getModelValidationReport } from './validation-report.ts';
import { archiveModelVersion, getModelArtifact, getModelCard } from './version-acts.ts';

declare module '../kit/context.ts' {
  interface BankDeps {
    /** Loaded models. */
    readonly sessions: PerEnvironment<SessionPool>;
    readonly reasons: Explainers;
    /** Model files in the data directory. */
    readonly artifacts: FileStore;
    /** Distributions of training data, for drift checks. */
    readonly spreads: Spreads;
    /** Training rows, by environment. */
    readonly datasets: Readonly<Record<EnvironmentName, FileStore>>;
    /** Results of batches of scores. */
    readonly results: Readonly<Record<EnvironmentName, FileStore>>;
    /** The thread that reads long histories of the decisions of models. */
    readonly modelHistories: ReviewFiguresThread;
  }
  interface Services {
    /** The deciding models. */
    readonly serving: ModelFinder;
    /** The latencies of payment models in this process. */
    readonly latency: LatencyStore;
  }
}

export const MODEL_OPERATIONS: readonly Operation[] = [
  uploadModel,
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
  getModelPerformance,
  listModelsToDecide,
  listModelAlarms,
  listModelInventory,
  getModelInventory,
  setModelInventory,
  recordModelValidation,
  openModelFinding,
  closeModelFinding,
  getModelAsOperator,
  getValidationReportAsOperator,
  getModelPerformanceAsOperator,
  decideModel,
  resumeModel,
  waiveModelFindings,
  listDeploymentsToDecide,
  getDeploymentAsOperator,
  decideDeployment,
  rollbackDeployment,
];
