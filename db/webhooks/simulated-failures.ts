// Failures of webhook deliveries that a developer of the sandbox asks for. One is used up in the
// same database transaction as its attempt is written down, so a crash neither loses nor adds one.

import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import type { AttemptOutcome, AttemptRecord } from './deliveries.ts';
import { type SimulatedKind, simulatedFailures } from './delivery-tables.ts';

/** How the next attempts at an endpoint are to fail. */
export interface FailurePlan {
  readonly kind: SimulatedKind;
  /** Only with `http_status`. */
  readonly httpStatus: number | null;
  /** Attempts that still fail. */
  readonly remaining: number;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

export interface FailureOrder extends Pick<FailurePlan, 'kind' | 'httpStatus'> {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly times: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface FailuresPlanned {
  readonly plan: FailurePlan;
  readonly replayed: boolean;
}

/** An attempt that fails because it was asked for. */
export interface SimulatedAttempt {
  readonly endpointId: string;
  /** What is written down; called with the plan that is in force. */
  readonly recordOf: (plan: FailurePlan) => AttemptRecord;
}

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
    planFailures(order: FailureOrder): FailuresPlanned {
      const { tenantId, endpointId, kind, httpStatus, times, requestHash, cause } = order;
      if (!own.get(endpointId, tenantId)) {
        const message = 'No webhook endpoint has this id.';
        const pointer = '/webhookEndpointId';
        throw new Refusal('webhook_endpoint_not_found', { pointer, message });
      }
      const bound = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      const isBound = keys.find(bound, now()) !== null;
      const before = find.get(endpointId);
      if (isBound && before) return { plan: before, replayed: true };
      const plan = { kind, httpStatus, remaining: times, createdAt: now() };
      replace.run({ ...plan, endpointId });
      keys.bind(bound, endpointId, plan.createdAt);
      return { plan, replayed: false };
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
