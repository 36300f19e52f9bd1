-- Text models and written rules judge too, and belong in the inventory of models (SR 11-7). The
-- engine writes down what it runs. Times in milliseconds since 1970 UTC.
CREATE TABLE engine_models (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  task TEXT NOT NULL CHECK (task IN ('intent_parsing', 'sentence_encoding',
    'transaction_monitoring')),
  -- NULL: the engine does not run it now.
  serving_version_id TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX engine_models_by_name ON engine_models (name);
--> statement-breakpoint
CREATE TABLE engine_model_versions (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES engine_models (id),
  label TEXT NOT NULL CHECK (label <> ''),
  -- NULL: rules, which are no file.
  artifact_sha256 TEXT CHECK (length(artifact_sha256) = 64),
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- Another file under the same number is another version, which nobody has validated.
CREATE UNIQUE INDEX engine_model_versions_once
  ON engine_model_versions (model_id, label, coalesce(artifact_sha256, ''));
--> statement-breakpoint
CREATE TRIGGER engine_models_identity BEFORE UPDATE ON engine_models
WHEN (NEW.id, NEW.name, NEW.task, NEW.created_at)
  <> (OLD.id, OLD.name, OLD.task, OLD.created_at)
  OR (NEW.serving_version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM engine_model_versions v
    WHERE v.id = NEW.serving_version_id AND v.model_id = NEW.id))
BEGIN SELECT RAISE(ABORT, 'a model of the engine runs a version of its own'); END;
--> statement-breakpoint
CREATE TRIGGER engine_models_no_delete BEFORE DELETE ON engine_models
BEGIN SELECT RAISE(ABORT, 'models of the engine are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER engine_model_versions_no_update BEFORE UPDATE ON engine_model_versions
BEGIN SELECT RAISE(ABORT, 'a version of the engine never changes'); END;
--> statement-breakpoint
CREATE TRIGGER engine_model_versions_no_delete BEFORE DELETE ON engine_model_versions
BEGIN SELECT RAISE(ABORT, 'versions of the engine are never deleted'); END;
--> statement-breakpoint
-- The same tables of the inventory, about models of either kind.
DROP TRIGGER model_entries_in_order;
--> statement-breakpoint
DROP TRIGGER model_entries_no_update;
--> statement-breakpoint
DROP TRIGGER model_entries_no_delete;
--> statement-breakpoint
DROP TRIGGER model_validations_by_another;
--> statement-breakpoint
DROP TRIGGER model_validations_no_update;
--> statement-breakpoint
DROP TRIGGER model_validations_no_delete;
--> statement-breakpoint
DROP TRIGGER model_findings_born_open;
--> statement-breakpoint
DROP TRIGGER model_findings_close_once;
--> statement-breakpoint
DROP TRIGGER model_findings_identity;
--> statement-breakpoint
DROP TRIGGER model_findings_no_delete;
--> statement-breakpoint
CREATE TABLE model_entries_of_all (
  model_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 1000),
  tenant_id TEXT NOT NULL,
  -- Of a model of the bank an operator; of a developer's model the person whom the developer names.
  owner TEXT NOT NULL CHECK (owner <> ''),
  purpose TEXT NOT NULL CHECK (purpose <> ''),
  materiality TEXT NOT NULL CHECK (materiality IN ('high', 'medium', 'low')),
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (model_id, number)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO model_entries_of_all SELECT * FROM model_entries;
--> statement-breakpoint
CREATE TABLE model_validations_of_all (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('fit', 'fit_with_conditions', 'unfit')),
  summary TEXT NOT NULL CHECK (summary <> ''),
  validator TEXT NOT NULL,
  revalidate_by INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (revalidate_by > created_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO model_validations_of_all SELECT * FROM model_validations;
--> statement-breakpoint
CREATE TABLE model_findings_of_all (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL,
  version_id TEXT,
  tenant_id TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('high', 'medium', 'low')),
  finding TEXT NOT NULL CHECK (finding <> ''),
  due_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  resolution TEXT CHECK (resolution <> ''),
  closed_by TEXT,
  closed_at INTEGER,
  CHECK (due_at > created_at),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((closed_at IS NULL) = (resolution IS NULL)),
  CHECK (closed_at >= created_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO model_findings_of_all SELECT * FROM model_findings;
--> statement-breakpoint
DROP TABLE model_findings;
--> statement-breakpoint
DROP TABLE model_validations;
--> statement-breakpoint
DROP TABLE model_entries;
--> statement-breakpoint
ALTER TABLE model_entries_of_all RENAME TO model_entries;
--> statement-breakpoint
ALTER TABLE model_validations_of_all RENAME TO model_validations;
--> statement-breakpoint
ALTER TABLE model_findings_of_all RENAME TO model_findings;
--> statement-breakpoint
CREATE VIEW inventory_models AS
  SELECT id, tenant_id, name, task, created_at FROM models
  UNION ALL SELECT id, 'platform', name, task, created_at FROM engine_models;
--> statement-breakpoint
CREATE VIEW inventory_versions AS
  SELECT id, model_id, tenant_id, label, actor, expires_at FROM model_versions
  UNION ALL SELECT id, model_id, 'platform', label, actor, NULL FROM engine_model_versions;
--> statement-breakpoint
CREATE TRIGGER model_entries_in_order BEFORE INSERT ON model_entries
WHEN NEW.number <> 1 + (SELECT count(*) FROM model_entries e WHERE e.model_id = NEW.model_id)
  OR NOT EXISTS (SELECT 1 FROM inventory_models m
    WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'an entry is the next one of its model'); END;
--> statement-breakpoint
CREATE TRIGGER model_entries_no_update BEFORE UPDATE ON model_entries
BEGIN SELECT RAISE(ABORT, 'an entry of the inventory never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_entries_no_delete BEFORE DELETE ON model_entries
BEGIN SELECT RAISE(ABORT, 'entries of the inventory are never deleted'); END;
--> statement-breakpoint
CREATE INDEX model_validations_by_model ON model_validations (model_id, id);
--> statement-breakpoint
-- Four eyes: whoever ever owned the model, wrote an entry about it or brought the version is not
-- its validator.
CREATE TRIGGER model_validations_by_another BEFORE INSERT ON model_validations
WHEN NOT EXISTS (SELECT 1 FROM inventory_versions v WHERE v.id = NEW.version_id
    AND v.model_id = NEW.model_id AND v.tenant_id = NEW.tenant_id AND v.actor <> NEW.validator)
  OR NOT EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id)
  OR EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id
    AND NEW.validator IN (e.owner, e.actor))
BEGIN SELECT RAISE(ABORT, 'a model is validated by another person than its owner'); END;
--> statement-breakpoint
CREATE TRIGGER model_validations_no_update BEFORE UPDATE ON model_validations
BEGIN SELECT RAISE(ABORT, 'a validation never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_validations_no_delete BEFORE DELETE ON model_validations
BEGIN SELECT RAISE(ABORT, 'validations are never deleted'); END;
--> statement-breakpoint
CREATE INDEX model_findings_by_model ON model_findings (model_id, id);
--> statement-breakpoint
CREATE TRIGGER model_findings_born_open BEFORE INSERT ON model_findings
WHEN NEW.closed_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM inventory_models m
    WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id)
  OR (NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_versions v
    WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id))
BEGIN SELECT RAISE(ABORT, 'a finding starts as open, about a model or a version of it'); END;
--> statement-breakpoint
-- Nor does the owner close what was found.
CREATE TRIGGER model_findings_close_once BEFORE UPDATE ON model_findings
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL
  OR EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id
    AND NEW.closed_by IN (e.owner, e.actor))
BEGIN SELECT RAISE(ABORT, 'a finding is closed once, by another person than the owner'); END;
--> statement-breakpoint
CREATE TRIGGER model_findings_identity BEFORE UPDATE OF id, model_id, version_id, tenant_id,
  severity, finding, due_at, opened_by, created_at
ON model_findings BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_findings_no_delete BEFORE DELETE ON model_findings
BEGIN SELECT RAISE(ABORT, 'findings are never deleted'); END;
