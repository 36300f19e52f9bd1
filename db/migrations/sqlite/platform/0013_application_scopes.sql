-- What the live keys of a developer may at most do, space-separated; null: everything.
ALTER TABLE developers ADD COLUMN application_scopes TEXT;
