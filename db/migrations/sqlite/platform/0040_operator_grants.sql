-- What one operator gave alone in a day, of each object: the bound of one person is compared with
-- the sum. Amounts in whole units of any currency, rounded up.
CREATE TABLE operator_grants (
  operator_id TEXT NOT NULL,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  environment TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  PRIMARY KEY (operator_id, act, object_id, day)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX operator_grants_by_day ON operator_grants (environment, day);
