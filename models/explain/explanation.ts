// Explanations of the scores of one file, each with its definition: contributions that are exact
// under one definition differ from those under another, so the definition is always stated.

import { type Encoding, encodeRow } from '../learn/train/encoding.ts';
import type { LinearModel } from '../learn/train/logistic.ts';
import { computeLinearPart } from '../learn/train/logistic.ts';
import type { Forest } from '../learn/train/tree.ts';
import { NoProbability } from '../session-pool.ts';
import { applyLink, type ContributionUnit, fitLink, isSameScore } from './link.ts';
import { lineContributions, type OpenLine } from './open-linear.ts';
import { estimateBySampling, type SampledModel } from './sampling.ts';
import { type Attribution, createExplainerInTurns } from './tree-shap.ts';

/**
 * `tree_shap`: an absent feature follows the covers of the training rows. `linear`: an absent
 * feature has its mean over the training rows. `interventional`: an absent feature has the values
 * of the card's background rows. `approximate`: the same, estimated from answers of the file,
 * because its content is not read.
 */
export const EXACT_KINDS = ['tree_shap', 'linear', 'interventional'] as const;
export const EXPLANATION_KINDS = [...EXACT_KINDS, 'approximate'] as const;
export type ExactKind = (typeof EXACT_KINDS)[number];

export interface Explanation {
  readonly kind: (typeof EXPLANATION_KINDS)[number];
  /** Unit of the contributions; for our own models before calibration. */
  readonly unit: ContributionUnit;
  /** Explains immediately; returns null when that would take longer than a decision may wait. */
  attributeNow(row: ArrayLike<number>): Attribution | null;
  /**
   * Explains without a limit of time.
   * @param probability the file's answer for the row
   * @returns null when the attributions do not belong to that score
   */
  attribute(row: ArrayLike<number>, probability: number): Promise<Attribution | null>;
}

/** Explains trees that were grown here, with their covers. */
export async function explainForest(forest: Forest): Promise<Explanation> {
  const explain = await createExplainerInTurns(forest);
  const attribute = async (row: ArrayLike<number>) => explain(row);
  return { kind: 'tree_shap', unit: 'log_odds', attributeNow: explain, attribute };
}

/** Explains a logistic regression that was fitted here. */
export function explainLinear(linear: LinearModel): Explanation {
  const explain = (row: ArrayLike<number>) => ({
    expected: linear.intercept,
    parts: Array.from({ length: linear.columns }, (_, index) =>
      computeLinearPart(linear, row, index),
    ),
  });
  const attribute = async (row: ArrayLike<number>) => explain(row);
  return { kind: 'linear', unit: 'log_odds', attributeNow: explain, attribute };
}

/** Explains a model whose categories are encoded as numbers first. */
export function addEncoding(explanation: Explanation, encoding: Encoding | null): Explanation {
  if (!encoding) return explanation;
  return {
    ...explanation,
    attributeNow: (row) => explanation.attributeNow(encodeRow(encoding, row)),
    attribute: (row, probability) => explanation.attribute(encodeRow(encoding, row), probability),
  };
}

/** Trees of an uploaded file, and rows that stand for absent features. */
export interface OpenForest {
  /** Margin of each row of the background. */
  readonly margins: readonly number[];
  attributeRow(row: ArrayLike<number>): Promise<Attribution>;
}

/**
 * Explains trees of an uploaded file, against a background.
 * @param probabilities the file's answer for each row of the background
 * @returns null when no known step leads from these trees to those probabilities
 */
export function explainOpenForest(
  { margins, attributeRow: against }: OpenForest,
  probabilities: readonly number[],
): Explanation | null {
  const link = fitLink(margins, probabilities);
  if (!link) return null;
  return {
    kind: 'interventional',
    unit: link.unit,
    attributeNow: () => null,
    async attribute(row, probability) {
      const attribution = await against(row);
      const { expected, parts } = attribution;
      const margin = parts.reduce((sum, part) => sum + part, expected);
      return isSameScore(link.probabilityOf(margin), probability)
        ? applyLink(link, attribution)
        : null;
    },
  };
}

/**
 * Explains a linear model of an uploaded file: against a background its Shapley values need no
 * search.
 * @param lines candidates for the line that yields the score
 * @returns null when none of them does
 */
export function explainOpenLines(
  lines: readonly OpenLine[],
  background: readonly Float32Array[],
  probabilities: readonly number[],
): Explanation | null {
  for (const line of lines) {
    const parts = background.map((row) => lineContributions(line, row));
    const link = fitLink(
      parts.map((parts) => sumWithBias(parts, line.bias)),
      probabilities,
    );
    if (!link) continue;
    const mean = line.weight.map(
      (_, index) => parts.reduce((sum, parts) => sum + (parts[index] as number), 0) / parts.length,
    );
    return {
      kind: 'interventional',
      unit: link.unit,
      attributeNow: () => null,
      async attribute(row, probability) {
        const parts = lineContributions(line, row);
        if (!isSameScore(link.probabilityOf(sumWithBias(parts, line.bias)), probability))
          return null;
        const against = Array.from(parts, (part, index) => part - (mean[index] as number));
        return applyLink(link, { expected: sumWithBias(mean, line.bias), parts: against });
      },
    };
  }
  return null;
}

/** Explains any other file by sampling its answers. */
export function explainBySampling(model: SampledModel): Explanation {
  return {
    kind: 'approximate',
    unit: 'log_odds',
    attributeNow: () => null,
    async attribute(values, probability) {
      const row = Float32Array.from(values);
      try {
        const [answer = Number.NaN] = await model.score([row]);
        return isSameScore(answer, probability)
          ? await estimateBySampling(model, row, probability)
          : null;
      } catch (error) {
        // The file may have no answer to a row between two others.
        if (error instanceof NoProbability) return null;
        throw error;
      }
    },
  };
}

function sumWithBias(parts: Float64Array, bias: number): number {
  return parts.reduce((sum, part) => sum + part, bias);
}
