// A version asked about many rows at once: an evaluation measures it on rows whose label is known,
// a batch writes a score for each row. The database enforces the same transitions in a trigger.

export const SCORING_KINDS = ['evaluation', 'batch'] as const;
export type ScoringKind = (typeof SCORING_KINDS)[number];

export const SCORING_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ScoringStatus = (typeof SCORING_STATUSES)[number];

export const SCORING_STAGES = ['waiting', 'reading', 'scoring', 'measuring', 'writing'] as const;
export type ScoringStage = (typeof SCORING_STAGES)[number];

export const SCORING_SOURCES = ['upload', 'ledger_query'] as const;
export type ScoringSource = (typeof SCORING_SOURCES)[number];

/** Maximum of unfinished scorings of one developer. */
export const MOST_OPEN_SCORINGS = 4;

/** True when a scoring stays in that status for ever. */
export function isScoringOver(status: ScoringStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

export const SCORING_EVENTS = [
  {
    type: 'model.evaluation.succeeded',
    object: 'model_evaluation',
    when: 'A version was measured on rows with labels.',
  },
  {
    type: 'model.evaluation.failed',
    object: 'model_evaluation',
    when: 'An evaluation came to nothing; its error says why.',
  },
  {
    type: 'model.batch.succeeded',
    object: 'model_batch',
    when: 'Every row of a data set has a score; the result can be read.',
  },
  {
    type: 'model.batch.failed',
    object: 'model_batch',
    when: 'A batch of scores came to nothing; its error says why.',
  },
] as const;
