-- What clients made of the metadata of a transaction later; null: it is as it was accepted. What was
-- accepted stays, because older events show it.
ALTER TABLE transactions ADD COLUMN current_metadata TEXT;
--> statement-breakpoint
CREATE TRIGGER transactions_metadata_changed AFTER UPDATE OF current_metadata ON transactions
WHEN NEW.current_metadata IS NOT OLD.current_metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'transaction';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'transaction', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(coalesce(NEW.current_metadata, NEW.metadata)) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
