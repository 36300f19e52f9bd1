// Loans whose end is known, with what the model had said of them.

import type { Ledger } from '../ledger.ts';

export interface EndedLoan {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly artifactSha256: string;
  readonly probability: number;
  /** 1: it defaulted. */
  readonly defaulted: number;
}

/** The newest ended loans of a developer that a model was asked about, at most so many. */
export function listEndedLoans(
  { database }: Ledger,
  order: { readonly tenantId: string; readonly most: number },
): EndedLoan[] {
  return database.raw
    .prepare<object, EndedLoan>(
      `SELECT a.model_name AS modelName, a.model_version AS modelVersion,
         a.artifact_sha256 AS artifactSha256, a.probability,
         max(o.outcome = 'defaulted') AS defaulted
       FROM credit_outcomes o INDEXED BY credit_outcomes_by_tenant
       JOIN credit_assessments a ON a.id = o.assessment_id
       WHERE o.tenant_id = @tenantId AND o.outcome <> 'performing'
         AND a.probability IS NOT NULL
       GROUP BY o.assessment_id ORDER BY o.assessment_id DESC LIMIT @most`,
    )
    .all(order);
}
