// Models: their tasks, the stages of a version and the only transitions between them. The database
// enforces the same transitions in a trigger.

export const MODEL_TASKS = ['fraud', 'credit', 'churn', 'binary_classification'] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

export const MODEL_STAGES = [
  'candidate',
  'shadow',
  'canary',
  'production',
  'archived',
  'rolled_back',
] as const;
export type ModelStage = (typeof MODEL_STAGES)[number];

export const MODEL_APPROVALS = ['pending_approval', 'approved', 'rejected'] as const;
export type ModelApproval = (typeof MODEL_APPROVALS)[number];

/** Source of the file. */
export const MODEL_SOURCES = ['platform', 'upload', 'training'] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];

/** Owner of the models that ship with the engine; no developer has such an id. */
export const PLATFORM_OWNER = 'platform';

/** The business events of models, part of the catalogue in event.ts. */
export const MODEL_EVENTS = [
  {
    type: 'model.version.registered',
    object: 'model_version',
    when: 'A file passed every gate and is a candidate.',
  },
  {
    type: 'model.version.approved',
    object: 'model_version',
    when: 'The bank lets it be deployed.',
  },
  { type: 'model.version.rejected', object: 'model_version', when: 'The bank refused it.' },
  {
    type: 'model.version.archived',
    object: 'model_version',
    when: 'Its owner put it away: it is not deployed any more.',
  },
  {
    type: 'model.version.expiry_set',
    object: 'model_version',
    when: 'Its owner said until when it may be deployed.',
  },
  {
    type: 'model.version.stopped',
    object: 'model_version',
    when:
      'Three of its calls within an hour took more time or memory than a call may, or crashed: it ' +
      'is asked no more, and `stopped` says why.',
  },
  {
    type: 'model.version.waived',
    object: 'model_version',
    when: 'The bank lets it decide in spite of what its training or an evaluation says against it.',
  },
  {
    type: 'model.version.resumed',
    object: 'model_version',
    when: 'The bank has a version that was stopped asked again.',
  },
  {
    type: 'model.version.expired',
    object: 'model_version',
    when:
      'Its end passed while it decides, or its end or the date of its validation on its way: ' +
      'such a deployment is stopped.',
  },
] as const;
