-- Lists in other orders than that of time, and by what a client knows of what it looks for.
CREATE INDEX transactions_by_amount ON transactions (tenant_id, amount, id);
--> statement-breakpoint
CREATE INDEX customers_by_email ON customers (tenant_id, lower(email), id);
--> statement-breakpoint
CREATE INDEX holds_ended_by_tenant ON holds (tenant_id, id) WHERE status <> 'active';
