// The table of settlement terms as typed columns.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const settlementTerms = sqliteTable(
  'settlement_terms',
  {
    tenantId: text('tenant_id').notNull(),
    currency: text('currency').notNull(),
    prefunded: integer('prefunded').notNull(),
    cap: integer('cap').notNull(),
    version: integer('version').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.currency] })],
);
