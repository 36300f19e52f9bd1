// The tables about the chain: the orders, the signed attempts, the anchors.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AnchorState,
  AnchorStatus,
  ChainState,
  ChainTransactionKind,
  ChainTransactionStatus,
} from '../../ledger/anchor.ts';
import { declare, fixedColumns, neverDeleted, refuse } from '../kernel/declare.ts';

export const chains = sqliteTable('chains', {
  id: integer('id').primaryKey(),
  chainId: integer('chain_id').notNull(),
  genesisHash: text('genesis_hash').notNull(),
  firstSeenAt: integer('first_seen_at').notNull(),
});

declare(chains, {
  unique: ['(chain_id, genesis_hash)'],
  checks: ['chain_id > 0', 'length(genesis_hash) = 66'],
});

export const chainStatus = sqliteTable('chain_status', {
  id: integer('id').primaryKey(),
  state: text('state').$type<ChainState>().notNull(),
  detail: text('detail'),
  chain: integer('chain'),
  address: text('address'),
  blockNumber: integer('block_number'),
  changedAt: integer('changed_at').notNull(),
  checkedAt: integer('checked_at').notNull(),
});

declare(chainStatus, {
  references: { chain: 'chains (id)' },
  checks: [
    'id = 1',
    `state IN ('unknown', 'ok', 'unreachable', 'wrong_chain', 'no_funds', 'fee_limit',
      'no_signer')`,
  ],
  rows: ["(1, 'unknown', NULL, NULL, NULL, NULL, 0, 0)"],
});

