-- Schedules may also go by the days of the Federal Reserve Banks.
ALTER TABLE schedules ADD COLUMN business_calendar TEXT NOT NULL DEFAULT 'weekends'
  CHECK (business_calendar IN ('weekends', 'target', 'federal_reserve'));
--> statement-breakpoint
UPDATE schedules SET business_calendar = calendar WHERE calendar <> 'weekends';
--> statement-breakpoint
ALTER TABLE schedules DROP COLUMN calendar;
--> statement-breakpoint
ALTER TABLE schedules RENAME COLUMN business_calendar TO calendar;
