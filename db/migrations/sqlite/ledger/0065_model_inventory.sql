-- The file on the risk of models: who owns each and what it is for, who validated which version,
-- and what was found. Entries and validations are added, never changed; a finding is closed once.
-- Times in milliseconds since 1970 UTC.
CREATE TABLE model_entries (
  model_id TEXT NOT NULL REFERENCES models (id),
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
CREATE TRIGGER model_entries_in_order BEFORE INSERT ON model_entries
WHEN NEW.number <> 1 + (SELECT count(*) FROM model_entries e WHERE e.model_id = NEW.model_id)
  OR NOT EXISTS (SELECT 1 FROM models m
    WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'an entry is the next one of its model'); END;
--> statement-breakpoint
CREATE TRIGGER model_entries_no_update BEFORE UPDATE ON model_entries
BEGIN SELECT RAISE(ABORT, 'an entry of the inventory never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_entries_no_delete BEFORE DELETE ON model_entries
BEGIN SELECT RAISE(ABORT, 'entries of the inventory are never deleted'); END;
--> statement-breakpoint
CREATE TABLE model_validations (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  tenant_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('fit', 'fit_with_conditions', 'unfit')),
  summary TEXT NOT NULL CHECK (summary <> ''),
  validator TEXT NOT NULL,
  revalidate_by INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (revalidate_by > created_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX model_validations_by_model ON model_validations (model_id, id);
--> statement-breakpoint
-- Four eyes: whoever ever owned the model, wrote an entry about it or brought the version is not
-- its validator.
CREATE TRIGGER model_validations_by_another BEFORE INSERT ON model_validations
WHEN NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id
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
CREATE TABLE model_findings (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT REFERENCES model_versions (id),
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
CREATE INDEX model_findings_by_model ON model_findings (model_id, id);
--> statement-breakpoint
CREATE TRIGGER model_findings_born_open BEFORE INSERT ON model_findings
WHEN NEW.closed_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM models m
    WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id)
  OR (NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM model_versions v
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
