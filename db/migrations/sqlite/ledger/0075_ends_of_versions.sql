-- When it was told that the end of a version passed while it decides; NULL: not told. A new end is
-- told anew. By the clock of its developer, in milliseconds since 1970 UTC.
ALTER TABLE model_versions ADD COLUMN expired_at INTEGER;
--> statement-breakpoint
CREATE INDEX model_versions_to_end ON model_versions (id)
  WHERE stage = 'production' AND expires_at IS NOT NULL AND expired_at IS NULL;
