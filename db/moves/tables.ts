// The tables of moves between ledgers as typed columns; migrations/sqlite/ledger is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const tenantMoves = sqliteTable('tenant_moves', {
  tenantId: text('tenant_id').primaryKey(),
  stage: text('stage').$type<'leaving' | 'arriving' | 'left'>().notNull(),
  ledger: text('ledger').notNull(),
  at: integer('at').notNull(),
});

export const departedLeaves = sqliteTable('departed_leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  ledger: text('ledger').notNull(),
});
