-- How names are compared with lists judges, too, and belongs in the inventory. A CHECK cannot
-- change, so the table is made anew; views and triggers name it, so nothing is renamed.
CREATE TABLE engine_models_kept AS SELECT * FROM engine_models;
--> statement-breakpoint
DROP TABLE engine_models;
--> statement-breakpoint
CREATE TABLE engine_models (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  task TEXT NOT NULL CHECK (task IN ('intent_parsing', 'sentence_encoding',
    'transaction_monitoring', 'name_screening')),
  -- NULL: the engine does not run it now.
  serving_version_id TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO engine_models
  SELECT id, name, task, serving_version_id, created_at FROM engine_models_kept;
--> statement-breakpoint
DROP TABLE engine_models_kept;
--> statement-breakpoint
CREATE UNIQUE INDEX engine_models_by_name ON engine_models (name);
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
