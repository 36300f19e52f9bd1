-- Applications that wait, newest first: read once a second for each open page of them.
CREATE INDEX developers_by_application ON developers (application_status, application_id)
WHERE proof_hash IS NULL;
