-- What lists are narrowed by: the texts, numbers and booleans at the top of each object's metadata.
-- The triggers keep them; an object without metadata costs nothing.
CREATE TABLE metadata_terms (
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  object_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, kind, key, value, object_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX metadata_terms_by_object ON metadata_terms (object_id);
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'customer', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM customers o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER customers_metadata_new AFTER INSERT ON customers
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'customer', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER customers_metadata_changed AFTER UPDATE OF metadata ON customers
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'customer';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'customer', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'account', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM accounts o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER accounts_metadata_new AFTER INSERT ON accounts
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'account', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_metadata_changed AFTER UPDATE OF metadata ON accounts
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'account';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'account', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'transaction', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM transactions o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER transactions_metadata_new AFTER INSERT ON transactions
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'transaction', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'wallet', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM wallets o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER wallets_metadata_new AFTER INSERT ON wallets
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'wallet', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER wallets_metadata_changed AFTER UPDATE OF metadata ON wallets
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'wallet';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'wallet', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'schedule', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM schedules o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER schedules_metadata_new AFTER INSERT ON schedules
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'schedule', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER schedules_metadata_changed AFTER UPDATE OF metadata ON schedules
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'schedule';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'schedule', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'batch', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM batches o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER batches_metadata_new AFTER INSERT ON batches
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'batch', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER batches_metadata_changed AFTER UPDATE OF metadata ON batches
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'batch';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'batch', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'alert', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM alerts o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER alerts_metadata_new AFTER INSERT ON alerts
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'alert', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER alerts_metadata_changed AFTER UPDATE OF metadata ON alerts
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'alert';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'alert', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'webhook_endpoint', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM webhook_endpoints o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_metadata_new AFTER INSERT ON webhook_endpoints
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'webhook_endpoint', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_metadata_changed AFTER UPDATE OF metadata ON webhook_endpoints
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'webhook_endpoint';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'webhook_endpoint', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'model_deployment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM model_deployments o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER model_deployments_metadata_new AFTER INSERT ON model_deployments
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'model_deployment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_metadata_changed AFTER UPDATE OF metadata ON model_deployments
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'model_deployment';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'model_deployment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'credit_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM credit_assessments o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_metadata_new AFTER INSERT ON credit_assessments
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'credit_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_metadata_changed AFTER UPDATE OF metadata ON credit_assessments
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'credit_assessment';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'credit_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
INSERT INTO metadata_terms
  SELECT o.tenant_id, 'kyc_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    o.id
  FROM kyc_assessments o, json_each(o.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_metadata_new AFTER INSERT ON kyc_assessments
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'kyc_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_metadata_changed AFTER UPDATE OF metadata ON kyc_assessments
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'kyc_assessment';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'kyc_assessment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
