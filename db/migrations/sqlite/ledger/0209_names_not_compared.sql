-- Why a part of the name of a customer could be compared with no sanctions list when it was screened
-- last; null: all of it was. Who was screened before this is told by the next lists.
ALTER TABLE customers ADD COLUMN not_compared TEXT;
