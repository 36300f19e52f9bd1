import { accountSchema } from '../../api/accounts/account-schema.ts';
import { alertSchema } from '../../api/accounts/alert-schema.ts';
import { limitsSchema } from '../../api/accounts/limits-schema.ts';
import { ACCOUNT_OPERATIONS } from '../../api/accounts/operations.ts';
import { overdraftSchema } from '../../api/accounts/overdraft-schema.ts';
import { batchSchema } from '../../api/batches/batch-schema.ts';
import { BATCH_OPERATIONS } from '../../api/batches/operations.ts';
import { checkpointSchema, lossSchema } from '../../api/blockchain/checkpoint-schema.ts';
import { LOG_OPERATIONS } from '../../api/blockchain/operations.ts';
import { erasedSchema } from '../../api/blockchain/proof-schema.ts';
import { customerSchema } from '../../api/customers/customer-schema.ts';
import { CUSTOMER_OPERATIONS } from '../../api/customers/operations.ts';
import { developerSchema, keySchema } from '../../api/developer/developer-schema.ts';
import { DEVELOPER_OPERATIONS } from '../../api/developer/operations.ts';
import { EVENT_OPERATIONS } from '../../api/events/operations.ts';
import { EXCHANGE_OPERATIONS } from '../../api/exchange-rates/operations.ts';
import { quoteSchema } from '../../api/exchange-rates/quotes.ts';
import { approvalSchema } from '../../api/ops/approvals/approval-schema.ts';
import { OPS_OPERATIONS } from '../../api/ops/operations.ts';
import { PAYMENT_OPERATIONS } from '../../api/payments/operations.ts';
import { paymentSchema } from '../../api/payments/payment-schema.ts';
import { SANDBOX_OPERATIONS } from '../../api/sandbox/operations.ts';
import { SCHEDULE_OPERATIONS } from '../../api/schedules/operations.ts';
import { occurrenceSchema, scheduleSchema } from '../../api/schedules/schedule-schema.ts';
import { STATEMENT_OPERATIONS } from '../../api/statements/operations.ts';
import { holdSchema } from '../../api/transactions/hold-schema.ts';
import { TRANSACTION_OPERATIONS } from '../../api/transactions/operations.ts';
import { transactionSchema } from '../../api/transactions/transaction-schema.ts';
import { WALLET_OPERATIONS } from '../../api/wallets/operations.ts';
import { walletSchema } from '../../api/wallets/wallet-schema.ts';
import { ACCOUNT_EVENTS } from '../../ledger/account.ts';
import { ALERT_EVENTS } from '../../ledger/alert.ts';
import { APPROVAL_EVENTS } from '../../ledger/approval.ts';
import { BATCH_EVENTS } from '../../ledger/batch.ts';
import { CUSTOMER_EVENTS } from '../../ledger/customer.ts';
import { DEVELOPER_EVENTS } from '../../ledger/developer.ts';
import { EXCHANGE_EVENTS } from '../../ledger/exchange.ts';
import { HOLD_EVENTS } from '../../ledger/hold.ts';
import { LIMIT_EVENTS } from '../../ledger/limits.ts';
import { LOG_EVENTS } from '../../ledger/log.ts';
import { LOSS_EVENTS } from '../../ledger/loss.ts';
import { OVERDRAFT_EVENTS } from '../../ledger/overdraft.ts';
import { PAYMENT_EVENTS } from '../../ledger/payment-events.ts';
import { SCHEDULE_EVENTS } from '../../ledger/schedule.ts';
import { TRANSACTION_EVENTS } from '../../ledger/transaction.ts';
import { WALLET_EVENTS } from '../../ledger/wallet.ts';
import type { Module } from '../module.ts';
import { coreActivities } from './activities.ts';
import { coreSweeps } from './sweeps.ts';

const BOOKED_EXAMPLE = { stage: 'done', ledgerSequence: 7, postedAt: '2026-11-21T09:30:00.000Z' };

export const core: Module = {
  name: 'core',
  purpose:
    'Customers, accounts and their money: transactions, payments, schedules, the signed log.',
  requires: [],
  operations: [
    ...DEVELOPER_OPERATIONS,
    ...CUSTOMER_OPERATIONS,
    ...ACCOUNT_OPERATIONS,
    ...STATEMENT_OPERATIONS,
    ...TRANSACTION_OPERATIONS,
    ...PAYMENT_OPERATIONS,
    ...WALLET_OPERATIONS,
    ...SCHEDULE_OPERATIONS,
    ...BATCH_OPERATIONS,
    ...EXCHANGE_OPERATIONS,
    ...EVENT_OPERATIONS,
    ...LOG_OPERATIONS,
    ...SANDBOX_OPERATIONS,
    ...OPS_OPERATIONS,
  ],
  events: [
    ...CUSTOMER_EVENTS,
    ...ACCOUNT_EVENTS,
    ...WALLET_EVENTS,
    ...TRANSACTION_EVENTS,
    ...HOLD_EVENTS,
    ...PAYMENT_EVENTS,
    ...LOG_EVENTS,
    ...DEVELOPER_EVENTS,
    ...EXCHANGE_EVENTS,
    ...APPROVAL_EVENTS,
    ...LIMIT_EVENTS,
    ...ALERT_EVENTS,
    ...OVERDRAFT_EVENTS,
    ...SCHEDULE_EVENTS,
    ...BATCH_EVENTS,
    ...LOSS_EVENTS,
  ],
  eventSchemas: {
    objects: {
      customer: customerSchema,
      loss: lossSchema,
      checkpoint: checkpointSchema,
      developer: developerSchema,
      api_key: keySchema,
      account: accountSchema,
      wallet: walletSchema,
      hold: holdSchema,
      payment: paymentSchema,
      transaction: transactionSchema,
      blockchain_record: erasedSchema,
      quote: quoteSchema,
      approval: approvalSchema,
      limits: limitsSchema,
      alert: alertSchema,
      overdraft: overdraftSchema,
      batch: batchSchema,
      schedule: scheduleSchema,
      occurrence: occurrenceSchema,
    },
    examples: {
      'transaction.posted': BOOKED_EXAMPLE,
      'transaction.captured': BOOKED_EXAMPLE,
      'transaction.reversed': { ...BOOKED_EXAMPLE, amountReversed: 2500 },
      'transaction.partially_reversed': {
        ...BOOKED_EXAMPLE,
        status: 'posted',
        amountReversed: 500,
      },
      'transaction.declined': {
        statusReason: {
          code: 'insufficient_funds',
          message: 'The available balance does not cover the amount.',
        },
      },
      'api_key.rotated': { status: 'rotating', expiresAt: '2026-11-22T09:30:00.000Z' },
      'api_key.revoked': { revokedAt: '2026-11-21T09:30:00.000Z' },
    },
  },
  workflows: [
    'batch',
    'clock',
    'eventRelay',
    'lane',
    'mail',
    'productionApplication',
    'railPayment',
    'schedule',
    'schedules',
    'transfer',
    'transfers',
  ],
  activities: coreActivities,
  sweeps: coreSweeps,
};
