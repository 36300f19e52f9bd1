// Acts on webhook endpoints: add, change, stop, remove, rotate the secret. Each act writes its
// event. Secrets arrive sealed; at most two are live, during the overlap of a rotation.

import { type EventType, TEST_EVENT } from '../../ledger/event.ts';
import { mintedAt } from '../../ledger/id.ts';
import { type Changes, type Metadata, mergeMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { type MailOrder, queueMail } from '../mails/acts.ts';
import { type EndpointRow, endpointView } from './endpoint-view.ts';

/**
 * The URL to which events are sent: its shown form, and the whole URL sealed when the shown form
 * hides a part.
 */
export interface EndpointUrl {
  readonly shownUrl: string;
  readonly sealed: string | null;
}

export interface EndpointFields {
  readonly url: EndpointUrl;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly payload: 'full' | 'thin';
  readonly metadata: Metadata;
}

export interface EndpointOrder extends EndpointFields {
  readonly tenantId: string;
  /** The new id, in whose context the secret is sealed. */
  readonly endpointId: string;
  readonly sealedSecret: string;
  /** Maximum number of endpoints of a tenant. */
  readonly maxEndpoints: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface EndpointChange {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly fields: Changes<EndpointFields>;
  readonly status?: 'enabled' | 'disabled' | undefined;
  /** Version that the caller read (If-Match), null when it named none. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

export interface SecretRotation {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly sealedSecret: string;
  /** Milliseconds for which the earlier secret still signs; 0 ends it at once. */
  readonly overlapMs: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface EndpointAct {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly ifVersion: number | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The engine stops sending to an endpoint. */
export interface EndpointStop {
  readonly endpointId: string;
  /** Reason as a code: `gone` or `failing`. */
  readonly code: string;
  readonly message: string;
  readonly cause: Cause;
}

/** The endpoint, and the number of the secret that the act made: 1 at creation. */
export interface EndpointResult extends KeyedResult {
  readonly secretNumber: number;
}

const BY_ID = `SELECT ${columnsOf(webhookEndpoints)} FROM webhook_endpoints WHERE id = ?`;
const ALL_BY_TENANT = `SELECT ${columnsOf(webhookEndpoints)} FROM webhook_endpoints
  WHERE tenant_id = ? AND removed_at IS NULL ORDER BY id`;
const COUNT = 'SELECT count(*) FROM webhook_endpoints WHERE tenant_id = ? AND removed_at IS NULL';
const INSERT = `INSERT INTO webhook_endpoints ${insertOf(webhookEndpoints)}`;
const UPDATE = `UPDATE webhook_endpoints SET url = @url, sealed_url = @sealedUrl, description = @description, events = @events,
  payload = @payload, status = @status, status_code = @statusCode,
  status_message = @statusMessage, metadata = @metadata, secret = @secret,
  secret_number = @secretNumber, previous_secret = @previousSecret,
  previous_secret_expires_at = @previousSecretExpiresAt, version = @version,
  updated_at = @updatedAt, removed_at = @removedAt WHERE id = @id`;

/**
 * Adds an endpoint.
 * @throws Refusal when the tenant has the maximum number of endpoints
 */
export const createEndpoint = act('endpoint.create', (tx, order: EndpointOrder): EndpointResult => {
  const keyUse = keyUseOf(order, 'POST /v1/webhook-endpoints');
  const boundId = tx.keys.find(keyUse, tx.now());
  if (boundId !== null) return { id: boundId, secretNumber: 1, replayed: true };
  if ((tx.value<number>(COUNT, order.tenantId) ?? 0) >= order.maxEndpoints) {
    throw new Refusal('webhook_endpoint_limit');
  }
  const row = newEndpointRow(order);
  tx.run(INSERT, row);
  tx.keys.bind(keyUse, row.id, row.createdAt);
  emit(tx, row, 'webhook.endpoint.created', order.cause);
  return outcomeOf(row);
});

/** Changes an endpoint. Writes nothing when nothing changes. */
export const changeEndpoint = act(
  'endpoint.change',
  (tx, change: EndpointChange): EndpointResult => {
    const row = requireEndpoint(tx, change);
    const next = changeFields(row, change);
    if (Object.entries(next).every(([name, value]) => row[name as keyof EndpointRow] === value)) {
      return outcomeOf(row);
    }
    const isStatusChanged = next.status !== undefined && next.status !== row.status;
    const act = isStatusChanged ? (next.status === 'enabled' ? 'enabled' : 'disabled') : 'updated';
    return save(tx, row, next, `webhook.endpoint.${act}`, change.cause);
  },
);

/** Adds a new secret to an endpoint; the earlier secret still signs for the overlap. */
export const rotateSecret = act(
  'endpoint.rotate_secret',
  (tx, rotation: SecretRotation): EndpointResult => {
    const { endpointId } = rotation;
    const row = requireEndpoint(tx, rotation);
    const keyUse = keyUseOf(rotation, `POST /v1/webhook-endpoints/${endpointId}/rotate-secret`);
    const boundId = tx.keys.find(keyUse, tx.now());
    if (boundId !== null) return { id: endpointId, secretNumber: Number(boundId), replayed: true };
    const overlaps = rotation.overlapMs > 0;
    const next = {
      secret: rotation.sealedSecret,
      secretNumber: row.secretNumber + 1,
      previousSecret: overlaps ? row.secret : null,
      previousSecretExpiresAt: overlaps ? tx.now() + rotation.overlapMs : null,
    };
    tx.keys.bind(keyUse, String(next.secretNumber), tx.now());
    return save(tx, row, next, 'webhook.endpoint.secret_rotated', rotation.cause);
  },
);

/** Removes an endpoint with its secrets. */
export const removeEndpoint = act(
  'endpoint.remove',
  (tx, act: Omit<EndpointAct, 'requestHash'>): void => {
    remove(tx, requireEndpoint(tx, act), act.cause);
  },
);

/** Removes all endpoints of a developer. Returns their number. */
export const removeEndpoints = act(
  'endpoint.remove_all',
  (tx, { tenantId, cause }: { readonly tenantId: string; readonly cause: Cause }): number => {
    const rows = tx.all<EndpointRow>(ALL_BY_TENANT, tenantId);
    for (const row of rows) remove(tx, row, cause);
    return rows.length;
  },
);

/** Emits the event of a ping. Returns the id of the event. */
export const pingEndpoint = act('endpoint.ping', (tx, act: EndpointAct): KeyedResult => {
  const row = requireEndpoint(tx, act);
  const keyUse = keyUseOf(act, `POST /v1/webhook-endpoints/${act.endpointId}/ping`);
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    if (row.status !== 'enabled') {
      throw invalidState(
        `The endpoint is ${row.status}, and this operation does not apply in that status.`,
      );
    }
    return emit(tx, row, TEST_EVENT, act.cause);
  });
});

/** Sets an enabled endpoint to `auto_disabled`. Does nothing when it is not enabled. */
export const stopEndpoint = act(
  'endpoint.stop',
  (tx, { endpointId, code, message, cause }: EndpointStop): void => {
    const row = tx.get<EndpointRow>(BY_ID, endpointId);
    if (!row || row.removedAt !== null || row.status !== 'enabled') return;
    const next = { status: 'auto_disabled', statusCode: code, statusMessage: message } as const;
    save(tx, row, next, 'webhook.endpoint.disabled', cause);
    queueMail(tx, stoppedMail(row, message));
  },
);

function remove(tx: Tx, row: EndpointRow, cause: Cause): void {
  save(tx, row, removalFields(row, tx.now()), 'webhook.endpoint.deleted', cause);
}

function emit(
  tx: Tx,
  row: EndpointRow,
  type: EventType,
  cause: Cause,
  before?: EndpointRow,
): string {
  const object = endpointView(row, tx.livemode);
  const previous = before && listPreviousValues(endpointView(before, tx.livemode), object);
  return tx.emit({
    tenantId: row.tenantId,
    type,
    object,
    previous,
    cause,
  });
}

function save(
  tx: Tx,
  before: EndpointRow,
  next: Partial<EndpointRow>,
  type: EventType,
  cause: Cause,
) {
  const updatedAt = Math.max(tx.now(), before.updatedAt);
  const row = { ...before, ...next, version: before.version + 1, updatedAt };
  tx.run(UPDATE, row);
  emit(tx, row, type, cause, before);
  return outcomeOf(row);
}

/**
 * Returns the endpoint of the caller.
 * @throws Refusal when it does not exist
 */
function requireEndpoint(
  tx: Tx,
  act: { tenantId: string; endpointId: string; ifVersion?: number | null },
) {
  const row = tx.get<EndpointRow>(BY_ID, act.endpointId);
  if (!row || row.tenantId !== act.tenantId || row.removedAt !== null) {
    throw new Refusal('webhook_endpoint_not_found');
  }
  requireVersion(row, act.ifVersion ?? null);
  return row;
}

/** Returns the mail that notifies a developer of a stopped endpoint. */
function stoppedMail(row: EndpointRow, reason: string): MailOrder {
  const body =
    `The bank has stopped sending events to a webhook endpoint.\n\n` +
    `Endpoint: ${row.id}\nURL:      ${row.url}\nReason:   ${reason}\n\n` +
    'Mend the receiver, enable the endpoint again and replay the missed events.\n';
  const subject = 'A webhook endpoint was disabled';
  const mailFields = {
    tenantId: row.tenantId,
    kind: 'endpoint_disabled',
    subjectId: row.id,
  } as const;
  return { ...mailFields, recipient: null, subject, body };
}

function newEndpointRow(order: EndpointOrder): EndpointRow {
  const id = order.endpointId;
  const createdAt = mintedAt(id);
  return {
    id,
    tenantId: order.tenantId,
    ...urlFields(order.url),
    description: order.description,
    events: JSON.stringify(order.events),
    payload: order.payload,
    status: 'enabled',
    statusCode: null,
    statusMessage: null,
    metadata: JSON.stringify(order.metadata),
    secret: order.sealedSecret,
    secretNumber: 1,
    previousSecret: null,
    previousSecretExpiresAt: null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
    removedAt: null,
  };
}

function urlFields({ shownUrl, sealed }: EndpointUrl) {
  return { url: shownUrl, sealedUrl: sealed };
}

function changeFields(row: EndpointRow, { fields, status }: EndpointChange): Partial<EndpointRow> {
  const { url, description, events, payload, metadata } = fields;
  const reason = { statusCode: 'owner', statusMessage: 'The developer disabled the endpoint.' };
  return {
    ...(url === undefined ? {} : urlFields(url)),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(payload === undefined ? {} : { payload }),
    metadata: mergeMetadata(row.metadata, metadata),
    ...(status === undefined ? {} : { status }),
    ...(status === 'enabled' ? { statusCode: null, statusMessage: null } : {}),
    ...(status === 'disabled' && row.status !== 'disabled' ? reason : {}),
  };
}

function removalFields(row: EndpointRow, now: number): Partial<EndpointRow> {
  return {
    sealedUrl: null,
    status: row.status === 'enabled' ? 'disabled' : row.status,
    statusCode: 'removed',
    statusMessage: 'The developer removed the endpoint.',
    secret: null,
    previousSecret: null,
    previousSecretExpiresAt: null,
    removedAt: now,
  };
}

function keyUseOf(
  order: { readonly tenantId: string; readonly cause: Cause; readonly requestHash: Buffer },
  operation: string,
) {
  const { tenantId, cause, requestHash } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}

function outcomeOf({ id, secretNumber }: EndpointRow): EndpointResult {
  return { id, secretNumber, replayed: false };
}
