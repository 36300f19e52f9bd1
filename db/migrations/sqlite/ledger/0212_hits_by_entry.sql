-- What people decided about an entry of a list is shown to whoever decides about it again.
CREATE INDEX screening_hits_by_entry ON screening_hits (list, entity_id, id)
WHERE status <> 'pending';
