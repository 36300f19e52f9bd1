-- Entries of operators stand against accounts of profit and loss, not against settlement.
DROP TRIGGER accounts_kinds;
--> statement-breakpoint
CREATE TRIGGER accounts_kinds BEFORE INSERT ON accounts
WHEN NEW.kind NOT IN ('customer', 'settlement', 'position', 'fee_income', 'write_off_loss',
  'goodwill_expense', 'fee_waivers', 'corrections')
BEGIN SELECT RAISE(ABORT, 'no such kind of account'); END;
