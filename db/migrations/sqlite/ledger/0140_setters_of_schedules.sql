-- Who set the terms of a schedule is who asks for its payments: another one agrees to them. Null:
-- it was set before this was written down.
ALTER TABLE schedules ADD COLUMN set_by TEXT;
