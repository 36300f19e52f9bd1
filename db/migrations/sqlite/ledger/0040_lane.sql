-- Since when a transaction has its workflow; null: none of its name has begun. Rows that came to
-- rest without one are looked for every few seconds.
ALTER TABLE transactions ADD COLUMN workflow_started_at INTEGER;
--> statement-breakpoint
-- What earlier releases settled was settled by its workflow.
UPDATE transactions SET workflow_started_at = updated_at WHERE stage <> 'accepted';
--> statement-breakpoint
CREATE INDEX transactions_unstarted ON transactions (workflow_id, updated_at)
  WHERE workflow_started_at IS NULL AND stage <> 'accepted';
--> statement-breakpoint
-- Which lane may book: the one that took it last.
CREATE TABLE lane (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  holder TEXT NOT NULL,
  taken_at INTEGER NOT NULL
) STRICT;
