-- A registration asks for the sandbox alone: an application for production is what states a use case.
ALTER TABLE developers ADD COLUMN applied_at INTEGER;
--> statement-breakpoint
UPDATE developers SET applied_at = created_at
WHERE use_case IS NOT NULL OR application_status <> 'pending';
--> statement-breakpoint
DROP INDEX developers_by_application;
--> statement-breakpoint
-- Applications that wait, newest first: read once a second for each open page of them.
CREATE INDEX developers_by_application ON developers (application_status, application_id)
WHERE proof_hash IS NULL AND applied_at IS NOT NULL;
