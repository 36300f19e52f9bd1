// Simulated failures of webhook deliveries, which a developer plans in the sandbox. A failure is
// used up in the database transaction that records its attempt, so a crash neither loses nor
// repeats one.

import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import { type AttemptRecord, recordAttempt } from './deliveries.ts';
import { type SimulatedKind, simulatedFailures } from './delivery-tables.ts';

/** The planned failures of the next attempts at an endpoint. */
export interface FailurePlan {
  readonly kind: SimulatedKind;
  /** Null unless `kind` is `http_status`. */
  readonly httpStatus: number | null;
  /** Number of further attempts that fail. */
  readonly remaining: number;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** The planned failure of one attempt. */
export type PlannedFailure = Pick<FailurePlan, 'kind' | 'httpStatus'>;

export interface FailureOrder extends PlannedFailure {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly times: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface FailurePlanResult {
  readonly plan: FailurePlan;
  readonly replayed: boolean;
}

const OPERATION = 'POST /v1/sandbox/simulations/webhook-failure';

const FIND_FAILURE = `SELECT ${columnsOf(simulatedFailures)} FROM simulated_failures WHERE endpoint_id = ?`;
const ENDPOINT_EXISTS =
  'SELECT 1 FROM webhook_endpoints WHERE id = ? AND tenant_id = ? AND removed_at IS NULL';
const REPLACE = `INSERT INTO simulated_failures (endpoint_id, kind, http_status, remaining, created_at)
  VALUES (@endpointId, @kind, @httpStatus, @remaining, @createdAt)
  ON CONFLICT (endpoint_id) DO UPDATE SET kind = excluded.kind,
  http_status = excluded.http_status, remaining = excluded.remaining,
  created_at = excluded.created_at`;
const USE_FAILURE = 'UPDATE simulated_failures SET remaining = remaining - 1 WHERE endpoint_id = ?';

/** Plans failures of the next attempts at an endpoint; replaces an earlier plan. */
export const planFailures = act(
  'delivery.plan_failures',
  (tx, order: FailureOrder): FailurePlanResult => {
    const { tenantId, endpointId, kind, httpStatus, times, requestHash, cause } = order;
    if (!tx.get<unknown>(ENDPOINT_EXISTS, endpointId, tenantId)) {
      const message = 'No webhook endpoint has this id.';
      const pointer = '/webhookEndpointId';
      throw new Refusal('webhook_endpoint_not_found', { pointer, message });
    }
    const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const isBound = tx.keys.find(keyUse, tx.now()) !== null;
    const existingPlan = tx.get<FailurePlan>(FIND_FAILURE, endpointId);
    if (isBound && existingPlan) return { plan: existingPlan, replayed: true };
    const plan = { kind, httpStatus, remaining: times, createdAt: tx.now() };
    tx.run(REPLACE, { ...plan, endpointId });
    tx.keys.bind(keyUse, endpointId, plan.createdAt);
    return { plan, replayed: false };
  },
);

/** The result of an attempt that fails as planned. */
export type SimulatedOutcome =
  | { readonly isWritten: true }
  /**
   * Nothing was written. `instead` is another planned failure, or null for a real attempt.
   */
  | { readonly isWritten: false; readonly instead: PlannedFailure | null };

/** Records a planned failure, unless the plan has changed since the caller read it. */
export const simulateFailure = act(
  'delivery.simulate',
  (
    tx,
    order: {
      readonly endpointId: string;
      readonly planned: PlannedFailure;
      readonly attempt: AttemptRecord;
    },
  ): SimulatedOutcome => {
    const { endpointId, planned, attempt } = order;
    const plan = tx.get<FailurePlan>(FIND_FAILURE, endpointId);
    if (!plan || plan.remaining === 0) return { isWritten: false, instead: null };
    const { kind, httpStatus } = plan;
    if (kind !== planned.kind || httpStatus !== planned.httpStatus) {
      return { isWritten: false, instead: { kind, httpStatus } };
    }
    if (recordAttempt(tx, attempt) !== null) tx.run(USE_FAILURE, endpointId);
    return { isWritten: true };
  },
);
