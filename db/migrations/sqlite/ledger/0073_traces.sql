-- The trace that a request belongs to, where traces are configured: whoever delivers its events
-- names the commit that caused them. Rows of more than four days go.
CREATE TABLE traces (
  request_id TEXT PRIMARY KEY,
  traceparent TEXT NOT NULL CHECK (length(traceparent) = 55),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX traces_by_age ON traces (at);
