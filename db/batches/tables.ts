// Batches and their items.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BatchMode, BatchStatus } from '../../ledger/batch.ts';
import {
  bornAs,
  declare,
  fixedColumns,
  neverDeleted,
  notWhileMoving,
  refuse,
  searchableMetadata,
} from '../kernel/declare.ts';

export const batches = sqliteTable('batches', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  mode: text('mode').$type<BatchMode>().notNull(),
  status: text('status').$type<BatchStatus>().notNull(),
  total: integer('total').notNull(),
  /** Items up to this index are decided. */
  decided: integer('decided').notNull(),
  posted: integer('posted').notNull(),
  declined: integer('declined').notNull(),
  failed: integer('failed').notNull(),
  /** The item that refused an atomic batch. */
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

declare(batches, {
  withoutRowid: true,
  defaults: {
    decided: '0',
    posted: '0',
    declined: '0',
    failed: '0',
    metadata: "'{}'",
    judged: '0',
    travelling: '0',
  },
  checks: [
    "mode IN ('atomic', 'best_effort')",
    "status IN ('pending', 'processing', 'completed', 'refused', 'canceled')",
    'total BETWEEN 1 AND 10000',
    'decided BETWEEN 0 AND total',
    'posted >= 0',
    'declined >= 0',
    'failed >= 0',
    'refused_index BETWEEN 0 AND total - 1',
    'version > 0',
    'judged >= 0',
    'json_valid(refusing)',
    'travelling >= 0',
    'posted + declined + failed = decided',
    "(status = 'refused') = (refused_index IS NOT NULL)",
    '(refused_index IS NULL) = (refused_code IS NULL)',
    "status <> 'completed' OR decided = total",
    "status IN ('processing', 'completed') OR decided = 0",
    "mode <> 'atomic' OR declined + failed = 0",
    "(status IN ('pending', 'processing')) = (completed_at IS NULL)",
  ],
  indexes: {
    batches_by_tenant: '(tenant_id, id)',
    batches_by_key: 'UNIQUE (tenant_id, idempotency_key) WHERE idempotency_key IS NOT NULL',
    batches_open: "(id, total, decided) WHERE status IN ('pending', 'processing')",
  },
  triggers: [
    bornAs('pending', 'a batch starts as pending'),
    fixedColumns(
      `id, tenant_id, mode, total, metadata, idempotency_key, request_hash, request_id, actor,
      created_at`,
      'what was accepted never changes',
    ),
    neverDeleted('batches are never deleted'),
    searchableMetadata('batch'),
    notWhileMoving,
    refuse(
      'batches_status_edges',
      'UPDATE',
      'a batch only goes forward',
      `OLD.status IN ('refused', 'canceled') OR (OLD.status = 'completed' AND (NEW.status <>
      'completed' OR NEW.mode <> 'best_effort' OR NEW.version <> OLD.version + 1 OR
      NEW.decided <> OLD.decided OR NEW.failed <> OLD.failed OR NEW.completed_at IS NOT
      OLD.completed_at)) OR (OLD.status = 'processing' AND NEW.status NOT IN ('processing',
      'completed') AND NOT (NEW.status = 'refused' AND OLD.refusing IS NOT NULL AND
      OLD.decided = 0)) OR NEW.decided < OLD.decided OR NEW.judged < OLD.judged OR
      (OLD.refusing IS NOT NULL AND NEW.judged <> OLD.judged) OR (NEW.mode = 'atomic' AND
      NEW.decided > OLD.decided AND NEW.refusing IS NOT NULL)`,
    ),
  ],
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

declare(batchItems, {
  withoutRowid: true,
  unique: ['(transaction_id)'],
  checks: [
    'item_index BETWEEN 0 AND 9999',
    'json_valid(body)',
    '(code IS NULL) = (message IS NULL)',
  ],
  triggers: [
    refuse(
      'batch_items_no_delete',
      'DELETE',
      'items are never deleted',
      'EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id)',
    ),
    refuse(
      'batch_items_of_an_open_batch',
      'INSERT',
      'what was accepted never changes',
      `EXISTS (SELECT 1 FROM batches WHERE id = NEW.batch_id AND (status <> 'pending' OR
      NEW.item_index >= total))`,
    ),
    refuse(
      'batch_items_decided_once',
      'UPDATE',
      'what was accepted never changes',
      `(OLD.code IS NOT NULL OR NEW.batch_id <> OLD.batch_id OR NEW.item_index <>
      OLD.item_index OR NEW.transaction_id <> OLD.transaction_id OR NEW.body <> OLD.body) AND
      NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM transactions WHERE id = OLD.transaction_id))`,
    ),
  ],
});

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

declare(batchReserves, {
  withoutRowid: true,
  references: { batchId: 'batches (id)', accountId: 'accounts (id)' },
  checks: ['reserved >= 0', 'expected >= 0', 'spends >= 0', 'payments >= 0', 'pays IN (0, 1)'],
  indexes: { batch_reserves_by_account: '(account_id)' },
});

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

declare(batchReferences, {
  withoutRowid: true,
  references: { batchId: 'batches (id)' },
  indexes: { batch_references_by_batch: 'UNIQUE (batch_id, item_index)' },
  triggers: [notWhileMoving],
});

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

declare(batchSlices, {
  withoutRowid: true,
  references: { batchId: 'batches (id)' },
  checks: ['first_index >= 0', 'json_valid(plans)'],
});

export const batchStaging = sqliteTable('batch_staging', {
  batchId: text('batch_id').primaryKey(),
  stagedAt: integer('staged_at').notNull(),
});

declare(batchStaging, {
  withoutRowid: true,
});
