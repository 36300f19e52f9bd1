// The sources of the work that waits for a person: one query for each queue, with common columns.
// The computed priority of an item applies until a person sets another.

import type { WorkQueue } from '../../ledger/decisions/work.ts';
import { isId, type Noun } from '../../ledger/id.ts';

interface Source {
  readonly noun: Noun;
  /** The table of the items. */
  readonly table: string;
  /** Query for the items; `@id` selects one. */
  readonly select: string;
  /** SQL condition for the waiting items. */
  readonly waits: string;
}

/**
 * Amount that raises the priority of an item, in minor units of any currency (10,000 units of
 * most). This is a policy of the bank, not a measured value.
 */
const LARGE = 1_000_000;
const SMALL = 10_000;

/**
 * A review of held money has at least the priority high; of paid money, amount and score decide.
 */
const REVIEW_URGENCY = {
  hold: `CASE WHEN t.amount >= ${LARGE} OR d.score >= 80 THEN 'urgent' ELSE 'high' END`,
  alert: `CASE WHEN t.amount >= ${LARGE} OR d.score >= 55 THEN 'high'
    WHEN t.amount < ${SMALL} AND coalesce(d.score, 0) < 45 THEN 'low' ELSE 'normal' END`,
} as const;

const REVIEW = (kind: 'hold' | 'alert') =>
  `SELECT r.id, r.tenant_id AS tenantId, d.customer_id AS customerId, r.account_id AS accountId,
     r.transaction_id AS transactionId, r.created_at AS openedAt,
     ${REVIEW_URGENCY[kind]} AS usual, coalesce(d.score, 0) AS score,
     t.amount AS amount, t.currency AS currency
   FROM risk_reviews r JOIN risk_decisions d ON d.id = r.decision_id
   JOIN transactions t ON t.id = r.transaction_id
   WHERE r.kind = '${kind}'`;

const NO_AMOUNT = 'CAST(NULL AS BIGINT)';

/** Query for items about a customer, which have the same columns in every table. */
const customerItems = (
  table: string,
  {
    accountId = 'NULL',
    transactionId = 'NULL',
    usual = "'normal'",
    score = '0',
    amount = NO_AMOUNT,
    currency = 'CAST(NULL AS TEXT)',
  } = {},
) =>
  `SELECT id, tenant_id AS tenantId, customer_id AS customerId, ${accountId} AS accountId,
     ${transactionId} AS transactionId, created_at AS openedAt, ${usual} AS usual,
     ${score} AS score, ${amount} AS amount, ${currency} AS currency
   FROM ${table} WHERE true`;

/**
 * Hits with nearly equal names come first, on lists that block before lists that restrict; then
 * hits for which money waits.
 */
const HIT_URGENCY = `CASE
  WHEN score >= 0.95 AND list <> 'ofac_consolidated' THEN 'urgent'
  WHEN score >= 0.9 OR transaction_id IS NOT NULL THEN 'high' ELSE 'normal' END`;

const ALERT_URGENCY = `CASE severity
  WHEN 'critical' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'medium' THEN 'normal' ELSE 'low' END`;

/** A case has the priority of its most severe alert, open or closed. */
const CASE_URGENCY = `CASE (SELECT max(CASE g.severity
    WHEN 'critical' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END)
    FROM aml_alerts g WHERE g.case_id = aml_cases.id)
  WHEN 3 THEN 'urgent' WHEN 2 THEN 'high' WHEN 0 THEN 'low' ELSE 'normal' END`;

const KYC_URGENCY = `CASE risk_level
  WHEN 'prohibited' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'low' THEN 'low' ELSE 'normal' END`;

const CREDIT_URGENCY = `CASE
  WHEN a.amount >= ${5 * LARGE} OR a.probability >= 0.3 THEN 'high'
  WHEN a.amount < ${LARGE} AND a.probability < 0.1 THEN 'low' ELSE 'normal' END`;

/** The contest of a freeze, which blocks an account, comes before the contest of a denied loan. */
const CONTEST_URGENCY = `CASE kind
  WHEN 'account_freeze' THEN 'urgent' WHEN 'payment' THEN 'high' ELSE 'normal' END`;

/** The alert of a case with the highest score. */
const MOST_SEVERE = (column: string) => `(SELECT ${column} FROM aml_alerts g
  WHERE g.case_id = aml_cases.id ORDER BY g.score DESC, g.id LIMIT 1)`;

const EVIDENCE = {
  amount: "CAST(evidence ->> 'amountTotal' AS BIGINT)",
  currency: "evidence ->> 'currency'",
} as const;

