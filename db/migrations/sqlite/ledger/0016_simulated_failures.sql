-- How many of the next attempts to deliver to an endpoint are to fail, and how: what a developer of
-- the sandbox has asked for last. An attempt that fails so counts down in its own transaction.
CREATE TABLE simulated_failures (
  endpoint_id TEXT PRIMARY KEY REFERENCES webhook_endpoints (id),
  kind TEXT NOT NULL CHECK (kind IN ('refused', 'reset', 'timeout', 'http_status')),
  http_status INTEGER CHECK (http_status BETWEEN 400 AND 599),
  remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND 20),
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'http_status') = (http_status IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER simulated_failures_in_the_sandbox BEFORE INSERT ON simulated_failures
WHEN (SELECT name FROM environment) IS NOT 'sandbox'
BEGIN SELECT RAISE(ABORT, 'only the sandbox simulates'); END;
