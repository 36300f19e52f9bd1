-- Developers whose clock was moved have a time of their own: what runs out for them is found
-- without looking at what everybody else has open.
CREATE INDEX intents_to_expire_of_tenant ON intents (tenant_id, expires_at)
  WHERE status = 'requires_confirmation';
