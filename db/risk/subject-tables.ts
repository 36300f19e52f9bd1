// The declaration of the tables of judging payments (db/subject-tables.ts).

import {
  byAccount,
  byCustomer,
  byPayment,
  NAME,
  OWN_ROWS,
  WITHHELD_TABLE,
} from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { IN_LIST, LARGE_AMOUNT } from '../work/source.ts';
import { RISK_RULES } from './invariants.ts';

const SMALL_TABLE = 10_000;

/**
 * A review of held money has at least the priority high; of paid money, amount and score decide.
 */
const URGENCY = {
  hold: `CASE WHEN t.amount >= ${LARGE_AMOUNT} OR d.score >= 80 THEN 'urgent' ELSE 'high' END`,
  alert: `CASE WHEN t.amount >= ${LARGE_AMOUNT} OR d.score >= 55 THEN 'high'
    WHEN t.amount < ${SMALL_TABLE} AND coalesce(d.score, 0) < 45 THEN 'low' ELSE 'normal' END`,
} as const;

const REVIEW = (kind: 'hold' | 'alert') =>
  `SELECT r.id, r.tenant_id AS tenantId, d.customer_id AS customerId, r.account_id AS accountId,
     r.transaction_id AS transactionId, r.created_at AS openedAt,
     ${URGENCY[kind]} AS usual, coalesce(d.score, 0) AS score,
     t.amount AS amount, t.currency AS currency
   FROM risk_reviews r JOIN risk_decisions d ON d.id = r.decision_id
   JOIN transactions t ON t.id = r.transaction_id
   WHERE r.kind = '${kind}'`;

/** A review without a rule was requested by the model alone. */
const CAUSE = `SELECT r.id, CASE d.rules WHEN '[]' THEN 'model' ELSE d.rules END AS cause
  FROM risk_reviews r JOIN risk_decisions d ON d.id = r.decision_id WHERE r.id ${IN_LIST}`;

export const RISK_TABLES: SubjectTables = {
  tables: ['risk_reviews', 'simulated_hits', 'account_habits', 'party_habits'],
  rules: RISK_RULES,
  held: [
    // Reviews have no index by customer, so the notes on reviews are read instead.
    byCustomer('work_notes', 'deleted', {
      where: `object_id BETWEEN 'rvw_' AND 'rvw_~' AND EXISTS (SELECT 1 FROM risk_reviews r
        JOIN risk_decisions d ON d.id = r.decision_id WHERE r.id = object_id AND d.${OWN_ROWS})`,
      key: 'object_id',
      ...WITHHELD_TABLE,
    }),
    byPayment('risk_reviews', { reason: `iif(reason IS NULL, NULL, ${NAME})` }),
    byAccount('account_habits', 'deleted', { key: 'account_id', hidden: ['habits'] }),
    byAccount('party_habits', 'deleted', { key: 'party' }),
  ],
  moves: {
    parts: {
      account_habits: { column: 'account_id', of: 'accounts' },
      party_habits: { column: 'account_id', of: 'accounts' },
      simulated_hits: { column: 'account_id', of: 'accounts' },
    },
  },
  work: {
    sources: [
      // Money is held until the decision.
      {
        queue: 'payment_reviews',
        noun: 'riskReview',
        table: 'risk_reviews',
        select: REVIEW('hold'),
        waits: "r.status = 'open' AND t.status = 'pending_review'",
        cause: CAUSE,
      },
      {
        queue: 'account_alerts',
        noun: 'riskReview',
        table: 'risk_reviews',
        select: REVIEW('alert'),
        waits: "r.status = 'open'",
        cause: CAUSE,
      },
    ],
    parties: {
      payment: [`SELECT id, transaction_id AS transactionId FROM risk_reviews WHERE id ${IN_LIST}`],
    },
  },
  reviewed: 'EXISTS (SELECT 1 FROM risk_reviews v WHERE v.transaction_id = t.id)',
  decidedAt: {
    pending_review: '(SELECT r.decided_at FROM risk_reviews r WHERE r.transaction_id = t.id)',
  },
};
