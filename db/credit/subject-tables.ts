// The declaration of the tables of credit decisions (db/subject-tables.ts).

import { byCustomer, EMPTY_JSON, NAME, notesOn, OWN_ROWS } from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { aboutCustomer, IN_LIST, LARGE_AMOUNT } from '../work/source.ts';
import { CREDIT_RULES } from './invariants.ts';

const IS_OF_OWN_ASSESSMENT = `assessment_id IN (SELECT id FROM credit_assessments WHERE ${OWN_ROWS})`;
const PRODUCT_ONLY = `json_object('product', json(request -> '$.product'),
  'purpose', request ->> '$.purpose')`;
/** Keeps only whether the floor was passed, and the grade. */
const WITHOUT_FIGURES = `json_set(findings, '$.keyFactors', json('[]'),
  '$.counterfactual', json('[]'))`;

const URGENCY = `CASE
  WHEN a.amount >= ${5 * LARGE_AMOUNT} OR a.probability >= 0.3 THEN 'high'
  WHEN a.amount < ${LARGE_AMOUNT} AND a.probability < 0.1 THEN 'low' ELSE 'normal' END`;

export const CREDIT_TABLES: SubjectTables = {
  tables: ['credit_outcomes', 'credit_decisions', 'credit_assessments'],
  rules: CREDIT_RULES,
  held: [
    notesOn('credit_assessments'),
    byCustomer(
      'credit_decisions',
      { comment: `iif(comment IS NULL, NULL, ${NAME})` },
      { where: IS_OF_OWN_ASSESSMENT },
    ),
    byCustomer('credit_assessments', {
      request: PRODUCT_ONLY,
      findings: WITHOUT_FIGURES,
      features: `iif(features IS NULL, NULL, ${EMPTY_JSON})`,
      metadata: EMPTY_JSON,
    }),
  ],
  work: {
    sources: [
      {
        queue: 'credit_reviews',
        noun: 'creditAssessment',
        table: 'credit_assessments',
        select: `SELECT a.id, a.tenant_id AS tenantId, a.customer_id AS customerId,
            NULL AS accountId, NULL AS transactionId, a.created_at AS openedAt,
            ${URGENCY} AS usual, CAST(round(100 * coalesce(a.probability, 0)) AS INTEGER) AS score,
            a.amount AS amount, a.currency AS currency
          FROM credit_decisions d JOIN credit_assessments a ON a.id = d.assessment_id
          WHERE d.decision = 'manual_review'`,
        waits: `NOT EXISTS (SELECT 1 FROM credit_decisions n
          WHERE n.assessment_id = a.id AND n.number = 2)`,
        cause: `SELECT assessment_id AS id, review_reason AS cause FROM credit_decisions
          WHERE number = 1 AND assessment_id ${IN_LIST}`,
      },
    ],
    parties: { about: [aboutCustomer('credit_assessments')] },
  },
};
