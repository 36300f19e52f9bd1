// A risk scorer whose judgement a test can change: the test sets the result of the sanctions lists
// and of the model.

import { createRiskScorer } from '../../../ai/risk/scorer.ts';
import type { ModelAnswer, RiskScorer } from '../../../db/kernel/judge.ts';
import type { NameAnswer } from '../../../ledger/decisions/screening.ts';

type Parts = Omit<Parameters<typeof createRiskScorer>[0], 'serving' | 'parties'>;

export const NO_HIT: NameAnswer = { outcome: 'no_hit', matches: [] };

/** An entry that matches every name. */
export const LISTED_ANSWER: NameAnswer = {
  outcome: 'hit',
  matches: [
    {
      ...{ list: 'ofac', listAsOf: '2026-11-28', entityId: '7', entityType: 'individual' },
      ...{ name: 'Grace Hopper', matchedName: 'Grace Hopper', score: 1 },
      ...{ features: [], programs: [] },
    },
  ],
};

export interface ScorerAnswers {
  screeningAnswer: NameAnswer;
  /** Null when no model answers. */
  probability: number | null;
}

/** A probability of one half holds a payment. */
export const HOLD_PROBABILITY = 0.5;

export function createAdjustableScorer(answers: ScorerAnswers) {
  return (parts: Parts): RiskScorer => {
    const serving = { servingFor: () => null, isForeign: () => false, versionFor: () => null };
    const parties = {
      prepare: async () => {},
      of: () => answers.screeningAnswer,
      setReliableUntil: () => {},
    };
    const services = createRiskScorer({ ...parts, serving, parties });
    return {
      ...services,
      async ask(rows) {
        const { probability } = answers;
        if (probability === null) return services.ask(rows);
        const scored: ModelAnswer = {
          ...{ serving: 'production', features: [], probability, reasons: null, asOf: 0 },
          model: { name: 'turning', version: '1', sha256: 'a'.repeat(64) },
          thresholds: { review: 0.2, block: HOLD_PROBABILITY, decline: 0.9 },
        };
        return new Map(rows.map(({ id }) => [id, scored]));
      },
    };
  };
}
