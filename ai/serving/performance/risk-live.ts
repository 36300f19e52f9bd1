// Recent performance of models that judge payments: answers, outcomes, and drift of features and
// score from the training data.

import type { Ledger } from '../../../db/ledger.ts';
import { NEWEST_DECISION, type OutcomeRow, outcomesIn } from '../../../db/risk/outcomes.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import type { RiskDecision } from '../../../ledger/decisions/risk.ts';
import type { Distribution } from '../../../models/distribution.ts';
import { wilson } from '../../../models/evaluate/normal.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';
import { labelPayment } from '../training/label.ts';
import { computeDrift, type Drift, type LiveFigures } from './live-figures.ts';

const PAGE_SIZE = 500;

/** Decisions with a known outcome. */
export interface Outcomes {
  readonly labelled: number;
  readonly events: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
  /** Precision of flagged payments; null when none was flagged. */
  readonly precision: Interval | null;
  readonly recall: Interval | null;
  readonly falsePositiveRate: Interval | null;
}

/** Returns a developer's newest decisions since a time, up to a maximum, with their outcomes. */
export async function listRecentDecisions(
  { database, clock }: Ledger,
  { tenantId, from, limit }: { tenantId: string; from: number; limit: number },
): Promise<OutcomeRow[]> {
  const read = outcomesIn(database);
  const outcomes: OutcomeRow[] = [];
  const asOf = clock(tenantId) + 1;
  for (let before = NEWEST_DECISION; outcomes.length < limit; ) {
    const page = read({ tenantId, before, asOf, limit: PAGE_SIZE });
    for (const row of page) {
      if (row.createdAt < from) return outcomes;
      if (outcomes.length < limit) outcomes.push(row);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return outcomes;
    before = last.id;
    await new Promise(setImmediate);
  }
  return outcomes;
}

export function computeRiskFigures(rows: readonly OutcomeRow[]): LiveFigures<RiskDecision> {
  const scores = rows.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  const count = (decision: RiskDecision) => rows.filter((row) => row.decision === decision).length;
  const sum = scores.reduce((total, score) => total + score, 0);
  return {
    decisions: rows.length,
    samples: scores.length,
    degraded: rows.length - scores.length,
    meanProbability: scores.length === 0 ? null : sum / scores.length,
    byDecision: {
      approve: count('approve'),
      review: count('review'),
      block_and_review: count('block_and_review'),
      decline: count('decline'),
    },
  };
}

/**
 * Returns null without a known outcome. A decision counts as flagged when it reached the threshold
 * of its day.
 */
export function countOutcomes(rows: readonly OutcomeRow[], matureBefore: number): Outcomes | null {
  const counts = { tp: 0, fp: 0, tn: 0, fn: 0 };
  for (const row of rows) {
    const { label } = labelPayment(row, matureBefore);
    if (label === null || row.probability === null) continue;
    const isFlagged = row.probability >= (row.reviewFrom ?? 1);
    if (isFlagged) counts[label === 1 ? 'tp' : 'fp'] += 1;
    else counts[label === 1 ? 'fn' : 'tn'] += 1;
  }
  const { tp, fp, tn, fn } = counts;
  const labelled = tp + fp + tn + fn;
  if (labelled === 0) return null;
  return {
    labelled,
    events: tp + fn,
    truePositives: tp,
    falsePositives: fp,
    trueNegatives: tn,
    falseNegatives: fn,
    precision: wilson(tp, tp + fp),
    recall: wilson(tp, tp + fn),
    falsePositiveRate: wilson(fp, fp + tn),
  };
}

/** Returns null when there are too few scores to distinguish a shift from chance. */
export function computeRiskDrift(
  distribution: Distribution,
  rows: readonly OutcomeRow[],
): Drift | null {
  const answers = rows.map(({ features, probability }) => {
    return { features: features && unpackFeatures(features), probability };
  });
  return computeDrift(distribution, answers);
}
