// Builds the row of a newly accepted transaction.

import type { TransactionRow } from './rows.ts';

const NEW_ROW_FIELDS = {
  status: 'pending',
  stage: 'accepted',
  statusCode: null,
  statusMessage: null,
  statusDetail: null,
  description: null,
  reference: null,
  category: null,
  capture: 'automatic',
  externalParty: null,
  context: null,
  metadata: '{}',
  workflowId: null,
  workflowRunId: null,
  workflowStartedAt: null,
  ledgerSequence: null,
  postedAt: null,
  amountPosted: null,
  amountReversed: 0,
  reversalOf: null,
  allowNegative: 0,
  expiresAt: null,
  idempotencyKey: null,
  version: 1,
  scheduleId: null,
  occurrenceId: null,
  linkedTo: null,
  overcapturePercent: 0,
  batchId: null,
  paymentId: null,
  valueDate: null,
  intentId: null,
  archivedVersion: null,
  archivedRisk: null,
  currentMetadata: null,
} as const;

type RequiredColumn = Exclude<
  keyof TransactionRow,
  keyof typeof NEW_ROW_FIELDS | 'createdAt' | 'updatedAt'
>;

/**
 * Returns a row at stage `accepted`.
 * @param createdAt milliseconds since 1970 UTC
 * @param columns columns with their own values; every other column has the default of a new transaction
 */
export function rowOf(
  createdAt: number,
  columns: Pick<TransactionRow, RequiredColumn> & Partial<TransactionRow>,
): TransactionRow {
  return { ...NEW_ROW_FIELDS, createdAt, updatedAt: createdAt, ...columns };
}
