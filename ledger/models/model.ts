// Models: their tasks, and the stages of a version.

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

/** Origin of a version's file. */
export const MODEL_SOURCES = ['platform', 'upload', 'training'] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];

/** Owner of the models that ship with the engine; never the id of a developer. */
export const PLATFORM_OWNER = 'platform';

/** The business events of models, part of the catalogue in event.ts. */
export const MODEL_EVENTS = [
  {
    type: 'model.version.registered',
    object: 'model_version',
    when: 'A model file passed every gate and is a candidate.',
  },
  {
    type: 'model.version.approved',
    object: 'model_version',
    when: 'The bank approved a version for deployment.',
  },
  { type: 'model.version.rejected', object: 'model_version', when: 'The bank rejected a version.' },
  {
    type: 'model.version.archived',
    object: 'model_version',
    when: 'The owner archived a version: it can no longer be deployed.',
  },
  {
    type: 'model.version.expiry_set',
    object: 'model_version',
    when: 'The owner set the date until which a version may be deployed.',
  },
  {
    type: 'model.version.stopped',
    object: 'model_version',
    when:
      'Three calls of a version within an hour crashed or exceeded their time or memory. It is no ' +
      'longer called; `stopped` gives the reason.',
  },
  {
    type: 'model.version.waived',
    object: 'model_version',
    when: 'The bank waived a finding against a version, so that it may decide.',
  },
  {
    type: 'model.version.resumed',
    object: 'model_version',
    when: 'The bank resumed the calls of a stopped version.',
  },
  {
    type: 'model.version.expired',
    object: 'model_version',
    when:
      'The end date of a deciding version passed, or the end date or validation of a version during ' +
      'its deployment, which is then stopped.',
  },
] as const;
