-- What a person has decided and nobody has acted on yet is looked for every few seconds.
CREATE INDEX transactions_to_review ON transactions (id) WHERE status = 'pending_review';
--> statement-breakpoint
CREATE INDEX transactions_to_approve ON transactions (id) WHERE status = 'pending_approval';
