-- Since when an overdraft has been in arrears, so that it is told of once; null: it is not.
ALTER TABLE overdrafts ADD COLUMN arrears_since INTEGER;
--> statement-breakpoint
CREATE INDEX overdrafts_drawn ON overdrafts (drawn_at)
WHERE drawn_at IS NOT NULL AND arrears_since IS NULL;
--> statement-breakpoint
CREATE INDEX overdrafts_drawn_of_tenant ON overdrafts (tenant_id, drawn_at)
WHERE drawn_at IS NOT NULL AND arrears_since IS NULL;
