-- A URL with secrets in it lies sealed beside the one that is shown.
ALTER TABLE webhook_endpoints ADD COLUMN sealed_url TEXT;
