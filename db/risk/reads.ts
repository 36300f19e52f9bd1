// Reads of risk decisions.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { RiskDecision } from '../../ledger/decisions/risk.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import { riskDecisions, transactions } from '../kernel/tables.ts';

/** Selects decisions with the workflow of their payments, which may have begun after the decision. */
function selectDecisions({ database: { orm } }: ReadLedger) {
  return orm
    .select({ decision: riskDecisions, workflowId: transactions.workflowId })
    .from(riskDecisions)
    .leftJoin(transactions, eq(transactions.id, riskDecisions.transactionId));
}

type JoinedDecision = ReturnType<ReturnType<typeof selectDecisions>['all']>[number];

function rowOf({ decision, workflowId }: JoinedDecision): RiskDecisionRow {
  return { ...decision, workflowId: workflowId ?? decision.workflowId };
}

/** Finds one decision; null when the tenant has none of that id. */
export async function findRiskDecision(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<RiskDecisionRow | null> {
  const row = selectDecisions(ledger).where(eq(riskDecisions.id, id)).get();
  return row?.decision.tenantId === tenantId ? rowOf(row) : null;
}

export interface RiskFilter extends PageOrder {
  readonly tenantId: string;
  readonly transactionId?: string | undefined;
  readonly decision?: RiskDecision | undefined;
}

/** Lists the decisions of a tenant, newest first. */
export async function listRiskDecisions(
  ledger: ReadLedger,
  { tenantId, transactionId, decision, limit, startingAfter }: RiskFilter,
): Promise<Page<RiskDecisionRow>> {
  const rows = selectDecisions(ledger)
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
  return pageOf(rows.map(rowOf), limit);
}
