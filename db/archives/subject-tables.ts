// The declaration of the tables of archives (db/subject-tables.ts).

import type { SubjectTables } from '../subject-tables.ts';

/** The condition with which archives extend a trigger of the core (tables.ts). */
const ARCHIVED_ROWS = /( AND NOT EXISTS|\nWHEN OLD\.row >) \(SELECT .* FROM archives .*\)$/m;
const withoutArchives = (sql: string) => sql.replace(ARCHIVED_ROWS, '');

export const ARCHIVE_TABLES: SubjectTables = {
  tables: ['archives', 'archive_orders'],
  coreWithout: {
    events_no_delete: withoutArchives,
    transactions_archived_in_a_file: withoutArchives,
    transactions_risk_archived_in_a_file: withoutArchives,
  },
  moves: {
    ofLedger: ['archive_orders', 'archives'],
    lasting: [
      {
        subject: 'events that are archived',
        remedy: 'none: files of an archive belong to their ledger',
        sql: `SELECT 'events' FROM counters WHERE name = 'events/' || @tenantId AND value <>
          (SELECT count(*) FROM events WHERE tenant_id = @tenantId)
          UNION ALL SELECT id FROM archives WHERE noun = 'events' AND last_row >=
          (SELECT min(row) FROM events WHERE tenant_id = @tenantId)`,
      },
      {
        subject: 'transactions with steps or decisions that are archived',
        remedy: 'none: files of an archive belong to their ledger',
        sql: `SELECT id FROM transactions t WHERE tenant_id = @tenantId AND (
          archived_version IS NOT NULL OR archived_risk IS NOT NULL
          OR EXISTS (SELECT 1 FROM archives a
            WHERE a.noun <> 'events' AND a.deleted_row < a.last_row
            AND t.id BETWEEN a.first_id AND a.last_id))`,
      },
    ],
  },
};
