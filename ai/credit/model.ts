// The credit model in force as the rules ask it: scores from the runtime, reasons where something
// exact can be said about the file.

import { readArtifact, SHIPPED } from '../../models/artifact.ts';
import { type CreditApplication, creditFeatures } from '../../models/features/credit-features.ts';
import type { ServedModel } from '../../models/serving.ts';
import type { CreditModel } from './assess.ts';

const USUAL = { name: 'credit-scoring', version: '3.2.0' } as const;

/** The stored reference to a model in an assessment. */
export interface NamedModel {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

let usual: NamedModel | null = null;

/** The model that comes with the engine: it should have answered where none can be asked. */
export function usualModel(): NamedModel {
  usual ??= {
    ...USUAL,
    sha256: readArtifact(SHIPPED, USUAL.name, USUAL.version).card.artifact.sha256,
  };
  return usual;
}

/** @param onLatency given the milliseconds of each answer for a single application */
export function creditModel(model: ServedModel, onLatency: (ms: number) => void): CreditModel {
  const rowOf = (application: CreditApplication) => Float32Array.from(creditFeatures(application));
  return {
    async probabilities(applications) {
      if (applications.length === 0) return [];
      const started = performance.now();
      const answers = await model.session.scoreApart(applications.map(rowOf));
      if (applications.length === 1) onLatency(performance.now() - started);
      return answers;
    },
    async explain(application, probability) {
      const explanation = await model.explanation.load();
      // Reasons of Regulation B have to be those that counted: an estimate is none of them.
      if (!explanation || explanation.kind === 'approximate') return null;
      const { kind } = explanation;
      const attribution = await explanation.attribute(rowOf(application), probability);
      if (!attribution) return null;
      const contributions = model.features.map((feature, at) => {
        return { feature, contribution: attribution.parts[at] ?? 0 };
      });
      return { kind, contributions };
    },
    takes: (application) => model.takes(creditFeatures(application)),
  };
}

/** No model is available: the rules decide alone, and the answer says so. */
export const NO_CREDIT_MODEL: CreditModel = {
  async probabilities() {
    throw new Error('no version of a credit model is available for scoring');
  },
  explain: async () => null,
  takes: () => true,
};

/** The row that the model was given: kept beside the decision. */
export function featureRow(application: CreditApplication): (number | null)[] {
  return creditFeatures(application).map((value) => (Number.isNaN(value) ? null : value));
}
