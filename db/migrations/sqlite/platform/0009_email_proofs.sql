-- A developer who has registered and not yet shown whose the e-mail address is: no key, and the
-- application is not seen by anybody.
ALTER TABLE developers ADD COLUMN proof_hash BLOB CHECK (length(proof_hash) = 32);
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN proof_expires_at INTEGER;
--> statement-breakpoint
CREATE UNIQUE INDEX developers_by_proof ON developers (proof_hash) WHERE proof_hash IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER keys_after_the_proof BEFORE INSERT ON api_keys
WHEN (SELECT proof_hash FROM developers WHERE id = NEW.developer_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a developer has keys once the e-mail address is proven'); END;
