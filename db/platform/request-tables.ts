// Tables of developers' API requests.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare } from '../kernel/declare.ts';
import type { EnvironmentName } from '../kernel/environment.ts';

/** Requests of the last 30 days. */
export const requestLog = sqliteTable('request_log', {
  /** Ascending in the order of writing; the oldest rows are removed first. */
  seq: integer('seq').primaryKey(),
  id: text('id').notNull(),
  developerId: text('developer_id').notNull(),
  environment: text('environment').$type<EnvironmentName>().notNull(),
  /** The request id is not unique, because the caller may choose it. */
  requestId: text('request_id').notNull(),
  /** The key that made the request, or the app that owns the access token. */
  keyId: text('key_id').notNull(),
  method: text('method').notNull(),
  /** The declared path, with its parameters. */
  route: text('route').notNull(),
  /** The requested path without the query. */
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

declare(requestLog, {
  checks: ["environment IN ('sandbox', 'production')", 'status BETWEEN 100 AND 599'],
  indexes: {
    request_log_by_developer: 'UNIQUE (developer_id, environment, id)',
    request_log_by_request: '(request_id)',
    request_log_failed: '(developer_id, environment, id) WHERE status >= 400',
  },
});

/** Counts of requests, including those that were not logged for lack of space. */
export const requestCounts = sqliteTable(
  'request_counts',
  {
    developerId: text('developer_id').notNull(),
    environment: text('environment').$type<EnvironmentName>().notNull(),
    /** Days since 1970 UTC. */
    day: integer('day').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    /** First digit of the HTTP status. */
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

declare(requestCounts, {
  withoutRowid: true,
  checks: ["environment IN ('sandbox', 'production')", 'outcome BETWEEN 1 AND 5'],
});
