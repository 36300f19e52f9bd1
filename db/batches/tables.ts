// Batches and their items as typed columns; the migrations are the truth.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BatchMode, BatchStatus } from '../../ledger/batch.ts';

export const batches = sqliteTable('batches', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  mode: text('mode').$type<BatchMode>().notNull(),
  status: text('status').$type<BatchStatus>().notNull(),
  total: integer('total').notNull(),
  decided: integer('decided').notNull(),
  posted: integer('posted').notNull(),
  declined: integer('declined').notNull(),
  failed: integer('failed').notNull(),
  refusedIndex: integer('refused_index'),
  refusedCode: text('refused_code'),
  refusedMessage: text('refused_message'),
  refusedPointer: text('refused_pointer'),
  metadata: text('metadata').notNull(),
  workflowId: text('workflow_id'),
  workflowRunId: text('workflow_run_id'),
  idempotencyKey: text('idempotency_key'),
  requestHash: blob('request_hash').$type<Buffer>().notNull(),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  completedAt: integer('completed_at'),
  /** The number of decided items of an atomic batch; 0 for best effort. */
  judged: integer('judged').notNull(),
  /** JSON of the refusal while the reserves of the batch are being released. */
  refusing: text('refusing'),
  /** Items counted as posted that their networks have not settled yet. */
  travelling: integer('travelling').notNull(),
});

export const batchItems = sqliteTable(
  'batch_items',
  {
    batchId: text('batch_id').notNull(),
    itemIndex: integer('item_index').notNull(),
    transactionId: text('transaction_id').notNull(),
    body: text('body').notNull(),
    code: text('code'),
    message: text('message'),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.itemIndex] })],
);

export const batchReserves = sqliteTable(
  'batch_reserves',
  {
    batchId: text('batch_id').notNull(),
    accountId: text('account_id').notNull(),
    run: integer('run').notNull(),
    reserved: integer('reserved').notNull(),
    expected: integer('expected').notNull(),
    spends: integer('spends').notNull(),
    payments: integer('payments').notNull(),
    pays: integer('pays').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.accountId] })],
);

export const batchReferences = sqliteTable(
  'batch_references',
  {
    tenantId: text('tenant_id').notNull(),
    reference: text('reference').notNull(),
    batchId: text('batch_id').notNull(),
    itemIndex: integer('item_index').notNull(),
    transactionId: text('transaction_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reference] })],
);

export const batchSlices = sqliteTable(
  'batch_slices',
  {
    batchId: text('batch_id').notNull(),
    firstIndex: integer('first_index').notNull(),
    /** JSON of the plans of the items. */
    plans: text('plans').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.firstIndex] })],
);

export const batchStaging = sqliteTable('batch_staging', {
  batchId: text('batch_id').primaryKey(),
  stagedAt: integer('staged_at').notNull(),
});
