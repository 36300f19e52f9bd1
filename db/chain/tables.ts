// The tables about the chain as typed columns: the orders, the signed attempts, the anchors.
// migrations/sqlite/ledger/0004_anchors.sql is the truth.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AnchorState,
  AnchorStatus,
  ChainState,
  ChainTransactionKind,
  ChainTransactionStatus,
} from '../../ledger/anchor.ts';

export const chains = sqliteTable('chains', {
  id: integer('id').primaryKey(),
  chainId: integer('chain_id').notNull(),
  genesisHash: text('genesis_hash').notNull(),
  firstSeenAt: integer('first_seen_at').notNull(),
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

export const anchoring = sqliteTable('anchoring', {
  id: integer('id').primaryKey(),
  toldSize: integer('told_size').notNull(),
  state: text('state').$type<AnchorState>().notNull(),
  detail: text('detail'),
  changedAt: integer('changed_at').notNull(),
});
