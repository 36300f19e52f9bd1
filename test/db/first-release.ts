// Rows as the first release wrote them, for tests of later migrations.

/** Migrations that there were then. */
export const FIRST_RELEASE = 6;

/** Two accounts, a deposit of 1,000 that was captured to 600, and a hold of 250 between them. */
export const FIRST_RELEASE_ROWS = `
  INSERT INTO customers (id, tenant_id, type, name, kyc_status, created_at, updated_at)
  VALUES ('cust_a', 'dev_a', 'individual', 'Ada', 'verified', 1, 1);
  INSERT INTO accounts (id, tenant_id, kind, customer_id, type, currency, name, account_number,
    status, posted, held, created_at, updated_at)
  VALUES ('acc_a', 'dev_a', 'customer', 'cust_a', 'checking', 'EUR', 'A', '1', 'active', 600, 250,
      1, 1),
    ('acc_b', 'dev_a', 'customer', 'cust_a', 'checking', 'EUR', 'B', '2', 'active', 0, 0, 1, 1),
    ('settlement/EUR/dev_a', 'dev_a', 'settlement', NULL, NULL, 'EUR', 'S', '3', 'active', -600, 0,
      1, 1);
  INSERT INTO transactions (id, tenant_id, type, status, stage, amount, currency,
    source_account_id, destination_account_id, customer_id, capture, request_hash, request_id,
    actor, idempotency_key, created_at, updated_at)
  VALUES ('txn_a', 'dev_a', 'deposit', 'pending', 'accepted', 1000, 'EUR', 'settlement/EUR/dev_a',
      'acc_a', 'cust_a', 'manual', x'07', 'req_a', 'key_a', 'key-a', 1, 1),
    ('txn_b', 'dev_a', 'transfer', 'pending', 'accepted', 250, 'EUR', 'acc_a', 'acc_b', 'cust_a',
      'manual', x'07', 'req_a', 'key_a', 'key-b', 1, 1);
  UPDATE transactions SET status = 'posted', stage = 'done', ledger_sequence = 1, posted_at = 2
  WHERE id = 'txn_a';
  UPDATE transactions SET stage = 'place_hold', expires_at = 4102444800000 WHERE id = 'txn_b';
  INSERT INTO entries VALUES (1, 0, 'txn_a', 'settlement/EUR/dev_a', 'debit', 600, 'EUR', -600, 2),
    (1, 1, 'txn_a', 'acc_a', 'credit', 600, 'EUR', 600, 2);
  INSERT INTO holds VALUES ('hold_b', 'dev_a', 'txn_b', 'acc_a', 'acc_b', 'EUR', 250, 0, 'active',
    4102444800000, 1, 1);
  INSERT INTO hold_movements (hold_id, account_id, destination_account_id, delta, at)
  VALUES ('hold_b', 'acc_a', 'acc_b', 250, 1);`;
