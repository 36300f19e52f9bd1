-- What an operator has moved in a day is summed before the bound of one person is compared.
CREATE INDEX transactions_by_operator ON transactions (created_at, actor)
  WHERE actor >= 'opr_' AND actor < 'opr`';
