-- Conversations with customers: what was said on both sides, and what the next message is read
-- with. Times in milliseconds since 1970 UTC.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- Open slots, the open proposal, and the last question, as JSON.
  state TEXT NOT NULL CHECK (json_valid(state)),
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX conversations_by_tenant ON conversations (tenant_id, id);
--> statement-breakpoint
CREATE TABLE conversation_messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  tenant_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  role TEXT NOT NULL CHECK (role IN ('customer', 'bank')),
  text TEXT NOT NULL,
  -- Of the bank's messages: figures, citations and the like, as JSON. Never a token.
  answer TEXT CHECK (json_valid(answer)),
  intent_id TEXT REFERENCES intents (id),
  created_at INTEGER NOT NULL,
  UNIQUE (conversation_id, number),
  CHECK ((role = 'bank') = (answer IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER conversation_messages_no_update BEFORE UPDATE ON conversation_messages
BEGIN SELECT RAISE(ABORT, 'what was said never changes'); END;
--> statement-breakpoint
CREATE TRIGGER conversation_messages_no_delete BEFORE DELETE ON conversation_messages
BEGIN SELECT RAISE(ABORT, 'what was said never changes'); END;
