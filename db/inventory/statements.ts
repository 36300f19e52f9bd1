// What reads and acts ask of the inventory of a model.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { models } from '../models/tables.ts';
import type { ModelRow } from '../models/view.ts';
import { modelEntries, modelFindings, modelValidations } from './tables.ts';
import type { EntryRow, InventoryRows } from './view.ts';

/** The newest of each that are shown; findings that are open come before those. */
const MOST_SHOWN = 100;

type Validation = InventoryRows['validations'][number];
type ServingVersion = NonNullable<InventoryRows['serving']>;
type Finding = InventoryRows['findings'][number];

export function inventoryStatements({ raw }: Database) {
  const model = raw.prepare<[string], ModelRow>(
    `SELECT ${columnsOf(models)} FROM models WHERE id = ?`,
  );
  const entry = raw.prepare<[string], EntryRow>(
    `SELECT ${columnsOf(modelEntries)} FROM model_entries
     WHERE model_id = ? ORDER BY number DESC LIMIT 1`,
  );
  // A developer's model decides once it is deployed; of the bank's the newest always may.
  const serving = raw.prepare<[string, string], ServingVersion>(
    `SELECT v.id AS versionId, v.label AS version, v.expires_at AS expiresAt FROM model_aliases a
     JOIN model_versions v ON v.id = a.version_id
     WHERE a.model_id = ? AND a.alias = ?`,
  );
  const validations = raw.prepare<[string, number], Validation>(
    `SELECT ${columnsOf(modelValidations, 'a')}, v.label FROM model_validations a
     JOIN model_versions v ON v.id = a.version_id
     WHERE a.model_id = ? ORDER BY a.id DESC LIMIT ?`,
  );
  const findings = raw.prepare<[string, number], Finding>(
    `SELECT ${columnsOf(modelFindings, 'f')}, v.label FROM model_findings f
     LEFT JOIN model_versions v ON v.id = f.version_id
     WHERE f.model_id = ? ORDER BY f.closed_at IS NOT NULL, f.id DESC LIMIT ?`,
  );
  const alarmed = raw.prepare<[string]>(
    'SELECT 1 FROM model_alarms WHERE version_id = ? AND closed_at IS NULL LIMIT 1',
  );
  return {
    model,
    entry,
    rowsOf(row: ModelRow): InventoryRows {
      const alias = row.tenantId === PLATFORM_OWNER ? 'latest' : 'production';
      const decides = serving.get(row.id, alias) ?? null;
      return {
        model: row,
        entry: entry.get(row.id),
        serving: decides,
        isDecayed: decides !== null && alarmed.get(decides.versionId) !== undefined,
        validations: validations.all(row.id, MOST_SHOWN),
        findings: findings.all(row.id, MOST_SHOWN),
      };
    },
  };
}
