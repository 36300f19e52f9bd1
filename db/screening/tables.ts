// Screening hits as typed columns. migrations/sqlite/ledger/0022_screening.sql is the truth.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HitStatus, HitSubject } from '../../ledger/decisions/screening.ts';

export const screeningHits = sqliteTable('screening_hits', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  subject: text('subject').$type<HitSubject>().notNull(),
  transactionId: text('transaction_id'),
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
