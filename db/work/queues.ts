// The sources of the work that waits for a person: one query for each queue, with common columns.
// The bank's own urgency applies as long as no person sets another.

import type { WorkQueue } from '../../ledger/decisions/work.ts';
import { isId, type Noun } from '../../ledger/id.ts';

interface Source {
  readonly noun: Noun;
  /** The table of the objects that are worked on. */
  readonly table: string;
  /** The rows, with `@id` for one of them. */
  readonly select: string;
  /** Condition for the rows that wait. */
  readonly waits: string;
}

/**
 * From here on an amount makes an item more urgent: minor units of any currency, which is 10,000 of
 * most. Policy of the bank: nothing was measured.
 */
const LARGE = 1_000_000;
const SMALL = 10_000;

/** Money that waits is high at least; of money that is gone the amount and the score count. */
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

/** Items about a customer have the same columns in every table. */
const ofCustomer = (
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
 * A name that is all but that of an entry comes first, on a list that blocks before one that
 * restricts; then where money waits.
 */
const HIT_URGENCY = `CASE
  WHEN score >= 0.95 AND list <> 'ofac_consolidated' THEN 'urgent'
  WHEN score >= 0.9 OR transaction_id IS NOT NULL THEN 'high' ELSE 'normal' END`;

const ALERT_URGENCY = `CASE severity
  WHEN 'critical' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'medium' THEN 'normal' ELSE 'low' END`;

/** A case is as urgent as the gravest of its alerts, also once they are closed. */
const CASE_URGENCY = `CASE (SELECT max(CASE g.severity
    WHEN 'critical' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END)
    FROM aml_alerts g WHERE g.case_id = aml_cases.id)
  WHEN 3 THEN 'urgent' WHEN 2 THEN 'high' WHEN 0 THEN 'low' ELSE 'normal' END`;

const KYC_URGENCY = `CASE risk_level
  WHEN 'prohibited' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'low' THEN 'low' ELSE 'normal' END`;

const CREDIT_URGENCY = `CASE
  WHEN a.amount >= ${5 * LARGE} OR a.probability >= 0.3 THEN 'high'
  WHEN a.amount < ${LARGE} AND a.probability < 0.1 THEN 'low' ELSE 'normal' END`;

/** Who cannot reach an account waits for more than who got no loan. */
const CONTEST_URGENCY = `CASE kind
  WHEN 'account_freeze' THEN 'urgent' WHEN 'payment' THEN 'high' ELSE 'normal' END`;

/** The alert of a case with the most points. */
const GRAVEST = (column: string) => `(SELECT ${column} FROM aml_alerts g
  WHERE g.case_id = aml_cases.id ORDER BY g.score DESC, g.id LIMIT 1)`;

const EVIDENCE = {
  amount: "CAST(evidence ->> 'amountTotal' AS BIGINT)",
  currency: "evidence ->> 'currency'",
} as const;

export const SOURCES: Readonly<Record<WorkQueue, Source>> = {
  // Money waits for it.
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
    select: ofCustomer('kyc_assessments', {
      usual: KYC_URGENCY,
      score: 'coalesce(risk_score, 0)',
    }),
    waits: "stage = 'manual_review'",
  },
  screening_hits: {
    noun: 'screeningHit',
    table: 'screening_hits',
    select: ofCustomer('screening_hits', {
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
    select: ofCustomer('aml_alerts', {
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
    select: ofCustomer('aml_cases', {
      usual: CASE_URGENCY,
      score: `coalesce(${GRAVEST('g.score')}, 0)`,
      amount: GRAVEST("CAST(g.evidence ->> 'amountTotal' AS BIGINT)"),
      currency: GRAVEST("g.evidence ->> 'currency'"),
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
    select: ofCustomer('decision_contests', { usual: CONTEST_URGENCY }),
    waits: 'answer IS NULL',
  },
};

/** The tables of the objects to which notes and assignments of the bank's people refer. */
export const WORKED_ON: readonly string[] = [
  ...new Set(Object.values(SOURCES).map(({ table }) => table)),
];

/** The queues in which something of that id may be; empty: it is no id of any. */
export function queuesOf(id: string): WorkQueue[] {
  const queues = Object.entries(SOURCES) as [WorkQueue, Source][];
  return queues.flatMap(([queue, { noun }]) => (isId(noun, id) ? [queue] : []));
}

const AMONG = 'IN (SELECT value FROM json_each(?))';

/** Why items are in a queue, by a JSON list of their ids: codes, or JSON that has them. */
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

/** The name of a customer who was not erased, of rows `o` with the id of a customer. */
const NAME = 'CASE WHEN e.customer_id IS NULL THEN c.name END AS name';
const NAMED = `JOIN customers c ON c.id = o.customer_id
  LEFT JOIN customer_erasures e ON e.customer_id = c.id`;

/** Whom items are about, by a JSON list of their ids. */
export const PARTIES = {
  about: [SOURCES.kyc_reviews, SOURCES.credit_reviews, SOURCES.contested_decisions].map(
    ({ table }) => `SELECT o.id, o.customer_id AS customerId, ${NAME} FROM ${table} o ${NAMED}
      WHERE o.id ${AMONG}`,
  ),
  reviews: `SELECT id, transaction_id AS transactionId FROM risk_reviews WHERE id ${AMONG}`,
  hits: `SELECT id, screened_name AS screened, name AS listed FROM screening_hits WHERE id ${AMONG}`,
  /** Of an alert its own payments, of a case those of all its alerts. */
  alerts: ['id', 'case_id'].map(
    (column) => `SELECT o.${column} AS id, o.customer_id AS customerId, o.evidence, ${NAME}
      FROM aml_alerts o ${NAMED} WHERE o.${column} ${AMONG}`,
  ),
} as const;

function causeOfReview(): string {
  // Without a rule the model alone asked for it.
  return `SELECT r.id, CASE d.rules WHEN '[]' THEN 'model' ELSE d.rules END AS cause FROM risk_reviews r
    JOIN risk_decisions d ON d.id = r.decision_id WHERE r.id ${AMONG}`;
}

/** The query of one object by `@id`, whether it waits or not. */
export function oneOf(queue: WorkQueue): string {
  const { select, waits } = SOURCES[queue];
  const column = /^SELECT (\S+),/.exec(select)?.[1] ?? 'id';
  return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, (${waits}) AS waits, `)}
    AND ${column} = @id`;
}

/** The query of all that waits in these queues. */
export function waitingIn(queues: readonly WorkQueue[]): string {
  return queues
    .map((queue) => {
      const { select, waits } = SOURCES[queue];
      return `${select.replace('SELECT ', `SELECT '${queue}' AS queue, `)} AND ${waits}`;
    })
    .join('\n UNION ALL ');
}
