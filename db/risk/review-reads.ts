// Reads of reviews: open ones, and decided ones.

import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { ReviewStatus } from '../../ledger/decisions/risk.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { equalsLiteral } from '../kernel/steady-plans.ts';
import { riskDecisions, transactions } from '../kernel/tables.ts';
import { riskReviews } from './tables.ts';
import { type RiskReviewView, riskReviewView } from './view.ts';

export interface ReviewFilter extends PageOrder {
  readonly status?: ReviewStatus | undefined;
}

function selectReviews({ database: { orm } }: ReadLedger) {
  return orm
    .select()
    .from(riskReviews)
    .innerJoin(riskDecisions, eq(riskDecisions.id, riskReviews.decisionId))
    .innerJoin(transactions, eq(transactions.id, riskReviews.transactionId));
}

type JoinedReview = ReturnType<ReturnType<typeof selectReviews>['all']>[number];

function viewOf({ livemode }: ReadLedger, row: JoinedReview): RiskReviewView {
  const { risk_decisions: decision, transactions: transaction } = row;
  return riskReviewView(row.risk_reviews, { decision, transaction, livemode });
}

/** Lists reviews, newest first. `open` leaves out holds whose transaction has ended meanwhile. */
export async function listReviews(
  ledger: ReadLedger,
  { status, startingAfter, limit }: ReviewFilter,
): Promise<Page<RiskReviewView>> {
  const waits = or(eq(riskReviews.kind, 'alert'), eq(transactions.status, 'pending_review'));
  const rows = selectReviews(ledger)
    .where(
      and(
        status ? equalsLiteral(riskReviews.status, status) : undefined,
        status === 'open' ? waits : undefined,
        startingAfter === null ? undefined : lt(riskReviews.id, startingAfter),
      ),
    )
    .orderBy(desc(riskReviews.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => viewOf(ledger, row)),
    limit,
  );
}

/** Finds one review; null when there is none. */
export async function findReview(ledger: ReadLedger, id: string): Promise<RiskReviewView | null> {
  const row = selectReviews(ledger).where(eq(riskReviews.id, id)).get();
  return row ? viewOf(ledger, row) : null;
}

/** Finds the review of a transaction; null when none was opened. */
export async function findReviewOf(
  ledger: ReadLedger,
  transactionId: string,
): Promise<RiskReviewView | null> {
  const row = selectReviews(ledger).where(eq(riskReviews.transactionId, transactionId)).get();
  return row ? viewOf(ledger, row) : null;
}
