// Webhook endpoints: added, changed, stopped, removed, and their secrets rotated. Each act writes
// its event. Secrets arrive sealed; two are live while a rotation overlaps, never more.

import { type EventType, TEST_EVENT } from '../../ledger/event.ts';
import { changedFields, type eventLog } from '../events/acts.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import type { Cause } from '../transactions/port.ts';
import type {
  EndpointChange,
  EndpointOrder,
  EndpointOutcome,
  EndpointWriter,
} from './endpoint-port.ts';
import { type EndpointRow, endpointView } from './endpoint-view.ts';

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function endpointWriter(deps: Deps): EndpointWriter {
  const { keys, now } = deps;
  const { byId, count, insert, update } = statementsOf(deps.database);

  function emit(row: EndpointRow, type: EventType, cause: Cause, before?: EndpointRow): string {
    const object = endpointView(row, deps.livemode);
    const previous = before && changedFields(endpointView(before, deps.livemode), object);
    return deps.emit({
      tenantId: row.tenantId,
      type,
      object,
      previous,
      cause,
      at: now(),
    });
  }

  function save(before: EndpointRow, next: Partial<EndpointRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(now(), before.updatedAt);
    const row = { ...before, ...next, version: before.version + 1, updatedAt };
    update.run(row);
    emit(row, type, cause, before);
    return done(row);
  }

  /** The endpoint that a caller may act on, or why not. */
  function ownOf(act: { tenantId: string; endpointId: string; ifVersion?: number | null }) {
    const row = byId.get(act.endpointId);
    if (!row || row.tenantId !== act.tenantId || row.removedAt !== null) {
      return { kind: 'not_found' } as const;
    }
    if (act.ifVersion !== undefined && act.ifVersion !== null && act.ifVersion !== row.version) {
      return { kind: 'version_conflict', version: row.version } as const;
    }
    return { kind: 'found', row } as const;
  }

  return {
    create(order) {
      const use = keyUse(order, 'POST /v1/webhook-endpoints');
      const seen = keys.look(use, now());
      if (seen.kind === 'key_reused') return seen;
      if (seen.kind === 'replayed') return again(seen.id, 1);
      if ((count.get(order.tenantId) ?? 0) >= order.most) return { kind: 'too_many' };
      const row = newRow(order);
      insert.run(row);
      keys.bind(use, row.id, row.createdAt);
      emit(row, 'webhook.endpoint.created', order.cause);
      return done(row);
    },
    change(change) {
      const own = ownOf(change);
      if (own.kind !== 'found') return own;
      const { row } = own;
      const next = changed(row, change);
      if (Object.entries(next).every(([name, value]) => row[name as keyof EndpointRow] === value)) {
        return done(row);
      }
      const isMoved = next.status !== undefined && next.status !== row.status;
      const act = isMoved ? (next.status === 'enabled' ? 'enabled' : 'disabled') : 'updated';
      return save(row, next, `webhook.endpoint.${act}`, change.cause);
    },
    rotateSecret(rotation) {
      const { endpointId } = rotation;
      const own = ownOf(rotation);
      if (own.kind !== 'found') return own;
      const { row } = own;
      const use = keyUse(rotation, `POST /v1/webhook-endpoints/${endpointId}/rotate-secret`);
      const seen = keys.look(use, now());
      if (seen.kind === 'key_reused') return seen;
      if (seen.kind === 'replayed') return again(endpointId, Number(seen.id));
      const overlaps = rotation.overlapMs > 0;
      const next = {
        secret: rotation.sealSecret(endpointId),
        secretNumber: row.secretNumber + 1,
        previousSecret: overlaps ? row.secret : null,
        previousSecretExpiresAt: overlaps ? now() + rotation.overlapMs : null,
      };
      keys.bind(use, String(next.secretNumber), now());
      return save(row, next, 'webhook.endpoint.secret_rotated', rotation.cause);
    },
    remove(act) {
      const own = ownOf(act);
      if (own.kind !== 'found') return own;
      return save(own.row, removed(own.row, now()), 'webhook.endpoint.deleted', act.cause);
    },
    ping(act) {
      const own = ownOf(act);
      if (own.kind !== 'found') return own;
      const use = keyUse(act, `POST /v1/webhook-endpoints/${act.endpointId}/ping`);
      const seen = keys.look(use, now());
      if (seen.kind === 'key_reused') return seen;
      if (seen.kind === 'replayed') return { kind: 'done', eventId: seen.id, replayed: true };
      if (own.row.status !== 'enabled') return { kind: 'invalid_state', from: own.row.status };
      const eventId = emit(own.row, TEST_EVENT, act.cause);
      keys.bind(use, eventId, now());
      return { kind: 'done', eventId, replayed: false };
    },
    stop({ endpointId, code, message, cause }) {
      const row = byId.get(endpointId);
      if (!row || row.removedAt !== null) return { kind: 'not_found' };
      if (row.status !== 'enabled') return again(row.id, row.secretNumber);
      const next = { status: 'auto_disabled', statusCode: code, statusMessage: message } as const;
      return save(row, next, 'webhook.endpoint.disabled', cause);
    },
  };
}

