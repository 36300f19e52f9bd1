// Trainings: jobs that make a model version from a data set. A database trigger enforces the
// transitions.

export const TRAINING_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type TrainingStatus = (typeof TRAINING_STATUSES)[number];

/** Stage of a running training; `checking` runs the gates of every model file. */
export const TRAINING_STAGES = ['waiting', 'reading', 'training', 'measuring', 'checking'] as const;
export type TrainingStage = (typeof TRAINING_STAGES)[number];

export const DATASET_SOURCES = ['inline', 'upload', 'ledger_query'] as const;
export type DatasetSource = (typeof DATASET_SOURCES)[number];

export const DATASET_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** Maximum number of unfinished trainings of one developer. */
export const MAX_OPEN_TRAININGS = 4;

/** True when the status of a training is final. */
export function isTrainingOver(status: TrainingStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

/** The label of a model's next version: `1.0.0` for the first, then `1.1.0`, … */
export function nextLabel(labels: readonly string[]): string {
  const numbers = labels.map((label) => label.split('.').map(Number));
  const [major = 1, minor = -1] = numbers.sort(compareLabels).at(-1) ?? [];
  return minor < 99_999 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

function compareLabels(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);
}

export const TRAINING_EVENTS = [
  { type: 'model.training.started', object: 'training_job', when: 'A training has begun.' },
  {
    type: 'model.training.succeeded',
    object: 'training_job',
    when: 'A training made a model version, which is a candidate.',
  },
  { type: 'model.training.failed', object: 'training_job', when: 'A training failed.' },
  { type: 'model.training.canceled', object: 'training_job', when: 'A training was canceled.' },
] as const;
