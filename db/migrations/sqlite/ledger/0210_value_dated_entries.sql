-- Finds what was booked after the day from which it counts, for balances by value date.
CREATE INDEX entries_value_dated ON entries (account_id, posted_at)
  WHERE value_date < posted_at / 86400000;
