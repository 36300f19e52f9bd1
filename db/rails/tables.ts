// The tables of payments on networks.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NetworkRail, RailStatus } from '../../ledger/rail.ts';
import {
  bornFirst,
  declare,
  fixedColumns,
  neverDeleted,
  refuse,
  statusEdges,
} from '../kernel/declare.ts';

export const railPayments = sqliteTable('rail_payments', {
  transactionId: text('transaction_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  rail: text('rail').$type<NetworkRail>().notNull(),
  direction: text('direction').$type<'in' | 'out'>().notNull(),
  /** Minor units; a partial capture makes it less than the held amount. */
  amount: integer('amount').notNull(),
  status: text('status').$type<RailStatus>().notNull(),
  network: text('network'),
  reference: text('reference'),
  submittedAt: integer('submitted_at'),
  settlesAt: integer('settles_at'),
  /** When the network is queried next. */
  askAt: integer('ask_at'),
  settledAt: integer('settled_at'),
  returnedAt: integer('returned_at'),
  returnCode: text('return_code'),
  returnTransactionId: text('return_transaction_id'),
  /** The next answer of the simulated network, chosen by a developer in the sandbox. */
  simulatedNews: text('simulated_news').$type<'settle' | 'return'>(),
  simulatedCode: text('simulated_code'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(railPayments, {
  withoutRowid: true,
  references: { transactionId: 'transactions (id)', returnTransactionId: 'transactions (id)' },
  checks: [
    "rail IN ('ach', 'wire', 'card', 'sepa')",
    "direction IN ('in', 'out')",
    'amount > 0',
    `status IN ('queued', 'submitting', 'submitted', 'settled', 'returned', 'rejected',
      'canceled')`,
    "simulated_news IN ('settle', 'return')",
    "status NOT IN ('submitted', 'settled', 'returned') OR reference IS NOT NULL",
    "status <> 'settled' OR settled_at IS NOT NULL",
    "(status IN ('returned', 'rejected')) = (return_code IS NOT NULL)",
    "return_transaction_id IS NULL OR (status = 'returned' AND settled_at IS NOT NULL)",
  ],
  indexes: {
    rail_payments_open: `(transaction_id) WHERE status IN ('queued', 'submitting', 'submitted') OR (status =
      'settled' AND ask_at IS NOT NULL)`,
    rail_payments_to_ask: '(tenant_id, ask_at) WHERE ask_at IS NOT NULL',
    rail_payments_to_submit: "(tenant_id, transaction_id) WHERE status IN ('queued', 'submitting')",
  },
  triggers: [
    bornFirst('queued', 'a payment on a network starts as queued'),
    refuse(
      'rail_payments_simulated_in_the_sandbox',
      'UPDATE OF simulated_news',
      'only the sandbox simulates',
      "NEW.simulated_news IS NOT NULL AND (SELECT name FROM environment) IS NOT 'sandbox'",
    ),
    statusEdges(
      {
        queued: ['submitting', 'canceled'],
        submitting: ['submitted', 'rejected'],
        submitted: ['settled', 'returned'],
        settled: ['returned'],
      },
      'rail payment status change is not allowed',
    ),
    fixedColumns(
      'transaction_id, tenant_id, rail, direction, amount, created_at',
      'what was handed to a network never changes',
    ),
    neverDeleted('payments on a network are never deleted'),
  ],
});
