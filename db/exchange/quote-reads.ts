// Reads quotes, each as it stands by the clock of its developer.

import { and, eq } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type QuoteView, quoteView } from './quote-view.ts';
import { quotes } from './tables.ts';

/** Returns a quote; null when the tenant has no quote with this id. */
export async function findQuote(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<QuoteView | null> {
  const row = ledger.database.orm
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), eq(quotes.tenantId, tenantId)))
    .get();
  return row ? quoteView(row, ledger.livemode, ledger.clock(tenantId)) : null;
}
