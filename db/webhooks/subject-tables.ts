// The declaration of the tables of webhooks (db/subject-tables.ts).

import { DOWN_AFTER_FAILURES } from '../../ledger/webhook.ts';
import { arrivedRow } from '../moves/moved-tables.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { DELIVERY_RULES } from './invariants.ts';

const NO_ROWS = () => null;

export const WEBHOOK_TABLES: SubjectTables = {
  tables: [
    'delivery_attempts',
    'deliveries',
    'delivery_retention',
    'simulated_failures',
    'mailboxes',
  ],
  rules: DELIVERY_RULES,
  // Triggers of endpoints that write mailboxes.
  coreWithout: { mailboxes_made: NO_ROWS, mailboxes_changed: NO_ROWS, mailboxes_mended: NO_ROWS },
  moves: {
    parts: {
      delivery_attempts: { column: 'delivery_id', of: 'deliveries' },
      mailboxes: { column: 'endpoint_id', of: 'webhook_endpoints' },
      simulated_failures: { column: 'endpoint_id', of: 'webhook_endpoints' },
    },
    ofLedger: ['delivery_retention'],
    renumbered: {
      deliveries: { event_row: arrivedRow('s.event_row') },
      // Arriving events are not new to an endpoint: their deliveries arrive as rows.
      mailboxes: {
        born_row: '@lastRow',
        changed_row: '@lastRow',
        pruned_row: 'iif(s.pruned_row > 0, @lastRow, 0)',
      },
    },
    passing: [
      {
        subject: 'deliveries to webhook endpoints that are due',
        remedy: 'wait for them, or disable an endpoint that does not answer',
        sql: `SELECT d.id FROM deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
          WHERE w.tenant_id = @tenantId AND w.status = 'enabled' AND w.removed_at IS NULL
          AND d.status IN ('pending', 'retrying') AND d.next_attempt_at <= @now`,
      },
    ],
  },
  sealed: `SELECT secret FROM webhook_endpoints WHERE secret IS NOT NULL
    UNION ALL SELECT previous_secret FROM webhook_endpoints
    WHERE secret IS NOT NULL AND previous_secret IS NOT NULL`,
  oldestDelivery: `SELECT min((SELECT min(d.next_attempt_at) FROM deliveries d
      WHERE d.endpoint_id = e.id AND d.status IN ('pending', 'retrying')))
    FROM webhook_endpoints e JOIN mailboxes m ON m.endpoint_id = e.id
    WHERE e.status = 'enabled' AND e.removed_at IS NULL
    AND m.failures_in_row < ${DOWN_AFTER_FAILURES}`,
  records: { delivery: 'SELECT 1 FROM deliveries WHERE id = ?' },
};
