// Plain reads of approvals: what waits for a second person, and what was decided.

import { and, desc, eq, lt } from 'drizzle-orm';
import { type ApprovalView, approvalView } from './approval-view.ts';
import { approvals } from './limits-schema.ts';
import { type Page, type PageOrder, pageOf } from './page.ts';
import { transactions } from './schema.ts';
import type { Ledger } from './sqlite.ts';

export interface ApprovalFilter extends PageOrder {
  readonly status?: 'requested' | 'granted' | 'denied' | undefined;
}

/** Newest first. `requested` leaves out those whose transaction has ended meanwhile. */
export async function listApprovals(
  ledger: Ledger,
  filter: ApprovalFilter,
): Promise<Page<ApprovalView>> {
  const { status, startingAfter, limit } = filter;
  const rows = ledger.database.orm
    .select()
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(
      and(
        status ? eq(approvals.status, status) : undefined,
        status === 'requested' ? eq(transactions.status, 'pending_approval') : undefined,
        startingAfter === null ? undefined : lt(approvals.id, startingAfter),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  const { livemode } = ledger;
  return {
    ...page,
    data: page.data.map((row) => approvalView(row.approvals, row.transactions, livemode)),
  };
}

/** The approval of a transaction with its tenant's id; null when it needs none. */
export async function findApproval(
  ledger: Ledger,
  transactionId: string,
): Promise<ApprovalView | null> {
  const row = ledger.database.orm
    .select()
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(eq(approvals.transactionId, transactionId))
    .get();
  return row ? approvalView(row.approvals, row.transactions, ledger.livemode) : null;
}
