// Decisions that wait for the bank's people, in queues: assignee and urgency.

export const WORK_QUEUES = [
  'payment_reviews',
  'account_alerts',
  'kyc_reviews',
  'screening_hits',
  'aml_alerts',
  'aml_cases',
  'credit_reviews',
  'contested_decisions',
] as const;
export type WorkQueue = (typeof WORK_QUEUES)[number];

/** The most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Resolutions of several items at once. */
export const BULK_RESOLUTIONS = ['false_positive', 'confirmed', 'duplicate'] as const;
export type BulkResolution = (typeof BULK_RESOLUTIONS)[number];
