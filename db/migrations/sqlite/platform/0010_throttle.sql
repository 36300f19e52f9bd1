-- How many requests a second an operator leaves a developer, of each kind; null: as everybody.
ALTER TABLE developers ADD COLUMN throttle INTEGER CHECK (throttle > 0);
