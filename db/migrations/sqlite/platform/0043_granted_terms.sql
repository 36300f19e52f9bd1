-- The second operator may grant less than was asked for; what was asked stays beside it.
ALTER TABLE approvals ADD COLUMN granted_terms TEXT CHECK (granted_terms IS NULL
  OR (json_valid(granted_terms) AND status = 'granted'));
--> statement-breakpoint
CREATE TRIGGER approvals_granted_once BEFORE UPDATE OF granted_terms ON approvals
WHEN OLD.status <> 'requested' AND NEW.granted_terms IS NOT OLD.granted_terms
BEGIN SELECT RAISE(ABORT, 'an approval is granted once, with its terms'); END;
