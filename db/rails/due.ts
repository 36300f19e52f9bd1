// Which payments on a network are due by a developer's clock.

import type { Database } from '../kernel/connect.ts';

export interface RailsDue {
  /**
   * Payments that their network has not been given yet and that no person has to see, and those about which it is to be asked at
   * that moment (milliseconds since 1970 UTC); the same ones until that is done.
   */
  dueOf(tenantId: string, at: number, limit: number): string[];
  /** When a network is to be asked next; null: nothing is known. */
  nextDueOf(tenantId: string): number | null;
}

export function railsDue({ raw }: Database): RailsDue {
  const due = raw
    .prepare<[object], string>(
      `SELECT transaction_id FROM rail_payments INDEXED BY rail_payments_to_submit
       WHERE tenant_id = @tenantId AND status IN ('queued', 'submitting')
       AND EXISTS (SELECT 1 FROM transactions t
         WHERE t.id = rail_payments.transaction_id AND t.status = 'pending')
       UNION ALL
       SELECT transaction_id FROM rail_payments INDEXED BY rail_payments_to_ask
       WHERE tenant_id = @tenantId AND ask_at <= @at AND status NOT IN ('queued', 'submitting')
       LIMIT @limit`,
    )
    .pluck();
  const next = raw
    .prepare<[string], number | null>(
      `SELECT min(ask_at) FROM rail_payments INDEXED BY rail_payments_to_ask
       WHERE tenant_id = ? AND ask_at IS NOT NULL`,
    )
    .pluck();
  return {
    dueOf: (tenantId, at, limit) => due.all({ tenantId, at, limit }),
    nextDueOf: (tenantId) => next.get(tenantId) ?? null,
  };
}
