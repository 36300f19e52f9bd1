// Executions of smart-contract functions.

import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ExecutionEffect,
  ExecutionSettlement,
  ExecutionStatus,
} from '../../ledger/execution.ts';
import {
  bornFirst,
  declare,
  fixedColumns,
  neverDeleted,
  notWhileMoving,
  refuse,
  statusEdges,
} from '../kernel/declare.ts';

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

declare(contractExecutions, {
  withoutRowid: true,
  defaults: { version: '1' },
  references: { transactionId: 'transactions (id)', chainTransactionId: 'chain_transactions (id)' },
  checks: [
    'gas_limit > 0',
    "effect IN ('none', 'bind', 'capture', 'release')",
    "status IN ('queued', 'simulated', 'submitted', 'included', 'final', 'reverted', 'failed')",
    "settlement IN ('none', 'pending', 'done', 'refused')",
    "(effect = 'none') = (transaction_id IS NULL)",
    "settlement = 'none' OR effect IN ('capture', 'release')",
    "status <> 'final' OR settlement <> 'pending'",
    "status <> 'final' OR effect IN ('none', 'bind') OR settlement IN ('done', 'refused')",
    "status <> 'final' OR receipt IS NOT NULL",
    "status NOT IN ('submitted', 'included', 'final') OR chain_transaction_id IS NOT NULL",
    "ledger_sequence IS NULL OR (effect = 'capture' AND settlement = 'done')",
  ],
  indexes: {
    contract_executions_by_tenant: '(tenant_id, id)',
    contract_executions_by_key:
      'UNIQUE (tenant_id, contract, function, idempotency_key) WHERE idempotency_key IS NOT NULL',
    contract_executions_open:
      "(id) WHERE status IN ('queued', 'simulated', 'submitted', 'included')",
    contract_executions_by_transaction: '(transaction_id) WHERE transaction_id IS NOT NULL',
    contract_executions_one_at_work: `UNIQUE (transaction_id) WHERE transaction_id IS NOT NULL AND status IN ('queued',
      'simulated', 'submitted', 'included')`,
    contract_executions_move_once:
      "UNIQUE (transaction_id) WHERE effect IN ('capture', 'release') AND status = 'final'",
  },
  triggers: [
    bornFirst('queued', 'an execution starts as queued'),
    statusEdges(
      {
        queued: ['simulated', 'reverted', 'failed'],
        simulated: ['submitted', 'reverted', 'failed'],
        submitted: ['included', 'final', 'reverted', 'failed'],
        included: ['submitted', 'final', 'reverted', 'failed'],
      },
      'execution status change is not allowed',
    ),
    fixedColumns(
      `id, tenant_id, contract, function, arguments, address, chain_id, call_data, value,
      gas_limit, effect, transaction_id, idempotency_key, request_hash, request_id, actor,
      created_at`,
      'what is executed never changes',
    ),
    refuse(
      'contract_executions_sent_once',
      'UPDATE OF chain_transaction_id',
      'an execution is handed to the signer once',
      `OLD.chain_transaction_id IS NOT NULL AND NEW.chain_transaction_id IS NOT
      OLD.chain_transaction_id`,
    ),
    refuse(
      'contract_executions_final',
      'UPDATE',
      'an execution that has ended stays as it is',
      "OLD.status IN ('final', 'reverted', 'failed')",
    ),
    neverDeleted('executions are never deleted'),
    notWhileMoving,
  ],
});
