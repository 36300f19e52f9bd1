// Why a score is what it is: exact Shapley values of the model's own trees, in words of its card.

import type { RiskReason } from '../../db/risk-port.ts';
import { explainForest } from '../../models/explain/tree-shap.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import type { ServedModel } from '../../models/serving.ts';

const MOST_REASONS = 5;

/** The weightiest first; null when the model's trees are not known. */
export function reasonsFor(model: ServedModel, features: readonly number[]): RiskReason[] | null {
  const forest = model.forest();
  if (!forest) return null;
  // The runtime reads 32-bit floats: what is explained is what was scored.
  const { parts } = explainForest(forest, Float32Array.from(features));
  const all = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return parts
    .map((contribution, at) => ({ contribution, at }))
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, MOST_REASONS)
    .map(({ contribution, at }) => {
      const feature = model.features[at] ?? '';
      const value = features[at] ?? Number.NaN;
      return {
        code: feature.replace(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`),
        message: TRANSFER_FEATURES[at]?.meaning ?? feature,
        feature,
        value: Number.isNaN(value) ? null : value,
        contribution: rounded(contribution),
        direction: contribution > 0 ? 'increases' : 'decreases',
        weight: rounded(Math.abs(contribution) / all),
      };
    });
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
