// Reads wallets: one with its balances, or a page.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { walletParts } from './parts.ts';
import { wallets } from './tables.ts';
import { type WalletRow, type WalletView, walletView } from './view.ts';

export interface WalletFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId?: string | undefined;
}

/** Returns a wallet with its balances, on one snapshot; null when the tenant has no such wallet. */
export async function findWallet(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<WalletView | null> {
  const { database } = ledger;
  return database.read(() => {
    const row = database.orm
      .select()
      .from(wallets)
      .where(and(eq(wallets.id, id), eq(wallets.tenantId, tenantId)))
      .get();
    return row ? (viewsOf(ledger, tenantId, [row])[0] ?? null) : null;
  });
}

/** Wallets of a tenant, newest first. */
export async function listWallets(
  ledger: ReadLedger,
  { tenantId, customerId, startingAfter, limit, metadata }: WalletFilter,
): Promise<Page<WalletView>> {
  const { database } = ledger;
  return database.read(() => {
    const rows = database.orm
      .select()
      .from(wallets)
      .where(
        and(
          eq(wallets.tenantId, tenantId),
          customerId ? eq(wallets.customerId, customerId) : undefined,
          hasMetadata('wallet', tenantId, wallets.id, metadata),
          startingAfter ? lt(wallets.id, startingAfter) : undefined,
        ),
      )
      .orderBy(desc(wallets.id))
      .limit(limit + 1)
      .all();
    const page = pageOf(rows, limit);
    return { data: viewsOf(ledger, tenantId, page.data), hasMore: page.hasMore };
  });
}

function viewsOf(ledger: ReadLedger, tenantId: string, rows: readonly WalletRow[]): WalletView[] {
  const ids = rows.map(({ id }) => id);
  const partsOf = walletParts(ledger.database, ids, ledger.clock(tenantId));
  return rows.map((row) => walletView(row, partsOf(row.id), ledger.livemode));
}
