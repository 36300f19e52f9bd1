-- The day from which money counts, in days since 1970-01-01; null: that of the booking. One that
-- lies ahead keeps its transaction waiting at the stage `validate`.
ALTER TABLE transactions ADD COLUMN value_date INTEGER;
--> statement-breakpoint
CREATE INDEX transactions_dated ON transactions (tenant_id, value_date, id)
  WHERE status = 'pending' AND stage = 'validate';
--> statement-breakpoint
CREATE INDEX transactions_dated_by_day ON transactions (value_date)
  WHERE status = 'pending' AND stage = 'validate';
--> statement-breakpoint
CREATE TRIGGER transactions_value_date BEFORE UPDATE OF value_date ON transactions
WHEN NEW.value_date IS NOT OLD.value_date
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
-- Null of entries that were booked before value dates were kept: the day of their booking.
ALTER TABLE entries ADD COLUMN value_date INTEGER;
