// Executions of smart-contract functions as typed columns.
// migrations/sqlite/ledger/0005_contracts.sql is the truth.

import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ExecutionEffect,
  ExecutionSettlement,
  ExecutionStatus,
} from '../../ledger/execution.ts';

export const contractExecutions = sqliteTable('contract_executions', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  contract: text('contract').notNull(),
  function: text('function').notNull(),
  arguments: text('arguments').notNull(),
  address: text('address').$type<`0x${string}`>().notNull(),
  chainId: integer('chain_id').notNull(),
  callData: text('call_data').$type<`0x${string}`>().notNull(),
  value: text('value').notNull(),
  gasLimit: integer('gas_limit').notNull(),
  effect: text('effect').$type<ExecutionEffect>().notNull(),
  transactionId: text('transaction_id'),
  status: text('status').$type<ExecutionStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  revert: text('revert'),
  result: text('result'),
  receipt: text('receipt'),
  chainTransactionId: text('chain_transaction_id'),
  settlement: text('settlement').$type<ExecutionSettlement>().notNull(),
  settlementCode: text('settlement_code'),
  ledgerSequence: integer('ledger_sequence'),
  idempotencyKey: text('idempotency_key'),
  requestHash: blob('request_hash').$type<Buffer>().notNull(),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
