// The statements that reads and acts of the inventory share.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { models } from '../models/tables.ts';
import { modelEntries, modelFindings, modelValidations } from './tables.ts';
import type { EntryRow, InventoriedRow, InventoryRows } from './view.ts';

/** The most validations and findings that are shown: open findings first, then the newest. */
const MAX_SHOWN = 100;

type Validation = InventoryRows['validations'][number];
type ServingVersion = NonNullable<InventoryRows['serving']>;
type Finding = InventoryRows['findings'][number];

export const inventoryStatements = prepareOnce(({ raw }: Database) => {
  const model = raw.prepare<[string], InventoriedRow>(
    `SELECT ${columnsOf(models)} FROM inventory_models WHERE id = ?`,
  );
  const entries = raw.prepare<[string], EntryRow>(
    `SELECT ${columnsOf(modelEntries, 'e')} FROM json_each(?)
     JOIN model_entries e ON e.model_id = json_each.value AND e.number =
       (SELECT max(number) FROM model_entries WHERE model_id = json_each.value)`,
  );
  // The version that decides: for a developer's model the deployed one; for a model of the bank the
  // newest, which decides for developers without their own. A model of the bank whose task no
  // endpoint asks for serves nobody.
  const serving = raw.prepare<[string, string], ServingVersion & { readonly modelId: string }>(
    `SELECT m.id AS modelId, v.id AS versionId, v.label AS version, v.expires_at AS expiresAt,
       v.expired_at AS expiredAt
     FROM json_each(?) JOIN models m ON m.id = json_each.value
     JOIN model_aliases a ON a.model_id = m.id
       AND a.alias = iif(m.tenant_id = '${PLATFORM_OWNER}', 'latest', 'production')
     JOIN model_versions v ON v.id = a.version_id
       AND (m.tenant_id <> '${PLATFORM_OWNER}' OR v.task IN ('fraud', 'credit'))
     UNION ALL SELECT m.id, v.id, v.label, NULL, NULL
     FROM json_each(?) JOIN engine_models m ON m.id = json_each.value
     JOIN engine_model_versions v ON v.id = m.serving_version_id`,
  );
  const validations = raw.prepare<[string], Validation>(
    `SELECT ${columnsOf(modelValidations, 'a')}, v.label FROM json_each(?)
     JOIN model_validations a ON a.id IN (SELECT id FROM model_validations
       WHERE model_id = json_each.value ORDER BY id DESC LIMIT ${MAX_SHOWN})
     JOIN inventory_versions v ON v.id = a.version_id ORDER BY a.id DESC`,
  );
  const findings = raw.prepare<[string], Finding>(
    `SELECT ${columnsOf(modelFindings, 'f')}, v.label FROM json_each(?)
     JOIN model_findings f ON f.id IN (SELECT id FROM model_findings
       WHERE model_id = json_each.value ORDER BY closed_at IS NOT NULL, id DESC LIMIT ${MAX_SHOWN})
     LEFT JOIN inventory_versions v ON v.id = f.version_id
     ORDER BY f.closed_at IS NOT NULL, f.id DESC`,
  );
  const alarmedVersions = raw
    .prepare<[string], string>(
      `SELECT DISTINCT version_id FROM model_alarms
       WHERE version_id IN ${IN_GIVEN_LIST} AND closed_at IS NULL`,
    )
    .pluck();

  /** The inventory rows of models, in the order of the models, read at once. */
  function rowsOf(rows: readonly InventoriedRow[]): InventoryRows[] {
    const ids = rows.map(({ id }) => id);
    const byModel = (row: { readonly modelId: string }) => row.modelId;
    const entryOf = groupRows(entries, ids, byModel);
    const idList = JSON.stringify(ids);
    const servingRows = serving.all(idList, idList);
    const servingOf = new Map(servingRows.map(({ modelId, ...version }) => [modelId, version]));
    const validationsOf = groupRows(validations, ids, byModel);
    const findingsOf = groupRows(findings, ids, byModel);
    const versions = servingRows.map(({ versionId }) => versionId);
    const decayed = new Set(alarmedVersions.all(JSON.stringify(versions)));
    return rows.map((row) => {
      const decides = servingOf.get(row.id) ?? null;
      return {
        model: row,
        entry: entryOf.get(row.id)?.[0],
        serving: decides,
        isDecayed: decides !== null && decayed.has(decides.versionId),
        validations: validationsOf.get(row.id) ?? [],
        findings: findingsOf.get(row.id) ?? [],
      };
    });
  }

  return {
    model,
    entry: (id: string) => entries.get(JSON.stringify([id])),
    rowsOf,
    rowsOfOne: (row: InventoriedRow) => rowsOf([row])[0] as InventoryRows,
  };
});
