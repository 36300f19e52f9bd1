// Work for the bank's operators: queues and priorities.

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

/** Priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Resolutions that may be applied to several items at once. */
export const BULK_RESOLUTIONS = ['false_positive', 'confirmed', 'duplicate'] as const;
export type BulkResolution = (typeof BULK_RESOLUTIONS)[number];
