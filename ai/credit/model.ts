// The shipped credit model as the rules ask it: scores from the runtime, reasons from its trees.

import { type Artifact, forestOf, readArtifact, SHIPPED } from '../../models/artifact.ts';
import { type Explainer, explainerOf } from '../../models/explain/tree-shap.ts';
import { INPUT, OUTPUT } from '../../models/export/onnx-model.ts';
import { type CreditApplication, creditFeatures } from '../../models/features/credit-features.ts';
import type { SessionPool } from '../../models/session-pool.ts';
import type { CreditModel } from './assess.ts';

export const CREDIT_MODEL = { name: 'credit-scoring', version: '3.0.0' } as const;

let shipped: { readonly artifact: Artifact; readonly explain: Explainer } | null = null;

/** Read once: its hashes are checked, and a version never changes. */
function shippedModel() {
  if (!shipped) {
    const artifact = readArtifact(SHIPPED, CREDIT_MODEL.name, CREDIT_MODEL.version);
    shipped = { artifact, explain: explainerOf(forestOf(artifact)) };
  }
  return shipped;
}

/** SHA-256 of the file that is asked. */
export function creditModelSha256(): string {
  return shippedModel().artifact.card.artifact.sha256;
}

/** @param onLatency given the milliseconds of each answer for a single application */
export function creditModel(sessions: SessionPool, onLatency: (ms: number) => void): CreditModel {
  const { artifact, explain } = shippedModel();
  const { features, artifact: file } = artifact.card;
  const scored = {
    sha256: file.sha256,
    signature: { input: INPUT, output: OUTPUT, column: 0, columns: 1 },
    columns: features.length,
  };
  return {
    async probabilities(applications) {
      if (applications.length === 0) return [];
      const rows = applications.map((one) => Float32Array.from(creditFeatures(one)));
      const started = performance.now();
      const answers = await sessions.score(scored, rows);
      if (rows.length === 1) onLatency(performance.now() - started);
      return answers;
    },
    explain(application) {
      const { parts } = explain(Float32Array.from(creditFeatures(application)));
      return features.map(({ name }, at) => ({ feature: name, contribution: parts[at] ?? 0 }));
    },
    takes: (application) =>
      creditFeatures(application).every((value, at) => fits(value, features[at])),
  };
}

type Bounds = Artifact['card']['features'][number] | undefined;

function fits(value: number, feature: Bounds): boolean {
  if (!feature) return false;
  if (Number.isNaN(value)) return feature.mayBeMissing;
  return value >= (feature.min ?? -Infinity) && value <= (feature.max ?? Infinity);
}

/** The row that the model was given: kept beside the decision. */
export function featureRow(application: CreditApplication): (number | null)[] {
  return creditFeatures(application).map((value) => (Number.isNaN(value) ? null : value));
}
