// The declaration of the tables of models, from their training to their deployment (db/subject-tables.ts).

import { DEPLOYMENT_RULES } from '../deployments/invariants.ts';
import { INVENTORY_RULES } from '../inventory/invariants.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { TRAINING_WORK } from '../trainings/background-work.ts';

export const MODEL_TABLES: SubjectTables = {
  tables: [
    'deployment_observations',
    'model_deployments',
    'model_drift_evaluations',
    'model_alarms',
    'model_scorings',
    'training_jobs',
    'training_datasets',
    'model_findings',
    'model_validations',
    'model_entries',
    'engine_model_versions',
    'engine_models',
    'model_aliases',
    'model_versions',
    'models',
  ],
  views: ['inventory_versions', 'inventory_models'],
  rules: [...DEPLOYMENT_RULES, ...INVENTORY_RULES],
  moves: {
    // Only developers with their own models have rows here.
    notMoved: [
      'model_alarms',
      'model_deployments',
      'model_drift_evaluations',
      'model_entries',
      'model_findings',
      'model_scorings',
      'model_validations',
      'model_versions',
      'models',
      'training_datasets',
      'training_jobs',
    ],
    ofLedger: [
      'deployment_observations',
      'engine_model_versions',
      'engine_models',
      'model_aliases',
    ],
  },
  work: {
    marks: [
      'SELECT count(*) FROM model_entries',
      'SELECT count(*) FROM model_validations',
      'SELECT count(*) + count(closed_at) FROM model_findings',
      'SELECT count(*) + count(closed_at) FROM model_alarms',
    ],
  },
  backgroundWork: [TRAINING_WORK],
  stored: {
    models: `SELECT tenant_id, artifact_bytes + octet_length(card) + octet_length(checks) AS bytes
      FROM model_versions`,
    datasets: `SELECT tenant_id, bytes FROM training_datasets
      UNION ALL SELECT tenant_id, body_bytes FROM training_jobs INDEXED BY training_jobs_open
      WHERE status IN ('queued', 'running')`,
    results: `SELECT tenant_id, result_bytes AS bytes FROM model_scorings
      WHERE result_bytes IS NOT NULL AND result_removed_at IS NULL`,
  },
};
