// Reads approvals: the open ones, which wait for a second person, and the decided ones.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { equalsLiteral } from '../kernel/steady-plans.ts';
import { accounts, transactions } from '../kernel/tables.ts';
import { approvals } from '../limits/tables.ts';
import { accountApprovals } from './account-tables.ts';
import { type ApprovalView, accountApprovalView, approvalView } from './view.ts';

export interface ApprovalFilter extends PageOrder {
  readonly status?: 'requested' | 'granted' | 'denied' | undefined;
}

/**
 * Lists approvals, newest first. The status `requested` leaves out approvals whose transaction or
 * freeze has already ended.
 */
export async function listApprovals(
  ledger: ReadLedger,
  filter: ApprovalFilter,
): Promise<Page<ApprovalView>> {
  const approvals = ledger.database.read(() => [
    ...listTransactionApprovals(ledger, filter),
    ...listAccountApprovals(ledger, filter),
  ]);
  approvals.sort((a, b) => (a.id < b.id ? 1 : -1));
  return pageOf(approvals, filter.limit);
}

function listTransactionApprovals(ledger: ReadLedger, filter: ApprovalFilter): ApprovalView[] {
  const { status, startingAfter, limit } = filter;
  const rows = ledger.database.orm
    .select()
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(
      and(
        status ? equalsLiteral(approvals.status, status) : undefined,
        status === 'requested' ? eq(transactions.status, 'pending_approval') : undefined,
        startingAfter === null ? undefined : lt(approvals.id, startingAfter),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(limit + 1)
    .all();
  return rows.map((row) => approvalView(row.approvals, row.transactions, ledger.livemode));
}

function listAccountApprovals(ledger: ReadLedger, filter: ApprovalFilter): ApprovalView[] {
  const { status, startingAfter, limit } = filter;
  return ledger.database.orm
    .select()
    .from(accountApprovals)
    .innerJoin(accounts, eq(accounts.id, accountApprovals.accountId))
    .where(
      and(
        status ? equalsLiteral(accountApprovals.status, status) : undefined,
        status === 'requested' ? eq(accounts.status, 'frozen') : undefined,
        startingAfter === null ? undefined : lt(accountApprovals.id, startingAfter),
      ),
    )
    .orderBy(desc(accountApprovals.id))
    .limit(limit + 1)
    .all()
    .map((row) => accountApprovalView(row.account_approvals, row.accounts, ledger.livemode));
}

/** Counts the approvals that wait for a second person. */
export function countApprovals({ database }: ReadLedger): number {
  const count = database.raw.prepare<[], number>(
    `SELECT (SELECT count(*) FROM approvals a JOIN transactions t ON t.id = a.transaction_id
        WHERE a.status = 'requested' AND t.status = 'pending_approval')
      + (SELECT count(*) FROM account_approvals a JOIN accounts c ON c.id = a.account_id
        WHERE a.status = 'requested' AND c.status = 'frozen')`,
  );
  return count.pluck().get() ?? 0;
}

/** The latest request to end the freeze of an account; null when there was none. */
export async function findAccountApproval(
  ledger: ReadLedger,
  accountId: string,
): Promise<ApprovalView | null> {
  const row = ledger.database.orm
    .select()
    .from(accountApprovals)
    .innerJoin(accounts, eq(accounts.id, accountApprovals.accountId))
    .where(eq(accountApprovals.accountId, accountId))
    .orderBy(desc(accountApprovals.id))
    .limit(1)
    .get();
  return row ? accountApprovalView(row.account_approvals, row.accounts, ledger.livemode) : null;
}

/** Returns the approval of a transaction with the tenant's id; null when it needs no approval. */
export async function findApproval(
  ledger: ReadLedger,
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
