import { deploymentActivities } from '../../activities/deployments.ts';
import { scoringEndActivities } from '../../activities/scoring-end.ts';
import { scoringActivities } from '../../activities/scorings.ts';
import { trainingActivities } from '../../activities/training.ts';
import { trainingEndActivities } from '../../activities/training-end.ts';
import { alarmSchema } from '../../api/models/alarm-schema.ts';
import { deploymentSchema } from '../../api/models/deployment-schema.ts';
import { modelExtension } from '../../api/models/extension.ts';
import { inventorySchema } from '../../api/models/inventory-schema.ts';
import { modelVersionSchema } from '../../api/models/model-schema.ts';
import { MODEL_OPERATIONS } from '../../api/models/operations.ts';
import { driftEvaluationSchema } from '../../api/models/performance-drift-schema.ts';
import { batchSchema, evaluationSchema } from '../../api/models/scoring-schema.ts';
import { trainingSchema } from '../../api/models/training-schema.ts';
import { MODEL_SUBJECT } from '../../db/scorings/subject.ts';
import { ALARM_EVENTS } from '../../ledger/models/alarm.ts';
import { DEPLOYMENT_EVENTS } from '../../ledger/models/deployment.ts';
import { DRIFT_EVENTS } from '../../ledger/models/drift.ts';
import { INVENTORY_EVENTS } from '../../ledger/models/inventory.ts';
import { MODEL_EVENTS } from '../../ledger/models/model.ts';
import { SCORING_EVENTS } from '../../ledger/models/scoring.ts';
import { TRAINING_EVENTS } from '../../ledger/models/training.ts';
import type { Module } from '../module.ts';
import { registerModels, warmModels } from './start.ts';
import { modelSweeps } from './sweeps.ts';

export const models: Module = {
  name: 'models',
  purpose: 'Models of developers: training, deployment, supervision.',
  requires: ['core'],
  ledger: MODEL_SUBJECT,
  opensForLedger: ({ environment, storedFiles }) => ({
    files: {
      removeDataset: storedFiles.datasets[environment].remove,
      removeResult: storedFiles.results[environment].remove,
    },
  }),
  starts: { register: registerModels, warm: warmModels },
  opensForApi: ({ books }) => ({ modelHistories: books }),
  operations: MODEL_OPERATIONS,
  extension: modelExtension,
  events: [
    ...MODEL_EVENTS,
    ...INVENTORY_EVENTS,
    ...ALARM_EVENTS,
    ...DEPLOYMENT_EVENTS,
    ...DRIFT_EVENTS,
    ...TRAINING_EVENTS,
    ...SCORING_EVENTS,
  ],
  eventSchemas: {
    objects: {
      model_version: modelVersionSchema,
      model_deployment: deploymentSchema,
      drift_evaluation: driftEvaluationSchema,
      model_inventory: inventorySchema,
      model_alarm: alarmSchema,
      training_job: trainingSchema,
      model_evaluation: evaluationSchema,
      model_batch: batchSchema,
    },
  },
  workflows: ['modelDeployment', 'modelScoring', 'modelTraining'],
  activities: (deps) => ({
    own: {
      ...deploymentActivities(deps),
      ...trainingEndActivities(deps.ledger),
      ...scoringEndActivities(deps.ledger),
    },
    training: deps.training && trainingActivities({ ...deps, ...deps.training }),
    scoring: deps.training && scoringActivities({ ...deps, ...deps.training }),
  }),
  sweeps: modelSweeps,
};
