// What the records of evaluations say of a version and the groups that its owner has named.

import type { Ledger } from '../../../db/ledger.ts';
import { newestFairness } from '../../../db/scorings/reads.ts';
import type { Fairness } from '../../../models/evaluate/fairness.ts';

export interface RecordedFairness extends Fairness {
  readonly evaluationId: string;
  readonly measuredAt: string;
}

/** The newest record of a developer about a version; null: no evaluation names groups. */
export function recordedFairness(
  ledger: Ledger,
  owned: { readonly tenantId: string; readonly versionId: string },
): RecordedFairness | null {
  const found = newestFairness(ledger, owned);
  if (!found) return null;
  const { evaluationId, measuredAt, fairness } = found;
  const at = new Date(measuredAt).toISOString();
  return { evaluationId, measuredAt: at, ...(JSON.parse(fairness) as Fairness) };
}
