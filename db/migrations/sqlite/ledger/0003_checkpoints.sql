-- The signed tree over the log. Nodes are hashes of whole subtrees of 2^level leaves, written by
-- the act that signs a checkpoint, never by a posting.
CREATE TABLE log_nodes (
  level INTEGER NOT NULL CHECK (level > 0 AND level % 4 = 0),
  node_index INTEGER NOT NULL CHECK (node_index >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (level, node_index)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
-- Public keys that checkpoints were signed with: an old proof outlives its key.
CREATE TABLE log_keys (
  key_id TEXT PRIMARY KEY CHECK (length(key_id) = 8),
  verifier_key TEXT NOT NULL UNIQUE,
  first_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER log_keys_no_update BEFORE UPDATE ON log_keys
BEGIN SELECT RAISE(ABORT, 'a key that signed stays known'); END;
--> statement-breakpoint
CREATE TRIGGER log_keys_no_delete BEFORE DELETE ON log_keys
BEGIN SELECT RAISE(ABORT, 'a key that signed stays known'); END;
--> statement-breakpoint
CREATE TABLE checkpoints (
  tree_size INTEGER PRIMARY KEY CHECK (tree_size > 0),
  id TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  root_hash BLOB NOT NULL CHECK (length(root_hash) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  key_id TEXT NOT NULL REFERENCES log_keys (key_id),
  signed_at INTEGER NOT NULL,
  previous TEXT REFERENCES checkpoints (id)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER checkpoints_grow BEFORE INSERT ON checkpoints
WHEN NEW.tree_size <= (SELECT coalesce(max(tree_size), 0) FROM checkpoints)
  OR NEW.tree_size > (SELECT size FROM log_head)
  OR NEW.previous IS NOT (SELECT id FROM checkpoints ORDER BY tree_size DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'a checkpoint follows the one before it and signs what is there'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
--> statement-breakpoint
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
--> statement-breakpoint
-- Who had the content of a leaf forgotten, and why. Without this row no salt can be deleted.
CREATE TABLE leaf_erasures (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  erased_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER leaf_erasures_no_update BEFORE UPDATE ON leaf_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is recorded once'); END;
--> statement-breakpoint
CREATE TRIGGER leaf_erasures_no_delete BEFORE DELETE ON leaf_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is recorded once'); END;
--> statement-breakpoint
CREATE TRIGGER leaf_salts_no_update BEFORE UPDATE ON leaf_salts
BEGIN SELECT RAISE(ABORT, 'a salt is kept or forgotten, never changed'); END;
--> statement-breakpoint
CREATE TRIGGER leaf_salts_erased BEFORE DELETE ON leaf_salts
WHEN NOT EXISTS (SELECT 1 FROM leaf_erasures e WHERE e.leaf_index = OLD.leaf_index)
BEGIN SELECT RAISE(ABORT, 'a salt is forgotten by an erasure only'); END;
