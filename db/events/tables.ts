// The position of the event relay, as Drizzle sees it.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

export const relayCursor = sqliteTable('relay_cursor', {
  id: integer('id').primaryKey(),
  eventRow: integer('event_row').notNull(),
  relayedAt: integer('relayed_at').notNull(),
});
