-- Keys that replaced one another are one credential: who asked with the old one does not agree with
-- the new one.
ALTER TABLE api_keys ADD COLUMN line TEXT;
