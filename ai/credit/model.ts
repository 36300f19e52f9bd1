// The serving credit model for the rules: scores from the runtime, and reasons when exact
// attributions exist for the file.

import { readArtifact, SHIPPED_FOLDER } from '../../models/artifact.ts';
import {
  type CreditApplication,
  computeCreditFeatures,
} from '../../models/features/credit-features.ts';
import type { ServedModel } from '../../models/serving.ts';
import type { CreditModel } from './assess.ts';

const SHIPPED_MODEL = { name: 'credit-scoring', version: '3.2.0' } as const;

/** The stored reference to a model in an assessment. */
export interface NamedModel {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

let shippedModel: NamedModel | null = null;

/** Returns the shipped model, which is named when no model is available. */
export function findShippedModel(): NamedModel {
  shippedModel ??= {
    ...SHIPPED_MODEL,
    sha256: readArtifact(SHIPPED_FOLDER, SHIPPED_MODEL.name, SHIPPED_MODEL.version).card.artifact
      .sha256,
  };
  return shippedModel;
}

/** @param onLatency called with the milliseconds of each answer about a single application */
export function createCreditModel(
  model: ServedModel,
  onLatency: (ms: number) => void,
): CreditModel {
  const rowOf = (application: CreditApplication) =>
    Float32Array.from(computeCreditFeatures(application));
  return {
    async probabilities(applications) {
      if (applications.length === 0) return [];
      const startedAt = performance.now();
      const answers = await model.session.scoreRowByRow(applications.map(rowOf));
      if (applications.length === 1) onLatency(performance.now() - startedAt);
      return answers;
    },
    async explain(application, probability) {
      const explanation = await model.explanation.load();
      // Regulation B requires the reasons that actually counted, so estimates are not used.
      if (!explanation || explanation.kind === 'approximate') return null;
      const { kind } = explanation;
      const attribution = await explanation.attribute(rowOf(application), probability);
      if (!attribution) return null;
      const contributions = model.features.map((feature, index) => {
        return { feature, contribution: attribution.parts[index] ?? 0 };
      });
      return { kind, contributions };
    },
    accepts: (application) => model.acceptsRow(computeCreditFeatures(application)),
  };
}

/** Replaces a missing model: rules decide alone, and the answer says so. */
export const NO_CREDIT_MODEL: CreditModel = {
  async probabilities() {
    throw new Error('no version of a credit model is available for scoring');
  },
  explain: async () => null,
  accepts: () => true,
};

/** Returns the model's input row, which is stored with the decision. */
export function makeFeatureRow(application: CreditApplication): (number | null)[] {
  return computeCreditFeatures(application).map((value) => (Number.isNaN(value) ? null : value));
}