function statementsOf({ raw }: Database) {
  return {
    byId: raw.prepare<[string], EndpointRow>(
      `SELECT ${columnsOf(webhookEndpoints)} FROM webhook_endpoints WHERE id = ?`,
    ),
    count: raw
      .prepare<[string], number>(
        'SELECT count(*) FROM webhook_endpoints WHERE tenant_id = ? AND removed_at IS NULL',
      )
      .pluck(),
    insert: raw.prepare(`INSERT INTO webhook_endpoints ${insertOf(webhookEndpoints)}`),
    update: raw.prepare(
      `UPDATE webhook_endpoints SET url = @url, description = @description, events = @events,
       payload = @payload, status = @status, status_code = @statusCode,
       status_message = @statusMessage, metadata = @metadata, secret = @secret,
       secret_number = @secretNumber, previous_secret = @previousSecret,
       previous_secret_expires_at = @previousSecretExpiresAt, version = @version,
       updated_at = @updatedAt, removed_at = @removedAt WHERE id = @id`,
    ),
  };
}

function newRow(order: EndpointOrder): EndpointRow {
  const { id, at } = mintAt('webhookEndpoint');
  return {
    id,
    tenantId: order.tenantId,
    url: order.url,
    description: order.description,
    events: JSON.stringify(order.events),
    payload: order.payload,
    status: 'enabled',
    statusCode: null,
    statusMessage: null,
    metadata: JSON.stringify(order.metadata),
    secret: order.sealSecret(id),
    secretNumber: 1,
    previousSecret: null,
    previousSecretExpiresAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    removedAt: null,
  };
}

function changed(row: EndpointRow, { fields, status }: EndpointChange): Partial<EndpointRow> {
  const { url, description, events, payload, metadata } = fields;
  const reason = { statusCode: 'owner', statusMessage: 'The developer disabled the endpoint.' };
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(payload === undefined ? {} : { payload }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    ...(status === undefined ? {} : { status }),
    ...(status === 'enabled' ? { statusCode: null, statusMessage: null } : {}),
    ...(status === 'disabled' && row.status !== 'disabled' ? reason : {}),
  };
}

function removed(row: EndpointRow, now: number): Partial<EndpointRow> {
  return {
    status: row.status === 'enabled' ? 'disabled' : row.status,
    statusCode: 'removed',
    statusMessage: 'The developer removed the endpoint.',
    secret: null,
    previousSecret: null,
    previousSecretExpiresAt: null,
    removedAt: now,
  };
}

function keyUse(
  order: { readonly tenantId: string; readonly cause: Cause; readonly requestHash: Buffer },
  operation: string,
) {
  const { tenantId, cause, requestHash } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}

function done({ id, secretNumber }: EndpointRow): EndpointOutcome {
  return { kind: 'done', id, secretNumber, replayed: false };
}

function again(id: string, secretNumber: number): EndpointOutcome {
  return { kind: 'done', id, secretNumber, replayed: true };
}
