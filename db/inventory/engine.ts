// Text models and written rules that the engine runs, written into the inventory when it starts.

import type { EngineVersion } from '../../ledger/models/inventory.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { engineModels, engineModelVersions } from './tables.ts';

export interface EngineOrder {
  /** All versions that come with the engine; a version that is not listed does not serve. */
  readonly versions: readonly EngineVersion[];
  readonly cause: Cause;
}

const MODEL_BY_NAME = 'SELECT id FROM engine_models WHERE name = ?';
const VERSION = `SELECT id FROM engine_model_versions
  WHERE model_id = ? AND label = ? AND artifact_sha256 IS ?`;
const INSERT_MODEL = `INSERT INTO engine_models ${insertOf(engineModels)}`;
const INSERT_VERSION = `INSERT INTO engine_model_versions ${insertOf(engineModelVersions)}`;
const CLEAR_SERVING =
  'UPDATE engine_models SET serving_version_id = NULL WHERE serving_version_id IS NOT NULL';
const SET_SERVING = 'UPDATE engine_models SET serving_version_id = ? WHERE id = ?';

/** Records which text models and rules the engine runs. */
export const recordEngine = act(
  'inventory.enter_engine',
  (tx, { versions, cause: { actor } }: EngineOrder): void => {
    tx.run(CLEAR_SERVING);
    for (const version of versions) {
      const { label, sha256: artifactSha256, isServing } = version;
      const modelId = findOrCreateModel(tx, version);
      let versionId = tx.value<string>(VERSION, modelId, label, artifactSha256);
      if (versionId === undefined) {
        const { id, at: createdAt } = mintAt('modelVersion');
        tx.run(INSERT_VERSION, { id, modelId, label, artifactSha256, actor, createdAt });
        versionId = id;
      }
      if (isServing) tx.run(SET_SERVING, versionId, modelId);
    }
  },
);

/** Returns the id of the model, and records the model when it is new. */
function findOrCreateModel(tx: Tx, { name, task }: EngineVersion): string {
  const modelId = tx.value<string>(MODEL_BY_NAME, name);
  if (modelId !== undefined) return modelId;
  const { id, at: createdAt } = mintAt('model');
  tx.run(INSERT_MODEL, { id, name, task, servingVersionId: null, createdAt });
  return id;
}
