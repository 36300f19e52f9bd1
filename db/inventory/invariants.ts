// The invariants of the inventory of models; part of db/invariants.ts. The validator of a model may
// come to own it later, so only the entries before the validation count.

export const INVENTORY_RULES = [
  {
    name: 'model_validated_by_another',
    guarantee:
      'The validator of a model is not its owner, the author of its entry, or the uploader ' +
      'of the version.',
    sql: `SELECT a.id, a.model_id, a.validator FROM model_validations a
          LEFT JOIN inventory_versions v ON v.id = a.version_id AND v.model_id = a.model_id
          WHERE v.id IS NULL OR v.actor = a.validator
            OR NOT EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = a.model_id)
            OR EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = a.model_id
              AND e.created_at < a.created_at AND a.validator IN (e.owner, e.actor))`,
  },
  {
    name: 'finding_closed_by_another',
    guarantee: 'A finding about a model is not closed by its owner or the author of its entry.',
    sql: `SELECT f.id, f.model_id, f.closed_by, e.number FROM model_findings f
          JOIN model_entries e ON e.model_id = f.model_id AND e.created_at < f.closed_at
          WHERE f.closed_by IN (e.owner, e.actor)`,
  },
] as const;
