-- What a person of the bank lets a version decide in spite of: who, when, why, for each finding.
ALTER TABLE model_versions ADD COLUMN waivers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(waivers));
--> statement-breakpoint
CREATE TRIGGER model_versions_waivers_stay BEFORE UPDATE OF waivers ON model_versions
WHEN substr(NEW.waivers, 1, length(OLD.waivers) - 1)
  <> substr(OLD.waivers, 1, length(OLD.waivers) - 1)
BEGIN SELECT RAISE(ABORT, 'a waiver is never taken back'); END;
