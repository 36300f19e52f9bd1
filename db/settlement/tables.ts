// The table of settlement terms.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, notWhileMoving } from '../kernel/declare.ts';

export const settlementTerms = sqliteTable(
  'settlement_terms',
  {
    tenantId: text('tenant_id').notNull(),
    currency: text('currency').notNull(),
    /** Minor units. */
    prefunded: integer('prefunded').notNull(),
    cap: integer('cap').notNull(),
    version: integer('version').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.currency] })],
);

declare(settlementTerms, {
  checks: [
    'length(currency) = 3',
    'prefunded BETWEEN 0 AND 9007199254740991',
    'cap BETWEEN 0 AND 9007199254740991',
    'version > 0',
  ],
  triggers: [neverDeleted('settlement terms are set to 0, never deleted'), notWhileMoving],
});
