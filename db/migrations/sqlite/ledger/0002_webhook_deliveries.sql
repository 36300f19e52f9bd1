-- Which events were handed to which endpoints, and every attempt to deliver them. Times are
-- milliseconds since 1970 UTC.
-- How far the relay has read the event log: everything up to that row has its deliveries.
CREATE TABLE relay_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  event_row INTEGER NOT NULL CHECK (event_row >= 0),
  relayed_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO relay_cursor (id, event_row, relayed_at)
  VALUES (1, (SELECT coalesce(max(row), 0) FROM events), 0);
--> statement-breakpoint
CREATE TRIGGER relay_cursor_grows BEFORE UPDATE ON relay_cursor
WHEN NEW.event_row < OLD.event_row OR NEW.relayed_at < OLD.relayed_at
  OR NEW.event_row > (SELECT coalesce(max(row), 0) FROM events)
BEGIN SELECT RAISE(ABORT, 'the relay reads the log once, in its order'); END;
--> statement-breakpoint
CREATE TRIGGER relay_cursor_no_delete BEFORE DELETE ON relay_cursor
BEGIN SELECT RAISE(ABORT, 'the relay reads the log once, in its order'); END;
--> statement-breakpoint
-- One per endpoint: from which event on it is sent to, and how it fares.
CREATE TABLE mailboxes (
  endpoint_id TEXT PRIMARY KEY REFERENCES webhook_endpoints (id),
  -- Events up to this row happened before the endpoint was there.
  born_row INTEGER NOT NULL CHECK (born_row >= 0),
  -- Every later event was relayed under the subscription that the endpoint has now.
  changed_row INTEGER NOT NULL CHECK (changed_row >= born_row),
  failures_in_row INTEGER NOT NULL DEFAULT 0 CHECK (failures_in_row >= 0),
  failing_since INTEGER,
  last_success_at INTEGER,
  last_failure_at INTEGER,
  CHECK ((failures_in_row = 0) = (failing_since IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER mailboxes_made AFTER INSERT ON webhook_endpoints
BEGIN
  INSERT INTO mailboxes (endpoint_id, born_row, changed_row)
    SELECT NEW.id, coalesce(max(row), 0), coalesce(max(row), 0) FROM events;
END;
--> statement-breakpoint
CREATE TRIGGER mailboxes_changed AFTER UPDATE ON webhook_endpoints
WHEN NEW.events <> OLD.events OR NEW.status <> OLD.status
BEGIN
  UPDATE mailboxes SET changed_row = (SELECT coalesce(max(row), 0) FROM events)
    WHERE endpoint_id = NEW.id;
END;
--> statement-breakpoint
-- Whoever enables an endpoint again has mended it: its failures count from zero.
CREATE TRIGGER mailboxes_mended AFTER UPDATE ON webhook_endpoints
WHEN NEW.status = 'enabled' AND OLD.status <> 'enabled'
BEGIN
  UPDATE mailboxes SET failures_in_row = 0, failing_since = NULL WHERE endpoint_id = NEW.id;
END;
--> statement-breakpoint
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL REFERENCES mailboxes (endpoint_id),
  event_row INTEGER NOT NULL REFERENCES events (row),
  -- 0: because the event happened; n: the nth time that somebody asked for it again.
  repeat INTEGER NOT NULL CHECK (repeat >= 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'retrying', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Failed attempts since it was last asked for: the rung of the retry ladder.
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  delivered_at INTEGER,
  UNIQUE (endpoint_id, event_row, repeat),
  CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX deliveries_due ON deliveries (endpoint_id, next_attempt_at, event_row)
  WHERE status IN ('pending', 'retrying');
--> statement-breakpoint
CREATE INDEX deliveries_by_status ON deliveries (endpoint_id, status, id);
--> statement-breakpoint
CREATE TRIGGER deliveries_edges BEFORE UPDATE OF status ON deliveries
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'pending' AND NEW.status IN ('retrying', 'delivered', 'failed'))
  OR (OLD.status = 'retrying' AND NEW.status IN ('pending', 'delivered', 'failed'))
  OR (OLD.status = 'failed' AND NEW.status = 'pending'))
BEGIN SELECT RAISE(ABORT, 'delivery status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER deliveries_identity BEFORE UPDATE OF id, tenant_id, endpoint_id, event_row, repeat,
  created_at ON deliveries
BEGIN SELECT RAISE(ABORT, 'what a delivery delivers never changes'); END;
--> statement-breakpoint
CREATE TRIGGER deliveries_no_delete BEFORE DELETE ON deliveries
BEGIN SELECT RAISE(ABORT, 'deliveries are never deleted'); END;
--> statement-breakpoint
CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id),
  number INTEGER NOT NULL CHECK (number > 0),
  endpoint_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  http_status INTEGER,
  fault TEXT,
  message TEXT,
  excerpt TEXT,
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX delivery_attempts_by_endpoint ON delivery_attempts (endpoint_id, at);
--> statement-breakpoint
CREATE TRIGGER delivery_attempts_no_update BEFORE UPDATE ON delivery_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER delivery_attempts_no_delete BEFORE DELETE ON delivery_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
