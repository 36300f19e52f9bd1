// The table of contested decisions.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ContestAnswer, DecisionKind } from '../../ledger/decisions/contest.ts';
import { declare, fixedColumns, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const decisionContests = sqliteTable('decision_contests', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  decisionId: text('decision_id').notNull(),
  kind: text('kind').$type<DecisionKind>().notNull(),
  customerId: text('customer_id').notNull(),
  /** The contested record, and the hash of its facts. */
  record: text('record').notNull(),
  factsSha256: text('facts_sha256').notNull(),
  reason: text('reason').notNull(),
  contestedBy: text('contested_by').notNull(),
  answer: text('answer').$type<ContestAnswer>(),
  explanation: text('explanation'),
  answeredBy: text('answered_by'),
  answeredAt: integer('answered_at'),
  createdAt: integer('created_at').notNull(),
});

declare(decisionContests, {
  unique: ['(decision_id)'],
  checks: [
    "kind IN ('credit', 'payment', 'identity', 'account_freeze')",
    'json_valid(record)',
    'length(facts_sha256) = 64',
    "answer IN ('upheld', 'changed')",
    '(answer IS NULL) = (explanation IS NULL)',
    '(answer IS NULL) = (answered_by IS NULL)',
    '(answer IS NULL) = (answered_at IS NULL)',
    'answered_by <> contested_by',
  ],
  indexes: {
    decision_contests_by_tenant: '(tenant_id, id)',
    decision_contests_by_customer: '(customer_id, id)',
    decision_contests_open: '(id) WHERE answer IS NULL',
  },
  triggers: [
    fixedColumns(
      'id, tenant_id, decision_id, kind, customer_id, facts_sha256, contested_by, created_at',
      'what was contested never changes',
    ),
    refuse(
      'decision_contests_record',
      'UPDATE OF record, reason',
      'what was contested never changes',
      `(NEW.record <> OLD.record OR NEW.reason <> OLD.reason) AND NOT EXISTS (SELECT 1 FROM
      customer_erasures WHERE customer_id = OLD.customer_id)`,
    ),
    refuse(
      'decision_contests_answered_once',
      'UPDATE OF answer, answered_by, answered_at',
      'a contest is answered once',
      'OLD.answer IS NOT NULL',
    ),
    neverDeleted('contests are never deleted'),
    notWhileMoving,
  ],
});
