// Describes exact Shapley values of a score as reasons.

import type { RiskReason } from '../../db/kernel/judge.ts';
import { makeReasons } from '../../models/explain/reasons.ts';
import type { Attribution } from '../../models/explain/tree-shap.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import type { ServedModel } from '../../models/serving.ts';

/**
 * Returns the reasons that are stored with a decision; null when the decision would have to wait
 * for them.
 */
export function computeReasons(
  model: ServedModel,
  features: readonly number[],
): RiskReason[] | null {
  const explanation = model.explanation.ready();
  if (explanation?.kind !== 'tree_shap') {
    void model.explanation.load();
    return null;
  }
  // Rounds to 32-bit floats, so that the explained row equals the scored one.
  const attribution = explanation.attributeNow(Float32Array.from(features));
  return attribution && describeReasons(attribution, features);
}

/** Returns the reasons, the largest contribution first. */
export function describeReasons(
  attribution: Attribution,
  features: readonly number[],
): RiskReason[] {
  return makeReasons(attribution, TRANSFER_FEATURES, features);
}
