// Invariants of wallets and their accounts; part of db/invariants.ts.

export const WALLET_RULES = [
  {
    name: 'wallet_and_accounts_have_one_owner',
    guarantee: 'The accounts of a wallet belong to its developer and its customer.',
    sql: `SELECT a.id, a.wallet_id FROM accounts a LEFT JOIN wallets w ON w.id = a.wallet_id
          WHERE a.wallet_id IS NOT NULL AND (w.id IS NULL OR w.tenant_id <> a.tenant_id
            OR w.customer_id IS NOT a.customer_id)`,
  },
  {
    name: 'wallet_has_events',
    guarantee: 'Each wallet has an event for its opening and one for its current state.',
    sql: `SELECT w.id, w.version FROM wallets w
          WHERE (w.id, w.version, iif(w.version = 1, 'wallet.created', 'wallet.updated'))
            NOT IN (SELECT object_id, object_version, type FROM events)
          OR w.id NOT IN (SELECT object_id FROM events WHERE type = 'wallet.created')`,
  },
] as const;

export const PAYMENT_RULES = [
  {
    name: 'payment_has_its_transaction',
    guarantee: 'Each payment has exactly one transfer or withdrawal, of the same developer.',
    sql: `SELECT p.id, t.id AS transaction_id, t.type FROM payments p
          LEFT JOIN transactions t ON t.payment_id = p.id
          WHERE t.id IS NULL OR t.tenant_id <> p.tenant_id
          OR t.type NOT IN ('transfer', 'withdrawal')
          UNION ALL SELECT t.payment_id, t.id, t.type FROM transactions t
          LEFT JOIN payments p ON p.id = t.payment_id
          WHERE t.payment_id IS NOT NULL AND p.id IS NULL`,
  },
  {
    name: 'payment_goes_by_its_wallets',
    guarantee:
      'The money of a payment moves between accounts of the wallets that the payment names.',
    sql: `SELECT p.id, t.id AS transaction_id FROM payments p
          JOIN transactions t ON t.payment_id = p.id
          JOIN accounts s ON s.id = t.source_account_id
          JOIN accounts d ON d.id = t.destination_account_id
          WHERE (p.source_wallet_id IS NOT NULL AND s.wallet_id IS NOT p.source_wallet_id)
          OR (p.destination_wallet_id IS NOT NULL
            AND d.wallet_id IS NOT p.destination_wallet_id)`,
  },
  {
    name: 'payment_has_events',
    guarantee: 'Each payment has an event for its acceptance and one for its current state.',
    sql: `SELECT p.id, t.status FROM payments p JOIN transactions t ON t.payment_id = p.id
          WHERE (p.id, 1, 'payment.created') NOT IN (
            SELECT object_id, object_version, type FROM events)
          OR (t.version > 1 AND (p.id, t.version, 'payment.' || CASE
            WHEN t.status = 'pending' AND t.stage = 'submitting' THEN 'processing'
            WHEN t.status = 'pending' AND t.stage = 'submitted' THEN 'submitted'
            WHEN t.status = 'pending' THEN 'authorized'
            WHEN t.status = 'posted' AND t.amount_reversed > 0 THEN 'partially_refunded'
            WHEN t.status = 'posted' THEN 'completed'
            WHEN t.status = 'reversed' THEN 'refunded'
            ELSE t.status END) NOT IN (SELECT object_id, object_version, type FROM events)
            AND NOT (t.status_code IS 'rail_returned' AND (p.id, t.version) IN (
              SELECT object_id, object_version FROM events WHERE type = 'payment.returned')))`,
  },
] as const;
