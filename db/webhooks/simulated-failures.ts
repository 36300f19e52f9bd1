// Failures of webhook deliveries that a developer of the sandbox asks for. One is used up in the
// same database transaction as its attempt is written down, so a crash neither loses nor adds one.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { simulatedFailures } from './delivery-tables.ts';
import type {
  AttemptOutcome,
  AttemptRecord,
  FailureOrder,
  FailureOutcome,
  FailurePlan,
  SimulatedAttempt,
} from './port.ts';

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly now: () => number;
  readonly record: (attempt: AttemptRecord) => AttemptOutcome | null;
}

const OPERATION = 'POST /v1/sandbox/simulations/webhook-failure';

/** Call its functions inside `database.write` only. */
export function simulatedFailureWriter({ database: { raw }, keys, now, record }: Deps) {
  const find = raw.prepare<[string], FailurePlan>(
    `SELECT ${columnsOf(simulatedFailures)} FROM simulated_failures WHERE endpoint_id = ?`,
  );
  const own = raw.prepare<[string, string]>(
    'SELECT 1 FROM webhook_endpoints WHERE id = ? AND tenant_id = ? AND removed_at IS NULL',
  );
  const replace = raw.prepare<[FailurePlan & { endpointId: string }]>(
    `INSERT INTO simulated_failures (endpoint_id, kind, http_status, remaining, created_at)
     VALUES (@endpointId, @kind, @httpStatus, @remaining, @createdAt)
     ON CONFLICT (endpoint_id) DO UPDATE SET kind = excluded.kind,
     http_status = excluded.http_status, remaining = excluded.remaining,
     created_at = excluded.created_at`,
  );
  const use = raw.prepare<[string]>(
    'UPDATE simulated_failures SET remaining = remaining - 1 WHERE endpoint_id = ?',
  );

  return {
    plan(order: FailureOrder): FailureOutcome {
      const { tenantId, endpointId, kind, httpStatus, times, requestHash, cause } = order;
      if (!own.get(endpointId, tenantId)) return { kind: 'not_found' };
      const bound = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      const seen = keys.look(bound, now());
      if (seen.kind === 'key_reused') return seen;
      const before = find.get(endpointId);
      if (seen.kind === 'replayed' && before) {
        return { kind: 'done', plan: before, replayed: true };
      }
      const plan = { kind, httpStatus, remaining: times, createdAt: now() };
      replace.run({ ...plan, endpointId });
      keys.bind(bound, endpointId, plan.createdAt);
      return { kind: 'done', plan, replayed: false };
    },

    simulate({ endpointId, recordOf }: SimulatedAttempt): AttemptRecord | null {
      const plan = find.get(endpointId);
      if (!plan || plan.remaining === 0) return null;
      const attempt = recordOf(plan);
      if (record(attempt) !== null) use.run(endpointId);
      return attempt;
    },
  };
}
