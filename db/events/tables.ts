// The position of the event relay.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, refuse } from '../kernel/declare.ts';

export const relayCursor = sqliteTable('relay_cursor', {
  id: integer('id').primaryKey(),
  eventRow: integer('event_row').notNull(),
  relayedAt: integer('relayed_at').notNull(),
});

declare(relayCursor, {
  checks: ['id = 1', 'event_row >= 0'],
  rows: ['(1, 0, 0)'],
  triggers: [
    refuse(
      'relay_cursor_grows',
      'UPDATE',
      'the relay reads the log once, in its order',
      `NEW.event_row < OLD.event_row OR NEW.relayed_at < OLD.relayed_at OR NEW.event_row >
      (SELECT coalesce(max(row), 0) FROM events)`,
    ),
    neverDeleted('the relay reads the log once, in its order'),
  ],
});
