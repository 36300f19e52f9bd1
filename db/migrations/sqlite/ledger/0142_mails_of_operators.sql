-- The same table for the codes of operators, which are mailed to those who are invited.
CREATE TABLE mails_of_operators (
  id TEXT NOT NULL PRIMARY KEY CHECK (id GLOB 'mail_*'),
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'endpoint_disabled', 'registration',
    'password_reset', 'password_changed', 'application', 'portal_link', 'portal_passkey',
    'operator_invitation')),
  subject_id TEXT NOT NULL,
  recipient TEXT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  is_sealed INTEGER NOT NULL CHECK (is_sealed IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO mails_of_operators SELECT * FROM mails;
--> statement-breakpoint
DROP TABLE mails;
--> statement-breakpoint
ALTER TABLE mails_of_operators RENAME TO mails;
--> statement-breakpoint
CREATE INDEX mails_by_tenant ON mails (tenant_id, created_at);
--> statement-breakpoint
CREATE INDEX mails_queued ON mails (id) WHERE status = 'queued';
--> statement-breakpoint
CREATE INDEX mails_by_subject ON mails (subject_id);
--> statement-breakpoint
CREATE TRIGGER mails_stay BEFORE INSERT ON mails
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
