-- A mail that is sent once about one thing is looked up by it.
CREATE INDEX mails_by_subject ON mails (subject_id);
