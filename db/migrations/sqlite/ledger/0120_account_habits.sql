-- What is kept of an account, and of it with each party, so that its payments can be judged without
-- reading its history (docs/risk.md, "The table of features"): both are of bounded size and written
-- in the commit of each booking. An account of before this version is folded from its newest
-- movements when it is first asked about.
CREATE TABLE account_habits (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  -- Counts and sums in windows, sizes of payments, devices, countries: ledger/decisions/habits.ts.
  habits BLOB NOT NULL CHECK (length(habits) BETWEEN 1 AND 8192)
) STRICT;
--> statement-breakpoint
CREATE TABLE party_habits (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- An account, a hash of an account number or a name outside, or `outside`.
  party TEXT NOT NULL,
  out_count INTEGER NOT NULL,
  out_sum INTEGER NOT NULL,
  out_first_at INTEGER,
  out_last_at INTEGER,
  out_largest INTEGER NOT NULL,
  out_rises INTEGER NOT NULL,
  in_count INTEGER NOT NULL,
  in_sum INTEGER NOT NULL,
  in_first_at INTEGER,
  in_last_at INTEGER,
  PRIMARY KEY (account_id, party)
) STRICT, WITHOUT ROWID;