export const SOURCES: Readonly<Record<WorkQueue, Source>> = {
  // Money is held until the decision.
  payment_reviews: {
    noun: 'riskReview',
    table: 'risk_reviews',
    select: REVIEW('hold'),
    waits: "r.status = 'open' AND t.status = 'pending_review'",
  },
  account_alerts: {
    noun: 'riskReview',
    table: 'risk_reviews',
    select: REVIEW('alert'),
    waits: "r.status = 'open'",
  },
  kyc_reviews: {
    noun: 'kycAssessment',
    table: 'kyc_assessments',
    select: customerItems('kyc_assessments', {
      usual: KYC_URGENCY,
      score: 'coalesce(risk_score, 0)',
    }),
    waits: "stage = 'manual_review'",
  },
  screening_hits: {
    noun: 'screeningHit',
    table: 'screening_hits',
    select: customerItems('screening_hits', {
      transactionId: 'transaction_id',
      usual: HIT_URGENCY,
      score: 'CAST(round(score * 100) AS INTEGER)',
      amount: '(SELECT amount FROM transactions WHERE id = transaction_id)',
      currency: '(SELECT currency FROM transactions WHERE id = transaction_id)',
    }),
    waits: "status = 'pending'",
  },
  aml_alerts: {
    noun: 'amlAlert',
    table: 'aml_alerts',
    select: customerItems('aml_alerts', {
      accountId: 'account_id',
      usual: ALERT_URGENCY,
      score: 'score',
      ...EVIDENCE,
    }),
    waits: "status <> 'closed'",
  },
  aml_cases: {
    noun: 'amlCase',
    table: 'aml_cases',
    select: customerItems('aml_cases', {
      usual: CASE_URGENCY,
      score: `coalesce(${MOST_SEVERE('g.score')}, 0)`,
      amount: MOST_SEVERE("CAST(g.evidence ->> 'amountTotal' AS BIGINT)"),
      currency: MOST_SEVERE("g.evidence ->> 'currency'"),
    }),
    waits: "status = 'open'",
  },
  credit_reviews: {
    noun: 'creditAssessment',
    table: 'credit_assessments',
    select: `SELECT a.id, a.tenant_id AS tenantId, a.customer_id AS customerId, NULL AS accountId,
        NULL AS transactionId, a.created_at AS openedAt, ${CREDIT_URGENCY} AS usual,
        CAST(round(100 * coalesce(a.probability, 0)) AS INTEGER) AS score,
        a.amount AS amount, a.currency AS currency
      FROM credit_decisions d JOIN credit_assessments a ON a.id = d.assessment_id
      WHERE d.decision = 'manual_review'`,
    waits: `NOT EXISTS (SELECT 1 FROM credit_decisions n
      WHERE n.assessment_id = a.id AND n.number = 2)`,
  },
  // A customer waits for the answer.
  contested_decisions: {
    noun: 'decisionContest',
    table: 'decision_contests',
    select: customerItems('decision_contests', { usual: CONTEST_URGENCY }),
    waits: 'answer IS NULL',
  },
};

/** The tables of the items to which notes and assignments refer. */
export const WORK_TABLES: readonly string[] = [
  ...new Set(Object.values(SOURCES).map(({ table }) => table)),
];

/** Returns the queues that may contain an item with an id; empty for an id of no queue. */
export function queuesOf(id: string): WorkQueue[] {
  const queues = Object.entries(SOURCES) as [WorkQueue, Source][];
  return queues.flatMap(([queue, { noun }]) => (isId(noun, id) ? [queue] : []));
}

const AMONG = 'IN (SELECT value FROM json_each(?))';

/** Queries for the reasons of items, by a JSON list of their ids: codes, or JSON with codes. */
export const CAUSES: Readonly<Record<WorkQueue, string>> = {
  payment_reviews: causeOfReview(),
  account_alerts: causeOfReview(),
  kyc_reviews: `SELECT id, findings ->> 'reviewReasons' AS cause FROM kyc_assessments
    WHERE id ${AMONG}`,
  screening_hits: `SELECT id, list AS cause FROM screening_hits WHERE id ${AMONG}`,
  aml_alerts: `SELECT id, typology AS cause FROM aml_alerts WHERE id ${AMONG}`,
  aml_cases: `SELECT case_id AS id, typology AS cause FROM aml_alerts WHERE case_id ${AMONG}
    ORDER BY score DESC, aml_alerts.id`,
  credit_reviews: `SELECT assessment_id AS id, review_reason AS cause FROM credit_decisions
    WHERE number = 1 AND assessment_id ${AMONG}`,
  contested_decisions: `SELECT id, kind AS cause FROM decision_contests WHERE id ${AMONG}`,
};

/** SQL for the name of the customer of a row `o`; null when the customer was erased. */
const NAME = 'CASE WHEN e.customer_id IS NULL THEN c.name END AS name';
const NAMED = `JOIN customers c ON c.id = o.customer_id
  LEFT JOIN customer_erasures e ON e.customer_id = c.id`;

/** Queries for the people in items, by a JSON list of the ids of the items. */
export const PARTIES = {
  about: [SOURCES.kyc_reviews, SOURCES.credit_reviews, SOURCES.contested_decisions].map(
    ({ table }) => `SELECT o.id, o.customer_id AS customerId, ${NAME} FROM ${table} o ${NAMED}
      WHERE o.id ${AMONG}`,
  ),
  reviews: `SELECT id, transaction_id AS transactionId FROM risk_reviews WHERE id ${AMONG}`,
  hits: `SELECT id, screened_name AS screened, name AS listed FROM screening_hits WHERE id ${AMONG}`,
  /** The payments of one alert, or of all alerts of a case. */
  alerts: ['id', 'case_id'].map(
    (column) => `SELECT o.${column} AS id, o.customer_id AS customerId, o.evidence, ${NAME}
      FROM aml_alerts o ${NAMED} WHERE o.${column} ${AMONG}`,
  ),
} as const;

function causeOfReview(): string {
  // A review without a rule was requested by the model alone.
  return `SELECT r.id, CASE d.rules WHEN '[]' THEN 'model' ELSE d.rules END AS cause FROM risk_reviews r
    JOIN risk_decisions d ON d.id = r.decision_id WHERE r.id ${AMONG}`;
}

/** Returns the query for one item by `@id`, waiting or closed. */
export function itemQuery(queue: WorkQueue): string {
  const { select, waits } = SOURCES[queue];
  const column = /^SELECT (\S+),/.exec(select)?.[1] ?? 'id';
  return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, (${waits}) AS waits, `)}
    AND ${column} = @id`;
}

/** Returns the query for all waiting items of queues. */
export function waitingQuery(queues: readonly WorkQueue[]): string {
  return queues
    .map((queue) => {
      const { select, waits } = SOURCES[queue];
      return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, `)} AND ${waits}`;
    })
    .join('\n UNION ALL ');
}
