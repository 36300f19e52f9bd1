// Explains a past decision from its stored row of features: reasons, named features, and changes
// that would have altered it. It runs the version that decided, if its file is unchanged.

import type { RiskReason } from '../../db/kernel/judge.ts';
import type { RiskDecisionRow, StoredRule } from '../../db/kernel/risk-summary.ts';
import { unpackFeatures } from '../../db/risk/view.ts';
import { decisionOfPoints, findGravest, scoreOf } from '../../ledger/decisions/risk.ts';
import type { Explanation } from '../../models/explain/explanation.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import type { ModelFinder, ServedModel } from '../../models/serving.ts';
import { type Candidate, listCandidates } from './counterfactual.ts';
import { describeReasons } from './reasons.ts';

export interface RiskChange extends Omit<Candidate, 'features'> {
  readonly scoreAfter: number;
}

/** Returns the model that decided; null when none did or it no longer exists. */
function findModel(row: RiskDecisionRow, serving: ModelFinder): ServedModel | null {
  const { tenantId, modelName, modelVersion, artifactSha256 } = row;
  if (modelVersion === null || artifactSha256 === null) return null;
  // Several models may have the same version number.
  return serving.versionFor(tenantId, 'fraud', `${modelName}@${modelVersion}`, artifactSha256);
}

export interface RiskExplanation {
  readonly reasons: RiskReason[] | null;
  /** The definition of the contributions; `none` when only rules give reasons. */
  readonly reasonsKind: Explanation['kind'] | 'none';
  /** Unit of the contributions, or null without any. */
  readonly contributionUnit: Explanation['unit'] | null;
}

/** Returns the stored reasons, or computes them; null when that is impossible. */
export async function explainDecision(
  row: RiskDecisionRow,
  serving: ModelFinder,
): Promise<RiskExplanation> {
  const writtenReasons = readWrittenReasons(row);
  if (writtenReasons.reasons !== null) {
    return { ...writtenReasons, reasonsKind: 'tree_shap' };
  }
  const noReasons = { reasons: null, reasonsKind: 'none', contributionUnit: null } as const;
  const features = row.features && unpackFeatures(row.features);
  const explanation = await findModel(row, serving)?.explanation.load();
  if (!features || !explanation || row.probability === null) return noReasons;
  const attribution = await explanation.attribute(Float32Array.from(features), row.probability);
  if (!attribution) return noReasons;
  const { kind: reasonsKind, unit: contributionUnit } = explanation;
  return { reasons: describeReasons(attribution, features), reasonsKind, contributionUnit };
}

/** Only reasons of trees with covers are stored with a decision, because others take longer. */
export function readWrittenReasons(row: RiskDecisionRow) {
  const reasons = row.reasons === null ? null : (JSON.parse(row.reasons) as RiskReason[]);
  return {
    reasons,
    reasonsKind: reasons && ('tree_shap' as const),
    contributionUnit: reasons && ('log_odds' as const),
  };
}

/** Returns the model's input by name; null is a missing value. */
export function nameFeatures(row: RiskDecisionRow): Record<string, number | null> | null {
  const features = row.features && unpackFeatures(row.features);
  if (!features) return null;
  const nullIfMissing = (value = Number.NaN) => (Number.isNaN(value) ? null : value);
  return Object.fromEntries(
    TRANSFER_FEATURES.map(({ name }, index) => [name, nullIfMissing(features[index])]),
  );
}

/**
 * Returns for each changeable feature the smallest change after which the model alone approves.
 * Empty when the model already approves, or when no single change suffices.
 * @returns null when the model that decided is not available
 */
export async function findCounterfactual(
  row: RiskDecisionRow,
  serving: ModelFinder,
): Promise<RiskChange[] | null> {
  const features = row.features && unpackFeatures(row.features);
  const model = findModel(row, serving);
  const { probability, reviewFrom } = row;
  if (!features || !model || probability === null || reviewFrom === null) return null;
  if (probability < reviewFrom) return [];
  const candidates = listCandidates(features);
  if (candidates.length === 0) return [];
  const rows = candidates.map((candidate) => Float32Array.from(candidate.features));
  const answers = await model.session.scoreRowByRow(rows).catch(() => null);
  if (!answers) return null;
  const rules = JSON.parse(row.rules) as StoredRule[];
  // If the model approved, the decision of the rules would remain.
  const remaining = findGravest(rules.map(({ scoreDelta }) => decisionOfPoints(scoreDelta)));
  const thresholds = { review: reviewFrom, block: row.blockFrom, decline: row.declineFrom };
  const changes = new Map<string, RiskChange>();
  candidates.forEach(({ feature, from, to }, index) => {
    const after = answers[index] ?? 1;
    if (after >= reviewFrom || changes.has(feature)) return;
    const scoreAfter = scoreOf(after, remaining, thresholds);
    changes.set(feature, { feature, from, to, scoreAfter });
  });
  return [...changes.values()];
}
