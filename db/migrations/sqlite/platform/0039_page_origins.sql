-- From which origins pages call the API: those of the redirect addresses of public clients. Of this
-- device they are without a port.
CREATE TABLE oauth_page_origins (
  origin TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  PRIMARY KEY (origin, client_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX oauth_page_origins_by_client ON oauth_page_origins (client_id);
--> statement-breakpoint
INSERT INTO oauth_page_origins (origin, client_id)
SELECT DISTINCT
  CASE WHEN host LIKE 'http://127.0.0.1:%' OR host LIKE 'http://localhost:%'
    THEN substr(host, 1, 7 + instr(substr(host, 8), ':') - 1)
    WHEN host LIKE 'http://[::1]:%' THEN 'http://[::1]'
    ELSE host END,
  id
FROM (
  SELECT c.id AS id, lower(substr(u.value, 1, instr(u.value, '://') + 2
    + instr(replace(substr(u.value, instr(u.value, '://') + 3), '?', '/') || '/', '/') - 1)) AS host
  FROM oauth_clients c, json_each(c.redirect_uris) u
  WHERE c.type = 'public' AND c.status = 'active' AND u.value LIKE 'http%://%'
);
