// The tables of screening hits.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HitStatus, HitSubject } from '../../ledger/decisions/screening.ts';
import { bornAs, declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const screeningHits = sqliteTable('screening_hits', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  subject: text('subject').$type<HitSubject>().notNull(),
  /** The first payment that named the external party. */
  transactionId: text('transaction_id'),
  /** The name as it was screened. */
  screenedName: text('screened_name').notNull(),
  list: text('list').notNull(),
  listAsOf: text('list_as_of'),
  entityId: text('entity_id').notNull(),
  entityType: text('entity_type')
    .$type<'individual' | 'entity' | 'vessel' | 'aircraft'>()
    .notNull(),
  name: text('name').notNull(),
  matchedName: text('matched_name').notNull(),
  score: real('score').notNull(),
  features: text('features').notNull(),
  programs: text('programs').notNull(),
  status: text('status').$type<HitStatus>().notNull(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(screeningHits, {
  references: { customerId: 'customers (id)', transactionId: 'transactions (id)' },
  unique: ['(customer_id, subject, screened_name, list, entity_id)'],
  checks: [
    "subject IN ('customer', 'external_party')",
    "entity_type IN ('individual', 'entity', 'vessel', 'aircraft')",
    'score BETWEEN 0 AND 1',
    "status IN ('pending', 'no_hit', 'confirmed_hit')",
    'version > 0',
    "(status = 'pending') = (decided_by IS NULL)",
    '(decided_by IS NULL) = (reason IS NULL)',
    "(subject = 'customer') = (transaction_id IS NULL)",
  ],
  indexes: {
    screening_hits_by_status: '(status, id)',
    screening_hits_by_customer: '(customer_id, id)',
    screening_hits_by_entry: "(list, entity_id, id) WHERE status <> 'pending'",
  },
  triggers: [
    bornAs('pending', 'a hit starts as pending'),
    neverDeleted('hits are never deleted'),
    refuse(
      'screening_hits_decided_once',
      'UPDATE',
      'a hit is decided once',
      `(OLD.status <> 'pending') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status =
      'running' AND customer_id = OLD.customer_id)`,
    ),
    refuse(
      'screening_hits_identity',
      `UPDATE OF id, tenant_id, customer_id, subject, transaction_id, screened_name, list,
      list_as_of, entity_id, entity_type, name, matched_name, score, features, programs,
      created_at`,
      'what was found never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});
