// Reads the stored records of decisions: their state when the bank decided, and the later decisions
// of people.

import { creditAssessments, creditDecisions } from '../credit/tables.ts';
import type {
  CreditAssessmentRow,
  CreditAssessmentView,
  CreditDecisionRow,
} from '../credit/view.ts';
import { creditAssessmentView } from '../credit/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { riskDecisions } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { riskReviews } from '../risk/tables.ts';
import type { RiskReviewRow } from '../risk/view.ts';

/** A later decision of a person about the same case. */
export interface ReviewerDecision {
  readonly decision: string;
  readonly decidedBy: string;
  readonly reason: string | null;
  readonly decidedAt: string | null;
}

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  risk: raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE id IN ${IN_GIVEN_LIST}`,
  ),
  reviews: raw.prepare<[string], RiskReviewRow>(
    `SELECT ${columnsOf(riskReviews)} FROM risk_reviews WHERE transaction_id IN ${IN_GIVEN_LIST}`,
  ),
  assessments: raw.prepare<[string], CreditAssessmentRow>(
    `SELECT ${columnsOf(creditAssessments)} FROM credit_assessments WHERE id IN ${IN_GIVEN_LIST}`,
  ),
  credit: raw.prepare<[string], CreditDecisionRow>(
    `SELECT ${columnsOf(creditDecisions)} FROM credit_decisions
     WHERE assessment_id IN ${IN_GIVEN_LIST} ORDER BY assessment_id, number`,
  ),
}));

/** Returns the risk decisions with these ids. Ids without a decision are left out. */
export function readRiskDecisions(ledger: ReadLedger, ids: readonly string[]): RiskDecisionRow[] {
  return statementsOf(ledger.database).risk.all(JSON.stringify(ids));
}

/** Returns the reviews of payments, by the id of the transaction. */
export function readReviews(
  { database }: ReadLedger,
  transactionIds: readonly string[],
): ReadonlyMap<string, RiskReviewRow> {
  const rows = statementsOf(database).reviews.all(JSON.stringify(transactionIds));
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/** A credit assessment with the engine's decision, and the later decisions of people. */
export interface EngineCredit {
  readonly assessment: CreditAssessmentView;
  readonly features: readonly (number | null)[] | null;
  readonly people: readonly ReviewerDecision[];
}

/** Returns the credit assessments with these ids. */
export function readEngineCredit(
  { database, livemode }: ReadLedger,
  ids: readonly string[],
): EngineCredit[] {
  const sql = statementsOf(database);
  const decisions = groupRows(sql.credit, ids, (row) => row.assessmentId);
  return sql.assessments.all(JSON.stringify(ids)).map((row) => {
    const [first, ...later] = decisions.get(row.id) ?? [];
    if (!first) throw new Error(`credit assessment ${row.id} has no decision`);
    const features = row.features === null ? null : JSON.parse(row.features);
    return {
      assessment: creditAssessmentView(row, { decisions: [first], outcomes: [] }, livemode),
      features: Array.isArray(features) ? features : null,
      people: later.map(({ decision, actor, comment, decidedAt }) => {
        return { decision, decidedBy: actor, reason: comment, decidedAt: timestamp(decidedAt) };
      }),
    };
  });
}
