// Scorings: one model version scores many rows. An evaluation measures the version on rows with
// known labels, a batch returns a score for each row. A database trigger enforces the transitions.

export const SCORING_KINDS = ['evaluation', 'batch'] as const;
export type ScoringKind = (typeof SCORING_KINDS)[number];

export const SCORING_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ScoringStatus = (typeof SCORING_STATUSES)[number];

export const SCORING_STAGES = ['waiting', 'reading', 'scoring', 'measuring', 'writing'] as const;
export type ScoringStage = (typeof SCORING_STAGES)[number];

export const SCORING_SOURCES = ['upload', 'ledger_query'] as const;
export type ScoringSource = (typeof SCORING_SOURCES)[number];

/** Maximum number of unfinished scorings of one developer. */
export const MAX_OPEN_SCORINGS = 4;

/** True when the status of a scoring is final. */
export function isScoringOver(status: ScoringStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

export const SCORING_EVENTS = [
  {
    type: 'model.evaluation.succeeded',
    object: 'model_evaluation',
    when: 'A model version was measured on rows with known labels.',
  },
  {
    type: 'model.evaluation.failed',
    object: 'model_evaluation',
    when: 'An evaluation failed; its `error` gives the reason.',
  },
  {
    type: 'model.batch.succeeded',
    object: 'model_batch',
    when: 'Every row of a data set has a score, and the result can be read.',
  },
  {
    type: 'model.batch.failed',
    object: 'model_batch',
    when: 'A batch of scores failed; its `error` gives the reason.',
  },
] as const;
