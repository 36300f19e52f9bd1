-- Which version decides is asked for with every group of payments: answered by an index alone,
-- since a row of a version has its whole card in it.
CREATE INDEX model_versions_that_decide ON model_versions (tenant_id, task, id)
WHERE approval_status = 'approved';
