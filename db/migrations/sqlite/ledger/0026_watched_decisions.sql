-- The decisions of a tenant in their order: a deployment looks at those that came since.
CREATE INDEX risk_decisions_by_tenant ON risk_decisions (tenant_id, id);