export const chainTransactions = sqliteTable('chain_transactions', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ChainTransactionKind>().notNull(),
  objectId: text('object_id').notNull(),
  toAddress: text('to_address'),
  data: blob('data').$type<Buffer>().notNull(),
  value: text('value').notNull(),
  gas: integer('gas'),
  notify: text('notify'),
  status: text('status').$type<ChainTransactionStatus>().notNull(),
  reasonCode: text('reason_code'),
  reason: text('reason'),
  chain: integer('chain'),
  fromAddress: text('from_address'),
  nonce: integer('nonce'),
  hash: text('hash'),
  blockNumber: integer('block_number'),
  blockHash: text('block_hash'),
  succeeded: integer('succeeded'),
  contractAddress: text('contract_address'),
  gasUsed: integer('gas_used'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(chainTransactions, {
  withoutRowid: true,
  references: { chain: 'chains (id)' },
  checks: [
    "kind IN ('anchor', 'execution', 'deployment')",
    'length(to_address) = 42',
    "value <> '' AND value NOT GLOB '*[^0-9]*'",
    'gas > 0',
    "status IN ('queued', 'signed', 'sent', 'included', 'final', 'failed', 'dropped')",
    'length(from_address) = 42',
    'nonce >= 0',
    'succeeded IN (0, 1)',
    '(nonce IS NULL) = (from_address IS NULL)',
    'nonce IS NULL OR chain IS NOT NULL',
    "status NOT IN ('signed', 'sent', 'included', 'final') OR nonce IS NOT NULL",
    "(status IN ('included', 'final')) <= (block_hash IS NOT NULL AND hash IS NOT NULL)",
  ],
  indexes: {
    chain_transactions_by_nonce: 'UNIQUE (chain, from_address, nonce) WHERE nonce IS NOT NULL',
    chain_transactions_open:
      "(status, id) WHERE status IN ('queued', 'signed', 'sent', 'included')",
    chain_transactions_by_object: `UNIQUE (kind, object_id) WHERE kind <> 'deployment' AND status NOT IN ('failed',
      'dropped')`,
    chain_transactions_deployments: "(object_id, chain) WHERE kind = 'deployment'",
  },
  triggers: [
    refuse(
      'chain_transactions_born_queued',
      'INSERT',
      'a chain transaction starts as queued',
      "NEW.status <> 'queued' OR NEW.nonce IS NOT NULL",
    ),
    refuse(
      'chain_transactions_status_edges',
      'UPDATE OF status',
      'chain transaction status change is not allowed',
      `NEW.status <> OLD.status AND NOT ( (OLD.status = 'queued' AND NEW.status IN ('signed',
      'failed', 'dropped')) OR (OLD.status = 'signed' AND NEW.status IN ('sent', 'included',
      'queued', 'dropped')) OR (OLD.status = 'sent' AND NEW.status IN ('included', 'queued',
      'dropped')) OR (OLD.status = 'included' AND NEW.status IN ('sent', 'final', 'failed',
      'dropped')) OR (OLD.status = 'final' AND NEW.status = 'sent') OR (OLD.status = 'failed'
      AND NEW.status = 'sent' AND OLD.nonce IS NOT NULL))`,
    ),
    fixedColumns(
      'id, kind, object_id, to_address, data, value, notify, created_at',
      'what was ordered never changes',
    ),
    neverDeleted('chain transactions are never deleted'),
  ],
});

export const chainAttempts = sqliteTable(
  'chain_attempts',
  {
    hash: text('hash').notNull(),
    transactionId: text('transaction_id').notNull(),
    chain: integer('chain').notNull(),
    nonce: integer('nonce').notNull(),
    raw: blob('raw').$type<Buffer>().notNull(),
    maxFeePerGas: text('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: text('max_priority_fee_per_gas').notNull(),
    signedAt: integer('signed_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.hash] })],
);

declare(chainAttempts, {
  withoutRowid: true,
  references: { transactionId: 'chain_transactions (id)', chain: 'chains (id)' },
  checks: ['length(hash) = 66'],
  indexes: { chain_attempts_by_transaction: '(transaction_id, signed_at)' },
  triggers: [
    fixedColumns(
      `hash, transaction_id, chain, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas,
      signed_at`,
      'what was signed never changes',
    ),
    neverDeleted('what was signed never changes'),
  ],
});

export const anchors = sqliteTable('anchors', {
  id: text('id').primaryKey(),
  checkpointId: text('checkpoint_id').notNull(),
  treeSize: integer('tree_size').notNull(),
  chain: integer('chain').notNull(),
  contract: text('contract').notNull(),
  status: text('status').$type<AnchorStatus>().notNull(),
  reason: text('reason'),
  txHash: text('tx_hash'),
  blockNumber: integer('block_number'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(anchors, {
  withoutRowid: true,
  references: {
    checkpointId: 'checkpoints (id)',
    treeSize: 'checkpoints (tree_size)',
    chain: 'chains (id)',
  },
  unique: ['(contract, chain, tree_size)'],
  checks: ['length(contract) = 42', "status IN ('pending', 'anchored', 'confirmed', 'lost')"],
  indexes: { anchors_by_size: '(status, tree_size)' },
  triggers: [
    fixedColumns(
      'id, checkpoint_id, tree_size, chain, contract, created_at',
      'what is anchored never changes',
    ),
    refuse(
      'anchors_lost_for_good',
      'UPDATE OF status',
      'a lost anchor stays lost',
      "OLD.status = 'lost' AND NEW.status <> 'lost'",
    ),
    neverDeleted('anchors are never deleted'),
  ],
});

export const anchoring = sqliteTable('anchoring', {
  id: integer('id').primaryKey(),
  toldSize: integer('told_size').notNull(),
  state: text('state').$type<AnchorState>().notNull(),
  detail: text('detail'),
  changedAt: integer('changed_at').notNull(),
});

declare(anchoring, {
  checks: ['id = 1', 'told_size >= 0', "state IN ('unknown', 'ok', 'waiting', 'refused')"],
  rows: ["(1, 0, 'unknown', NULL, 0)"],
  triggers: [
    refuse(
      'anchoring_told_grows',
      'UPDATE OF told_size',
      'what was told is not taken back',
      'NEW.told_size < OLD.told_size',
    ),
  ],
});
