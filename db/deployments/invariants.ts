// Invariants of model deployments.

export const DEPLOYMENT_RULES = [
  {
    name: 'deployment_agrees_with_its_version',
    guarantee: 'The stage of a model version matches its deployment.',
    sql: `SELECT d.id, d.status, v.stage FROM model_deployments d
          JOIN model_versions v ON v.id = d.version_id
          WHERE d.status IN ('shadow', 'canary', 'active', 'superseded', 'rolled_back')
            AND v.stage <> CASE d.status WHEN 'active' THEN 'production'
              WHEN 'superseded' THEN 'archived' ELSE d.status END
            -- A rolled-back version may be archived.
            AND NOT (d.status = 'rolled_back' AND v.stage = 'archived')
          UNION ALL SELECT v.id, v.label, v.stage FROM model_versions v
          WHERE v.stage IN ('shadow', 'canary', 'production') AND NOT EXISTS (
            SELECT 1 FROM model_deployments d WHERE d.version_id = v.id
              AND d.status IN ('shadow', 'canary', 'active'))`,
  },
  {
    name: 'production_alias_agrees',
    guarantee: 'The alias `production` of a model names exactly its version in production.',
    sql: `SELECT a.model_id, a.version_id, v.stage FROM model_aliases a
          JOIN model_versions v ON v.id = a.version_id
          WHERE a.alias = 'production' AND v.stage <> 'production'
          UNION ALL SELECT v.model_id, v.id, v.stage FROM model_versions v
          WHERE v.stage = 'production' AND NOT EXISTS (SELECT 1 FROM model_aliases a
            WHERE a.alias = 'production' AND a.version_id = v.id)`,
  },
  {
    name: 'one_deployment_decides',
    guarantee:
      'Per tenant and task, at most one version decides and at most one more is being ' +
      'deployed.',
    sql: `SELECT tenant_id, task, count(*) AS deployments FROM model_deployments
          WHERE status = 'active' GROUP BY tenant_id, task HAVING deployments > 1
          UNION ALL SELECT tenant_id, task, count(*) AS deployments FROM model_deployments
          WHERE status IN ('pending', 'validating', 'shadow', 'canary')
          GROUP BY tenant_id, task HAVING deployments > 1`,
  },
] as const;
