-- That operators were reminded of an application which nobody has decided about.
CREATE TABLE application_reminders (
  application_id TEXT NOT NULL,
  reminder INTEGER NOT NULL CHECK (reminder > 0),
  reminded_at INTEGER NOT NULL,
  PRIMARY KEY (application_id, reminder)
) STRICT, WITHOUT ROWID;
