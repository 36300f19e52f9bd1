// Reads overdrafts with their pending fees, as the API shows them.

import { and, eq } from 'drizzle-orm';
import { EXPIRED_HOLDS, type ExpiredHolds } from '../kernel/hold-expiry.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { accounts } from '../kernel/tables.ts';
import { overdrafts } from './tables.ts';
import { type OverdraftView, overdraftView, PENDING_FEES, type PendingFees } from './view.ts';

/** Returns the overdraft of an account; null when the tenant has no such account. */
export async function findOverdraft(
  ledger: ReadLedger,
  tenantId: string,
  accountId: string,
): Promise<OverdraftView | null> {
  const { orm, raw, read } = ledger.database;
  const ownedAccount = and(
    eq(accounts.id, accountId),
    eq(accounts.tenantId, tenantId),
    eq(accounts.kind, 'customer'),
  );
  return read(() => {
    const account = orm.select().from(accounts).where(ownedAccount).get();
    if (!account) return null;
    const now = ledger.clock(tenantId);
    const row = orm.select().from(overdrafts).where(eq(overdrafts.accountId, accountId)).get();
    return overdraftView({
      account,
      row: row ?? null,
      expiredHolds: raw
        .prepare<[object], ExpiredHolds>(EXPIRED_HOLDS)
        .get({ id: accountId, now }) as ExpiredHolds,
      pendingFees: raw.prepare<[string], PendingFees>(PENDING_FEES).get(accountId) as PendingFees,
      livemode: ledger.livemode,
      now,
    });
  });
}
