// Plain reads of decisions about risk.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { RiskDecision } from '../../ledger/decisions/risk.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { RiskDecisionRow } from './summary.ts';
import { riskDecisions } from './tables.ts';

/** One decision of a tenant; null when it has none of that id. */
export async function findRiskDecision(
  { database: { orm } }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<RiskDecisionRow | null> {
  const row = orm.select().from(riskDecisions).where(eq(riskDecisions.id, id)).get();
  return row?.tenantId === tenantId ? row : null;
}

export interface RiskFilter extends PageOrder {
  readonly tenantId: string;
  readonly transactionId?: string | undefined;
  readonly decision?: RiskDecision | undefined;
}

/** Decisions of a tenant, newest first. */
export async function listRiskDecisions(
  { database: { orm } }: ReadLedger,
  { tenantId, transactionId, decision, limit, startingAfter }: RiskFilter,
): Promise<Page<RiskDecisionRow>> {
  const rows = orm
    .select()
    .from(riskDecisions)
    .where(
      and(
        eq(riskDecisions.tenantId, tenantId),
        transactionId === undefined ? undefined : eq(riskDecisions.transactionId, transactionId),
        decision === undefined ? undefined : eq(riskDecisions.decision, decision),
        startingAfter === null ? undefined : lt(riskDecisions.id, startingAfter),
      ),
    )
    .orderBy(desc(riskDecisions.id))
    .limit(limit + 1)
    .all();
  return pageOf(rows, limit);
}
