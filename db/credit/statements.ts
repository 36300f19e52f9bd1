// The reads under lock that every act about a credit assessment uses.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { creditAssessments, creditDecisions, creditOutcomes } from './tables.ts';
import type { CreditAssessmentRow, CreditDecisionRow, CreditOutcomeRow } from './view.ts';

/** Prepares the statements on an open database. */
export function creditStatements({ raw }: Database) {
  const decisions = raw.prepare<[string], CreditDecisionRow>(
    `SELECT ${columnsOf(creditDecisions)} FROM credit_decisions
     WHERE assessment_id = ? ORDER BY number`,
  );
  const outcomes = raw.prepare<[string], CreditOutcomeRow>(
    `SELECT ${columnsOf(creditOutcomes)} FROM credit_outcomes
     WHERE assessment_id = ? ORDER BY number`,
  );
  return {
    byId: raw.prepare<[string], CreditAssessmentRow>(
      `SELECT ${columnsOf(creditAssessments)} FROM credit_assessments WHERE id = ?`,
    ),
    decisions,
    outcomes,
    /** The decisions and outcomes of an assessment, oldest first. */
    readHistory: ({ id }: Pick<CreditAssessmentRow, 'id'>) => ({
      decisions: decisions.all(id),
      outcomes: outcomes.all(id),
    }),
  };
}
