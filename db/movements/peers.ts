// Reads how much the customers of one developer pay, customer by customer, for comparisons with a
// group. A caller must not reveal the figures of a single customer.

import type { BookReader } from './reads.ts';

export interface PeerOrder {
  readonly tenantId: string;
  /** The customer who is compared and not part of the group. */
  readonly customerId: string;
  readonly currency: string;
  /** Milliseconds since 1970 UTC; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Payments out of one customer to others; the amount in minor units. */
export interface PeerFigures {
  readonly payments: number;
  readonly amount: number;
}

/** Customers in a group at most: more would change little and take longer. */
const MAX_PEERS = 500;

/** Returns the figures of other customers of the same type that paid at least `min` times. */
export function readPeers({ database }: BookReader, order: PeerOrder, min: number): PeerFigures[] {
  const read = database.raw.prepare<[object], PeerFigures>(
    `SELECT count(*) AS payments, sum(e.amount) AS amount
     FROM (SELECT c.id FROM customers c JOIN customers own ON own.id = @customerId
         AND own.tenant_id = c.tenant_id AND own.type = c.type
       WHERE c.tenant_id = @tenantId AND c.id <> @customerId ORDER BY c.id LIMIT ${MAX_PEERS}) peer
     JOIN accounts a ON a.customer_id = peer.id AND a.currency = @currency AND a.kind = 'customer'
     JOIN entries e ON e.account_id = a.id AND e.direction = 'debit'
       AND e.posted_at >= @from AND e.posted_at < @to
     JOIN transactions t ON t.id = e.transaction_id AND t.type IN ('transfer', 'withdrawal')
     LEFT JOIN accounts x ON x.id = t.destination_account_id
     WHERE x.customer_id IS NULL OR x.customer_id <> a.customer_id
     GROUP BY peer.id HAVING count(*) >= @least`,
  );
  return read.all({ ...order, least: min });
}
