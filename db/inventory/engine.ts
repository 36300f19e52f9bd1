// Text models and written rules that the engine runs, written into the inventory when it starts.

import type { EngineVersion } from '../../ledger/models/inventory.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { engineModels, engineModelVersions } from './tables.ts';

export interface EngineOrder {
  /** All that it comes with: what is left out serves nothing any more. */
  readonly versions: readonly EngineVersion[];
  readonly cause: Cause;
}

type ModelRow = typeof engineModels.$inferSelect;

/** Call it inside `database.write` only. */
export function engineWriter({ raw }: Database) {
  const byName = raw.prepare<[string], ModelRow>(
    `SELECT ${columnsOf(engineModels)} FROM engine_models WHERE name = ?`,
  );
  const versionOf = raw
    .prepare<[string, string, string | null], string>(
      `SELECT id FROM engine_model_versions
       WHERE model_id = ? AND label = ? AND artifact_sha256 IS ?`,
    )
    .pluck();
  const insertModel = raw.prepare(`INSERT INTO engine_models ${insertOf(engineModels)}`);
  const insertVersion = raw.prepare(
    `INSERT INTO engine_model_versions ${insertOf(engineModelVersions)}`,
  );
  const rest = raw.prepare(
    'UPDATE engine_models SET serving_version_id = NULL WHERE serving_version_id IS NOT NULL',
  );
  const serve = raw.prepare('UPDATE engine_models SET serving_version_id = ? WHERE id = ?');

  function modelOf({ name, task }: EngineVersion): string {
    const found = byName.get(name);
    if (found) return found.id;
    const { id, at: createdAt } = mintAt('model');
    insertModel.run({ id, name, task, servingVersionId: null, createdAt });
    return id;
  }

  return ({ versions, cause: { actor } }: EngineOrder): void => {
    rest.run();
    for (const one of versions) {
      const { label, sha256: artifactSha256, isServing } = one;
      const modelId = modelOf(one);
      let versionId = versionOf.get(modelId, label, artifactSha256);
      if (versionId === undefined) {
        const { id, at: createdAt } = mintAt('modelVersion');
        insertVersion.run({ id, modelId, label, artifactSha256, actor, createdAt });
        versionId = id;
      }
      if (isServing) serve.run(versionId, modelId);
    }
  };
}
