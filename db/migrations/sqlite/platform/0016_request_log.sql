-- What developers asked of the API: rows for 30 days, oldest first out beyond a bound; and counts
-- by day, which are complete also where rows are not.
CREATE TABLE request_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  request_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599),
  code TEXT,
  duration_us INTEGER NOT NULL,
  address TEXT,
  detail TEXT,
  at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX request_log_by_developer ON request_log (developer_id, environment, id);
--> statement-breakpoint
CREATE INDEX request_log_by_request ON request_log (request_id);
--> statement-breakpoint
CREATE INDEX request_log_failed ON request_log (developer_id, environment, id) WHERE status >= 400;
--> statement-breakpoint
CREATE TABLE request_counts (
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  day INTEGER NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 1 AND 5),
  requests INTEGER NOT NULL,
  total_us INTEGER NOT NULL,
  PRIMARY KEY (developer_id, environment, day, method, route, outcome)
) STRICT, WITHOUT ROWID;
