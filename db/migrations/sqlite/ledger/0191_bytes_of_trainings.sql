-- Rows that came with the request of a training: they are kept until it is over, and count as data.
ALTER TABLE training_jobs ADD COLUMN body_bytes INTEGER NOT NULL DEFAULT 0 CHECK (body_bytes >= 0);
