// Tables of developers' API requests.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EnvironmentName } from '../kernel/environment.ts';

/** Requests, for 30 days. */
export const requestLog = sqliteTable('request_log', {
  /** In the order in which they were written: the oldest go first. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: text('id').notNull(),
  developerId: text('developer_id').notNull(),
  environment: text('environment').$type<EnvironmentName>().notNull(),
  /** Also one that the caller chose, so it may be there twice. */
  requestId: text('request_id').notNull(),
  /** The key that made the request, or the app that owns the access token. */
  keyId: text('key_id').notNull(),
  method: text('method').notNull(),
  /** The path as it is declared. */
  route: text('route').notNull(),
  /** The path as it was asked, without its query. */
  path: text('path').notNull(),
  status: integer('status').notNull(),
  /** Code of the problem in the answer, or null when there was none. */
  code: text('code'),
  durationUs: integer('duration_us').notNull(),
  address: text('address'),
  /** JSON, for failed requests only: the fields at fault, and the body without personal data. */
  detail: text('detail'),
  at: integer('at').notNull(),
});

/** Counts of requests, including requests that the log had no room for. */
export const requestCounts = sqliteTable(
  'request_counts',
  {
    developerId: text('developer_id').notNull(),
    environment: text('environment').$type<EnvironmentName>().notNull(),
    /** Since 1970 UTC. */
    day: integer('day').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    /** First digit of the status. */
    outcome: integer('outcome').notNull(),
    requests: integer('requests').notNull(),
    totalUs: integer('total_us').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.developerId,
        table.environment,
        table.day,
        table.method,
        table.route,
        table.outcome,
      ],
    }),
  ],
);
