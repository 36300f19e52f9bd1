-- A transfer that is accepted and posted in one commit is written once, as posted.
DROP TRIGGER transactions_born_pending;
--> statement-breakpoint
CREATE TRIGGER transactions_born_accepted_or_posted BEFORE INSERT ON transactions
WHEN NOT ((NEW.status = 'pending' AND NEW.stage = 'accepted')
  OR (NEW.status = 'posted' AND NEW.stage = 'done' AND NEW.version = 2
    AND NEW.amount_reversed = 0))
BEGIN SELECT RAISE(ABORT, 'a transaction starts as pending, accepted, or as posted'); END;
