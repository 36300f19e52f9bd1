// Records of evaluations about a version and the groups that its owner named.

import type { Ledger } from '../../../db/ledger.ts';
import { fairnessRecords } from '../../../db/scorings/reads.ts';
import type { Fairness } from '../../../models/evaluate/fairness.ts';

export interface RecordedFairness extends Fairness {
  readonly evaluationId: string;
  readonly measuredAt: string;
}

/** Records that stand side by side. */
const MAX_RECORDS = 10;

/** Records of a developer about a version, the newest first: a later one hides no earlier one. */
export function fairnessHistory(
  ledger: Ledger,
  owned: { readonly tenantId: string; readonly versionId: string },
): RecordedFairness[] {
  const found = fairnessRecords(ledger, { ...owned, most: MAX_RECORDS });
  return found.map(({ evaluationId, measuredAt, fairness }) => {
    const at = new Date(measuredAt).toISOString();
    return { evaluationId, measuredAt: at, ...(JSON.parse(fairness) as Fairness) };
  });
}
