// Reads evaluations of a version for groups that its owner named.

import type { Ledger } from '../../../db/ledger.ts';
import { fairnessRecords } from '../../../db/scorings/reads.ts';
import type { Fairness } from '../../../models/evaluate/fairness.ts';

export interface RecordedFairness extends Fairness {
  readonly evaluationId: string;
  readonly measuredAt: string;
}

/** Maximum number of shown records. */
const MAX_RECORDS = 10;

/**
 * Returns a developer's fairness records about a version, newest first; later ones do not replace
 * earlier ones.
 */
export function listFairnessRecords(
  ledger: Ledger,
  owner: { readonly tenantId: string; readonly versionId: string },
): RecordedFairness[] {
  const records = fairnessRecords(ledger, { ...owner, limit: MAX_RECORDS });
  return records.map(({ evaluationId, measuredAt, fairness }) => {
    const measuredTime = new Date(measuredAt).toISOString();
    return { evaluationId, measuredAt: measuredTime, ...(JSON.parse(fairness) as Fairness) };
  });
}
