// Reads loans with a final outcome, together with the prediction of the model.

import { firstIdAt } from '../../ledger/id.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { creditAssessments, creditDecisions, creditOutcomes } from './tables.ts';

const readCredit = ({ raw }: Pick<Database, 'raw'>, sql: string) =>
  readAbsentAsEmpty(raw, sql, [creditAssessments, creditDecisions, creditOutcomes]);

export interface EndedLoan {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly artifactSha256: string;
  readonly probability: number;
  /** 1 when the loan defaulted, 0 when it was repaid. */
  readonly defaulted: number;
}

/** Returns the newest ended loans of a developer that a model has scored, at most `limit`. */
export function listEndedLoans(
  { database }: ReadLedger,
  order: { readonly tenantId: string; readonly limit: number },
): EndedLoan[] {
  const sql = `SELECT a.model_name AS modelName, a.model_version AS modelVersion,
         a.artifact_sha256 AS artifactSha256, a.probability,
         max(o.outcome = 'defaulted') AS defaulted
       FROM credit_outcomes o INDEXED BY credit_outcomes_by_tenant
       JOIN credit_assessments a ON a.id = o.assessment_id
       WHERE o.tenant_id = @tenantId AND o.outcome <> 'performing'
         AND a.probability IS NOT NULL
       GROUP BY o.assessment_id ORDER BY o.assessment_id DESC LIMIT @limit`;
  return database.raw.prepare<object, EndedLoan>(readCredit(database, sql)).all(order);
}

export type LoanOutcome = Pick<EndedLoan, 'probability' | 'defaulted'>;

/** Returns the newest ended loans of all developers that a model file has scored. */
export function listEndedLoansOfFile(
  database: Pick<Database, 'raw'>,
  order: { readonly artifactSha256: string; readonly limit: number },
): LoanOutcome[] {
  const sql = `SELECT a.probability, max(o.outcome = 'defaulted') AS defaulted
       FROM credit_outcomes o JOIN credit_assessments a ON a.id = o.assessment_id
       WHERE o.outcome <> 'performing' AND a.artifact_sha256 = @artifactSha256
         AND a.probability IS NOT NULL
       GROUP BY o.assessment_id ORDER BY o.assessment_id DESC LIMIT @limit`;
  return database.raw.prepare<object, LoanOutcome>(readCredit(database, sql)).all(order);
}

/** Applications that a model file scored on a day; `lookedAt` counts those referred to a person. */
export interface CreditDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly applications: number;
  readonly lookedAt: number;
}

/** Counts the newest applications of all developers since a time by day, oldest first. */
export function countCreditDays(
  database: Pick<Database, 'raw'>,
  order: { readonly artifactSha256: string; readonly from: number; readonly limit: number },
): CreditDay[] {
  const sql = `SELECT date(a.created_at / 1000, 'unixepoch') AS day, count(*) AS applications,
         sum(d.decision = 'manual_review') AS lookedAt
       FROM (SELECT id, created_at FROM credit_assessments
         WHERE id >= @since AND artifact_sha256 = @artifactSha256
         ORDER BY id DESC LIMIT @limit) a
       JOIN credit_decisions d ON d.assessment_id = a.id AND d.number = 1
       GROUP BY day ORDER BY day`;
  return database.raw
    .prepare<object, CreditDay>(readCredit(database, sql))
    .all({ ...order, since: firstIdAt('creditAssessment', order.from) });
}
