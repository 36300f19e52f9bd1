// Reads credit assessments: one, a page, and those that wait for a person.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { creditAssessments, creditDecisions, creditOutcomes } from './tables.ts';
import {
  type CreditAssessmentRow,
  type CreditAssessmentView,
  type CreditDecisionRow,
  creditAssessmentView,
} from './view.ts';

/** Returns an assessment of a tenant (null: any tenant); null when it does not exist. */
export async function findCreditAssessment(
  ledger: ReadLedger,
  tenantId: string | null,
  id: string,
): Promise<CreditAssessmentView | null> {
  return ledger.database.read(() => {
    const row = rowOf(ledger, id);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) return null;
    return viewsOf(ledger, [row])[0] ?? null;
  });
}

/** Returns the request of an assessment, to check the rules again; null when it does not exist. */
export async function readCreditRequest(ledger: ReadLedger, id: string): Promise<unknown> {
  const row = rowOf(ledger, id);
  return row ? JSON.parse(row.request) : null;
}

/** Returns the features that were given to the model; null when no model was asked. */
export function readCreditFeatures(ledger: ReadLedger, id: string): (number | null)[] | null {
  const features = rowOf(ledger, id)?.features ?? null;
  return features === null ? null : (JSON.parse(features) as (number | null)[]);
}

export interface CreditFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId?: string | undefined;
}

/** Assessments of a tenant, newest first. */
export async function listCreditAssessments(
  ledger: ReadLedger,
  { tenantId, customerId, limit, startingAfter, metadata }: CreditFilter,
): Promise<Page<CreditAssessmentView>> {
  const select = ledger.database.orm
    .select()
    .from(creditAssessments)
    .where(
      and(
        eq(creditAssessments.tenantId, tenantId),
        customerId ? eq(creditAssessments.customerId, customerId) : undefined,
        hasMetadata('credit_assessment', tenantId, creditAssessments.id, metadata),
        startingAfter ? lt(creditAssessments.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(creditAssessments.id))
    .limit(limit + 1);
  return ledger.database.read(() => viewPage(ledger, pageOf(select.all(), limit)));
}

export interface ReviewOrder extends PageOrder {
  readonly status: 'open' | 'decided';
}

/** Assessments of every tenant that the engine referred to a person, newest first. */
export async function listCreditReviews(
  ledger: ReadLedger,
  { status, limit, startingAfter }: ReviewOrder,
): Promise<Page<CreditAssessmentView>> {
  const decided = `EXISTS (SELECT 1 FROM credit_decisions n
    WHERE n.assessment_id = d.assessment_id AND n.number = 2)`;
  const after = startingAfter === null ? '' : 'AND d.assessment_id < @startingAfter';
  const select = ledger.database.raw.prepare<object, CreditAssessmentRow>(
    `SELECT ${columnsOf(creditAssessments, 'a')} FROM credit_decisions d
     JOIN credit_assessments a ON a.id = d.assessment_id
     WHERE d.decision = 'manual_review' AND ${status === 'open' ? 'NOT' : ''} ${decided} ${after}
     ORDER BY d.assessment_id DESC LIMIT @limit`,
  );
  const bind = { limit: limit + 1, ...(startingAfter === null ? {} : { startingAfter }) };
  return ledger.database.read(() => viewPage(ledger, pageOf(select.all(bind), limit)));
}

function rowOf(ledger: ReadLedger, id: string): CreditAssessmentRow | undefined {
  const { orm } = ledger.database;
  return orm.select().from(creditAssessments).where(eq(creditAssessments.id, id)).get();
}

const partsOf = prepareOnce(({ raw }: Database) => ({
  decisions: raw.prepare<[string], CreditDecisionRow>(
    `SELECT ${columnsOf(creditDecisions)} FROM credit_decisions
     WHERE assessment_id IN ${IN_GIVEN_LIST} ORDER BY assessment_id, number`,
  ),
  outcomes: raw.prepare<[string], typeof creditOutcomes.$inferSelect>(
    `SELECT ${columnsOf(creditOutcomes)} FROM credit_outcomes
     WHERE assessment_id IN ${IN_GIVEN_LIST} ORDER BY assessment_id, number`,
  ),
}));

function viewPage(ledger: ReadLedger, page: Page<CreditAssessmentRow>): Page<CreditAssessmentView> {
  return { data: viewsOf(ledger, page.data), hasMore: page.hasMore };
}

function viewsOf(
  { database, livemode }: ReadLedger,
  rows: readonly CreditAssessmentRow[],
): CreditAssessmentView[] {
  const ids = rows.map(({ id }) => id);
  const parts = partsOf(database);
  const decisions = groupRows(parts.decisions, ids, (row) => row.assessmentId);
  const outcomes = groupRows(parts.outcomes, ids, (row) => row.assessmentId);
  return rows.map((row) =>
    creditAssessmentView(
      row,
      { decisions: decisions.get(row.id) ?? [], outcomes: outcomes.get(row.id) ?? [] },
      livemode,
    ),
  );
}

/** Open credit assessments, which prevent the erasure of a customer. */
export const CREDIT_BUSINESS: CustomerBusinessQueries = {
  code: 'credit_open',
  message: 'The request for credit waits for a person.',
  open: `SELECT c.id FROM credit_assessments c WHERE c.customer_id = @id
    AND (SELECT d.decision FROM credit_decisions d WHERE d.assessment_id = c.id
      ORDER BY d.number DESC LIMIT 1) = 'manual_review'`,
};
